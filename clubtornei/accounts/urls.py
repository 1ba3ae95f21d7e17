from django.urls import path

from clubtornei.accounts import backup_views, views

app_name = "accounts"
urlpatterns = [
    path("start/", views.start, name="start"),
    path("account/", views.account, name="account"),
    path("account/password/", views.password, name="password"),
    path("demo/leave/", views.demo_leave, name="demo_leave"),
    path("c/<slug:slug>/backups/", backup_views.backups, name="backups"),
    path("c/<slug:slug>/backups/<str:file>/", backup_views.backup, name="backup"),
    path("c/<slug:slug>/members/", views.members, name="members"),
    path("c/<slug:slug>/members/add/", views.member_add, name="member_add"),
    path("c/<slug:slug>/members/<int:pk>/role/", views.member_role, name="member_role"),
    path("c/<slug:slug>/members/<int:pk>/password/", views.member_password, name="member_password"),
    path("c/<slug:slug>/members/<int:pk>/remove/", views.member_remove, name="member_remove"),
]
