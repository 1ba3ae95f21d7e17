"""The links in a mail; the key is that of the address."""

from django.urls import path

from clubtornei.mail import views

app_name = "mail"

urlpatterns = [
    path("m/<uuid:key>/", views.confirm, name="confirm"),
    path("m/<uuid:key>/stop/", views.stop, name="stop"),
]
