"""The addresses of the JSON interface, below `/api/v1/`; `openapi.py` describes them."""

from django.urls import URLPattern, URLResolver, include, path

from clubtornei.public.api import views

app_name = "api"

of_stage: list[URLPattern] = [
    path("standings/", views.standings, name="standings"),
    path("calendar/", views.calendar, name="calendar"),
    path("bracket/", views.bracket, name="bracket"),
]

of_event: list[URLPattern | URLResolver] = [
    path("", views.event, name="event"),
    path("prizes/", views.prizes, name="prizes"),
    path("stages/<int:stage>/rounds/<int:number>/", views.round, name="round"),
    path("stages/<int:stage>/", include(of_stage)),
    path("rounds/<int:number>/", views.round, {"stage": 1}, name="round"),
    *of_stage,
]

urlpatterns = [
    path("openapi.json", views.openapi, name="openapi"),
    path("clubs/<slug:club>/events/", views.events, name="events"),
    path("clubs/<slug:club>/circuits/", views.circuits, name="circuits"),
    path("circuits/<slug:circuit>/", views.circuit, name="circuit"),
    path("events/<slug:slug>/", include(of_event)),
]
