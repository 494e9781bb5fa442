from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"

    def ready(self) -> None:
        from memory import jobs  # noqa: F401, PLC0415  registers the handlers once the models are there
