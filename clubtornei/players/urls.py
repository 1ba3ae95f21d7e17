from django.urls import path

from clubtornei.players import views

app_name = "players"
urlpatterns = [
    path("c/<slug:slug>/players/", views.roster, name="roster"),
    path("c/<slug:slug>/players/add/", views.player_add, name="player_add"),
    path("c/<slug:slug>/players/import/", views.import_roster, name="import"),
    path("c/<slug:slug>/players/import/confirm/", views.import_confirm, name="import_confirm"),
    path("c/<slug:slug>/players/<int:pk>/", views.player_edit, name="player_edit"),
    path("c/<slug:slug>/players/<int:pk>/delete/", views.player_delete, name="player_delete"),
]
