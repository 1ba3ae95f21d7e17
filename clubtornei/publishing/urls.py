from django.urls import path

from clubtornei.publishing import receiving_views, views

app_name = "publishing"
urlpatterns = [
    path("publishing/receive/", receiving_views.receive, name="receive"),
    path("c/<slug:slug>/publishing/", views.club, name="club"),
    path("c/<slug:slug>/publishing/stop/", views.stop, name="stop"),
    path("c/<slug:slug>/publishing/keys/", receiving_views.keys, name="keys"),
    path("c/<slug:slug>/publishing/keys/<int:pk>/revoke/", receiving_views.revoke, name="revoke"),
    path("c/<slug:slug>/publishing/received/<int:pk>/remove/", receiving_views.remove, name="remove"),
    path("e/<slug:slug>/publishing/", views.event, name="event"),
    path("e/<slug:slug>/publishing/try-again/", views.try_again, name="try_again"),
    path("e/<slug:slug>/publishing/take-over/", views.take_over, name="take_over"),
]
