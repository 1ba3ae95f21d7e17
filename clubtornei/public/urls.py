"""What anybody may read. No address here writes anything."""

from django.urls import include, path

from clubtornei.public import views

app_name = "public"

of_event = [
    path("", views.event, name="event"),
    path("calendar/", views.calendar, name="calendar"),
    path("crosstable/", views.crosstable, name="crosstable"),
    path("document.json", views.document, name="document"),
    path("players/<int:ident>/", views.card, name="card"),
    path("rounds/<int:number>/", views.pairings, name="pairings"),
    path("rounds/<int:number>/tables/<int:table>/", views.why_pairing, name="why_pairing"),
    path("screen/", views.screen, name="screen"),
    path("standings/", views.standings, name="standings"),
    path("standings/<int:ident>/", views.why_place, name="why_place"),
    path("verify/", views.verify, name="verify"),
]

urlpatterns = [path("<slug:slug>/", include(of_event))]
