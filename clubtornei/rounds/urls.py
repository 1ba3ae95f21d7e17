from django.urls import path

app_name = "rounds"
urlpatterns: list = []
