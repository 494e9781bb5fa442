from django.apps import AppConfig
from django.conf import settings


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        if settings.BROKER_URL:  # hints go through the default Celery application, which must be ours
            import config.celery  # noqa: F401, PLC0415
