"""The public pages. None of them writes anything."""

from django.urls import URLPattern, URLResolver, include, path

from clubtornei.public import circuit_views, overlay_views, people_views, views

app_name = "public"

# Pages of one stage: the current one, or with the prefix `stages/<stage>/` the one with that number.
of_stage = [
    path("bracket/", views.bracket, name="bracket"),
    path("calendar/", views.calendar, name="calendar"),
    path("crosstable/", views.crosstable, name="crosstable"),
    path("players/<int:entry_no>/", views.card, name="card"),
    path("rounds/<int:number>/", views.pairings, name="pairings"),
    path("rounds/<int:number>/tables/<int:table>/", views.why_pairing, name="why_pairing"),
    path("standings/", views.standings, name="standings"),
    path("standings/clubs/", views.clubs, name="clubs"),
    path("standings/needs/", views.clinch, name="clinch"),
    path("standings/<int:entry_no>/", views.why_place, name="why_place"),
]

of_event: list[URLPattern | URLResolver] = [
    path("", views.event, name="event"),
    path("clock/", views.clock, name="clock"),
    path("overlay/", overlay_views.standings, name="overlay"),
    path("overlay/round/", overlay_views.round, name="overlay_round"),
    path("document.json", views.document, name="document"),
    path("final/<int:entry_no>/", views.why_final, name="why_final"),
    path("rules/", views.rules, name="rules"),
    path("screen/", views.screen, name="screen"),
    path("stages/", views.stages, name="stages"),
    path("stages/<int:stage>/", include(of_stage)),
    path("verify/", views.verify, name="verify"),
    *of_stage,
]

# The address of an event ends in a year, so none is called `circuits` or `people`.
of_circuit = [
    path("", circuit_views.circuit, name="circuit"),
    path("circuit.json", circuit_views.document, name="circuit_document"),
    path("ranking.<slug:form>", circuit_views.table, name="circuit_table"),
]

urlpatterns = [
    path("circuits/<slug:circuit>/", include(of_circuit)),
    path("people/<slug:club>/", people_views.people, name="people"),
    path("people/<slug:club>/<int:pk>/", people_views.person, name="person"),
    path("<slug:slug>/", include(of_event)),
]
