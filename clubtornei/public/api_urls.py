"""The addresses of the JSON interface, below `/api/v1/`; `openapi.py` describes them."""

from django.urls import URLPattern, URLResolver, include, path

from clubtornei.public import api_views

app_name = "api"

of_stage: list[URLPattern] = [
    path("rounds/<int:number>/", api_views.round, name="round"),
    path("standings/", api_views.standings, name="standings"),
]

of_event: list[URLPattern | URLResolver] = [
    path("", api_views.event, name="event"),
    path("stages/<int:stage>/", include(of_stage)),
    *of_stage,
]

urlpatterns = [
    path("openapi.json", api_views.openapi, name="openapi"),
    path("clubs/<slug:club>/events/", api_views.events, name="events"),
    path("clubs/<slug:club>/circuits/", api_views.circuits, name="circuits"),
    path("circuits/<slug:circuit>/", api_views.circuit, name="circuit"),
    path("events/<slug:slug>/", include(of_event)),
]
