from django.apps import AppConfig
from django.core.checks import register


class AdaptersConfig(AppConfig):
    name = "adapters"

    def ready(self) -> None:
        from adapters.checks import check_chat_model  # noqa: PLC0415  after the registry is ready

        register(check_chat_model)
