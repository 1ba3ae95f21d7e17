from django.urls import path

from clubtornei.accounts import (
    backup_views,
    club_views,
    invitation_views,
    password_views,
    second_factor_views,
    session_views,
    sign_in_views,
    views,
)

app_name = "accounts"
urlpatterns = [
    path("start/", views.start, name="start"),
    path("invite/<str:token>/", invitation_views.join, name="join"),
    path("account/", views.account, name="account"),
    path("account/password/", views.password, name="password"),
    path("account/delete/", views.account_delete, name="account_delete"),
    path("account/sessions/", session_views.sessions, name="sessions"),
    path("account/sessions/end/", session_views.session_end, name="session_end"),
    path("account/second-factor/", second_factor_views.second_factor, name="second_factor"),
    path(
        "account/second-factor/change/",
        second_factor_views.second_factor_change,
        name="second_factor_change",
    ),
    path("login/code/", sign_in_views.code, name="code"),
    path("password/forgotten/", password_views.Forgotten.as_view(), name="password_forgotten"),
    path("password/set/<uidb64>/<token>/", password_views.SetPassword.as_view(), name="password_set"),
    path("demo/leave/", views.demo_leave, name="demo_leave"),
    path("clubs/", club_views.clubs, name="clubs"),
    path("c/<slug:slug>/club/", club_views.club, name="club"),
    path("c/<slug:slug>/club/look/", club_views.club_look, name="club_look"),
    path("c/<slug:slug>/club/close/", club_views.club_close, name="club_close"),
    path("c/<slug:slug>/club/reopen/", club_views.club_reopen, name="club_reopen"),
    path("c/<slug:slug>/club/hand-over/", club_views.club_hand_over, name="club_hand_over"),
    path("c/<slug:slug>/club/delete/", club_views.club_delete, name="club_delete"),
    path("c/<slug:slug>/backups/", backup_views.backups, name="backups"),
    path("c/<slug:slug>/backups/<str:file>/", backup_views.backup, name="backup"),
    path("c/<slug:slug>/members/", views.members, name="members"),
    path("c/<slug:slug>/members/invite/", invitation_views.invite, name="invite"),
    path("c/<slug:slug>/invitations/<int:pk>/", invitation_views.invitation, name="invitation"),
    path(
        "c/<slug:slug>/invitations/<int:pk>/withdraw/",
        invitation_views.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path("c/<slug:slug>/members/<int:pk>/role/", views.member_role, name="member_role"),
    path("c/<slug:slug>/members/<int:pk>/password/", password_views.member_password, name="member_password"),
    path("c/<slug:slug>/members/<int:pk>/unlock/", views.member_unlock, name="member_unlock"),
    path("c/<slug:slug>/members/<int:pk>/remove/", views.member_remove, name="member_remove"),
]
