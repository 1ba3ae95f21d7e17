from django.urls import path

from clubtornei.exchange import table_views, views

app_name = "exchange"
urlpatterns = [
    path("c/<slug:slug>/roster.<slug:form>", table_views.roster, name="roster"),
    path("e/<slug:slug>/spreadsheets/", table_views.tables, name="tables"),
    path("e/<slug:slug>/spreadsheets/package/", table_views.package, name="package"),
    path("e/<slug:slug>/spreadsheets/package/cancel/", table_views.package_cancel, name="package_cancel"),
    path("e/<slug:slug>/spreadsheets/package.zip", table_views.packaged, name="packaged"),
    path("e/<slug:slug>/spreadsheets/<slug:name>.<slug:form>", table_views.table, name="table"),
    path("c/<slug:slug>/lists/", views.lists, name="lists"),
    path("c/<slug:slug>/lists/search/", views.search, name="search"),
    path("c/<slug:slug>/lists/<slug:list>/add/", views.add, name="add"),
    path("c/<slug:slug>/lists/<slug:list>/cancel/", views.cancel, name="cancel"),
    path("c/<slug:slug>/lists/<slug:list>/remove/", views.remove, name="remove"),
    path("c/<slug:slug>/lists/<slug:list>/update/", views.update, name="update"),
]
