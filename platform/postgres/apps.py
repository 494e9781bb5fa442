from django.apps import AppConfig
from django.core.checks import Tags, register


class PostgresConfig(AppConfig):
    name = "postgres"

    def ready(self) -> None:
        from postgres.checks import check_database  # noqa: PLC0415  after the registry is ready

        register(check_database, Tags.database)
