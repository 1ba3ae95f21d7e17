from django.urls import path

from clubtornei.exchange import views

app_name = "exchange"
urlpatterns = [
    path("c/<slug:slug>/lists/", views.lists, name="lists"),
    path("c/<slug:slug>/lists/search/", views.search, name="search"),
    path("c/<slug:slug>/lists/<slug:list>/add/", views.add, name="add"),
    path("c/<slug:slug>/lists/<slug:list>/cancel/", views.cancel, name="cancel"),
    path("c/<slug:slug>/lists/<slug:list>/update/", views.update, name="update"),
]
