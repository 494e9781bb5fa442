from django.apps import AppConfig


class WidgetConfig(AppConfig):
    name = "widget"
