from django.apps import AppConfig
from django.db.models.signals import post_migrate


def _grant(*, using: str, **_: object) -> None:
    from postgres.grants import apply_grants  # noqa: PLC0415  after the registry is ready

    if using == "owner":
        apply_grants(using=using)


class TenantsConfig(AppConfig):
    name = "tenants"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(_grant, sender=self, dispatch_uid="tenants.grants")
