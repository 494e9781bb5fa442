from django.urls import URLPattern, path

from widget import views

app_name = "widget"
urlpatterns: list[URLPattern] = [
    path("widget.js", views.script, name="script"),
    path("w/<str:widget_key>/", views.frame, name="frame"),
    path("demo/", views.demo, name="demo"),
]
