"""The addresses of the help, in both languages."""

from django.urls import path

from clubtornei.help import views

app_name = "help"

IT, EN = {"language": "it"}, {"language": "en"}

urlpatterns = [
    path("aiuto/", views.page, IT, name="index_it"),
    path("aiuto/versione/", views.version, IT, name="version_it"),
    path("aiuto/<path:place>/", views.page, IT, name="page_it"),
    path("help/", views.page, EN, name="index_en"),
    path("help/version/", views.version, EN, name="version_en"),
    path("help/<path:place>/", views.page, EN, name="page_en"),
]
