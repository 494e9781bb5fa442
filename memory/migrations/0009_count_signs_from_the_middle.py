from django.db import migrations, models

import memory.models


class Migration(migrations.Migration):
    """The column was computed by the database, which does not know the middle of a space: what it held is made anew."""

    dependencies = [("memory", "0008_keep_what_was_read")]

    operations = [
        migrations.RemoveIndex(model_name="episodevector", name="episode_vector_signs"),
        migrations.RemoveField(model_name="episodevector", name="signs"),
        migrations.AddField(model_name="episodevector", name="signs", field=memory.models.SignBits(null=True)),
        migrations.AddIndex(
            model_name="episodevector",
            index=models.Index(
                fields=["tenant", "customer", "space"], include=["signs", "episode"], name="episode_vector_signs"
            ),
        ),
    ]
