"""The addresses of a club's year."""

from django.urls import URLPattern, URLResolver, include, path

from clubtornei.season.circuits import views
from clubtornei.season.merging import views as merging_views
from clubtornei.season.people import views as people_views

app_name = "season"

of_circuit = [
    path("", views.circuit, name="circuit"),
    path("people/<str:person>/", views.circuit_person, name="circuit_person"),
    path("change/", views.circuit_change, name="circuit_change"),
    path("close/", views.circuit_close, name="circuit_close"),
    path("reopen/", views.circuit_reopen, name="circuit_reopen"),
    path("delete/", views.circuit_delete, name="circuit_delete"),
    path("circuit.json", views.export, name="circuit_export"),
    path("sheet.pdf", views.sheet, name="circuit_sheet"),
    path("ranking.<slug:form>", views.table, name="circuit_table"),
    path("pick/", views.pick, name="pick"),
    path("events/<int:pk>/", views.item, name="item"),
    path("typed/new/", views.typed_new, name="typed_new"),
    path("typed/<int:pk>/", views.typed, name="typed"),
    path("items/<int:pk>/remove/", views.remove, name="remove"),
]

of_club: list[URLPattern | URLResolver] = [
    path("", views.circuits, name="circuits"),
    path("new/", views.circuit_new, name="circuit_new"),
    path("import/", views.circuit_import, name="circuit_import"),
    path("tags/", views.tags, name="tags"),
    path("people/", people_views.people, name="people"),
    path("of/<slug:circuit>/", include(of_circuit)),
]

of_roster = [
    path("members/", people_views.members, name="members"),
    path("<int:pk>/merge/", merging_views.merge_with, name="merge_with"),
    path("<int:pk>/merge/<int:other>/", merging_views.merge, name="merge"),
    path("merges/<int:pk>/part/", merging_views.part, name="part"),
]

urlpatterns = [
    path("c/<slug:slug>/circuits/", include(of_club)),
    path("c/<slug:slug>/players/", include(of_roster)),
]
