from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        import bots.jobs  # noqa: F401, PLC0415  registers the handlers
