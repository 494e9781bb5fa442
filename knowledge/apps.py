from django.apps import AppConfig


class KnowledgeConfig(AppConfig):
    name = "knowledge"

    def ready(self) -> None:
        from knowledge import jobs  # noqa: F401, PLC0415  registers the handlers, after the models are ready
