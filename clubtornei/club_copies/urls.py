from django.urls import path

from clubtornei.club_copies import views

app_name = "club_copies"
urlpatterns = [
    path("c/<slug:slug>/copies/", views.copies, name="copies"),
    path("c/<slug:slug>/copies/new/", views.copy_new, name="copy_new"),
    path("c/<slug:slug>/copies/upload/", views.upload, name="upload"),
    path("c/<slug:slug>/copies/<slug:copy>.zip", views.download, name="download"),
    path("c/<slug:slug>/copies/<slug:copy>/restore/", views.restore, name="restore"),
    path("c/<slug:slug>/copies/<slug:copy>/delete/", views.delete, name="delete"),
]
