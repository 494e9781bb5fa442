import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import memory.models
import ports.ids
import tenants.fields
import tenants.scope
from postgres.operations import Changed, ChangeTenantData, SecureTenantTable


def copy_postings(apps: Apps, editor: BaseDatabaseSchemaEditor) -> Changed:
    """customer:term, in an array of the turn, becomes a row of its own."""
    with editor.connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memory_episodeterm (id, tenant_id, customer_id, episode_id, term) "
            "SELECT gen_random_uuid(), tenant_id, customer_id, id, term FROM ("
            "  SELECT DISTINCT tenant_id, customer_id, id, left(substr(posting, 14), 64) AS term"
            "  FROM memory_episode, unnest(postings) posting) old"
        )
        copied = cursor.rowcount
        cursor.execute("SELECT count(*) FROM memory_episodeterm")
        return Changed(rows=copied, expected=cursor.fetchone()[0])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("memory", "0002_say_once_by_key"),
        ("tenants", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="EpisodeTerm",
            fields=[
                ("id", models.UUIDField(default=ports.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ("term", models.CharField(max_length=64)),
                ("customer", tenants.fields.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.customer")),
                ("episode", tenants.fields.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.episode")),
                ("tenant", models.ForeignKey(default=tenants.scope.tenant_or_none, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tenants.tenant")),
            ],
        ),
        migrations.AddConstraint(
            model_name="episodeterm",
            constraint=models.UniqueConstraint(fields=("tenant", "customer", "term", "episode"), name="episode_term_once"),
        ),
        SecureTenantTable("memory", "EpisodeTerm"),
        ChangeTenantData(["memory_episode", "memory_episodeterm"], copy_postings),
        migrations.RemoveIndex(model_name="episode", name="episode_postings"),
        migrations.RemoveField(model_name="episode", name="postings"),
        migrations.RemoveIndex(model_name="episodevector", name="episode_vector_customer"),
        migrations.AddField(
            model_name="episodevector",
            name="signs",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func("vector", function="binary_quantize"),
                output_field=memory.models.SignBits(),
            ),
        ),
        migrations.AddIndex(
            model_name="episodevector",
            index=models.Index(fields=["tenant", "customer", "space"], include=("signs", "episode"), name="episode_vector_signs"),
        ),
        migrations.AddIndex(
            model_name="fact", index=models.Index(fields=["tenant", "episode"], name="fact_episode")
        ),
        migrations.AddIndex(
            model_name="fact",
            index=models.Index(
                condition=models.Q(("pinned", True), models.Q(("authority", "customer"), _negated=True), ("origin", "compaction"), _connector="OR"),
                fields=["tenant", "customer"],
                name="fact_always_read",
            ),
        ),
    ]
