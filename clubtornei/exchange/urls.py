from django.urls import path

from clubtornei.exchange import views
from clubtornei.players.views import roster_file
from clubtornei.rounds.spreadsheets import views as spreadsheets

app_name = "exchange"
urlpatterns = [
    path("c/<slug:slug>/roster.<slug:form>", roster_file, name="roster"),
    path("e/<slug:slug>/spreadsheets/", spreadsheets.tables, name="tables"),
    path("e/<slug:slug>/spreadsheets/package/", spreadsheets.package, name="package"),
    path("e/<slug:slug>/spreadsheets/package/cancel/", spreadsheets.package_cancel, name="package_cancel"),
    path("e/<slug:slug>/spreadsheets/package.zip", spreadsheets.packaged, name="packaged"),
    path("e/<slug:slug>/spreadsheets/<slug:name>.<slug:form>", spreadsheets.table, name="table"),
    path("c/<slug:slug>/lists/", views.lists, name="lists"),
    path("c/<slug:slug>/lists/search/", views.search, name="search"),
    path("c/<slug:slug>/lists/<slug:list>/add/", views.add, name="add"),
    path("c/<slug:slug>/lists/<slug:list>/cancel/", views.cancel, name="cancel"),
    path("c/<slug:slug>/lists/<slug:list>/remove/", views.remove, name="remove"),
    path("c/<slug:slug>/lists/<slug:list>/update/", views.update, name="update"),
]
