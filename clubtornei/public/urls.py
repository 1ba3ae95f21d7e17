"""The public pages. None of them writes anything."""

from django.urls import URLPattern, URLResolver, include, path

from clubtornei.public import circuit_views, club_views, file_views, sharing_views, views

app_name = "public"

# Of the first stage, or with the prefix `stages/<stage>/` of the one with that number: whatever is played
# meanwhile, an address is that of the same round.
of_round = [
    path("", views.pairings, name="pairings"),
    path("pairings.txt", file_views.pairings_text, name="pairings_text"),
    path("tables/<int:table>/", views.why_pairing, name="why_pairing"),
]

# Pages of one stage: the current one, or with the prefix `stages/<stage>/` the one with that number.
of_stage = [
    path("bracket/", views.bracket, name="bracket"),
    path("calendar/", views.calendar, name="calendar"),
    path("crosstable/", views.crosstable, name="crosstable"),
    path("players/<int:entry_no>/", views.card, name="card"),
    path(
        "players/<int:entry_no>/<slug:mark>/calendar.ics", file_views.player_calendar, name="player_calendar"
    ),
    path("standings/", views.standings, name="standings"),
    path("standings/standings.txt", file_views.standings_text, name="standings_text"),
    path("standings/clubs/", views.clubs, name="clubs"),
    path("standings/needs/", views.clinch, name="clinch"),
    path("standings/<int:entry_no>/", views.why_place, name="why_place"),
    path("verify/", views.verify, name="verify"),
]

of_event: list[URLPattern | URLResolver] = [
    path("", views.event, name="event"),
    path("calendar/<uuid:key>.ics", file_views.event_calendar, name="event_calendar"),
    path("clock/", views.clock, name="clock"),
    path("overlay/<uuid:key>/", sharing_views.standings, name="overlay"),
    path("overlay/<uuid:key>/round/", sharing_views.round, name="overlay_round"),
    path("document.json", views.document, name="document"),
    path("manifest.webmanifest", sharing_views.event_manifest, name="manifest"),
    path("final/<int:entry_no>/", views.why_final, name="why_final"),
    path("prizes/", views.prizes, name="prizes"),
    path("rules/", views.rules, name="rules"),
    path("screen/", views.screen, name="screen"),
    path("screen/<int:screen>/", views.screen, name="screen_numbered"),
    path("screen/<uuid:key>/", views.hall_screen, name="hall_screen"),
    path("screen/<uuid:key>/<int:screen>/", views.hall_screen, name="hall_screen_numbered"),
    path("stages/", views.stages, name="stages"),
    path("stages/<int:stage>/rounds/<int:number>/", include(of_round)),
    path("stages/<int:stage>/", include(of_stage)),
    path("rounds/<int:number>/", include(of_round), {"stage": 1}),
    *of_stage,
]

of_circuit = [
    path("", circuit_views.circuit, name="circuit"),
    path("people/<str:person>/", circuit_views.person, name="circuit_person"),
    path("circuit.json", circuit_views.document, name="circuit_document"),
    path("ranking.<slug:form>", circuit_views.table, name="circuit_table"),
]

of_club = [
    path("", club_views.club, name="club"),
    path("calendar.ics", club_views.calendar, name="club_calendar"),
    path("feed.atom", club_views.feed, name="feed"),
    path("manifest.webmanifest", sharing_views.club_manifest, name="club_manifest"),
    path("people/", club_views.people, name="people"),
    path("people/<int:pk>/", club_views.person, name="person"),
    path("ratings/", club_views.ratings, name="ratings"),
]

# The address of an event ends in a year, so none is called `circuits`, `clubs`, `colours` or `logos`.
urlpatterns = [
    path("colours/<slug:build>/<slug:surface>/<slug:colour>.css", sharing_views.colours, name="colours"),
    path("logos/<slug:name>/<slug:size>.<slug:suffix>", sharing_views.logo, name="logo"),
    path("circuits/<slug:circuit>/", include(of_circuit)),
    path("clubs/<slug:club>/", include(of_club)),
    path("<slug:slug>/", include(of_event)),
]
