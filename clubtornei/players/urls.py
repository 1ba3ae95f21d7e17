from django.urls import path

app_name = "players"
urlpatterns: list = []
