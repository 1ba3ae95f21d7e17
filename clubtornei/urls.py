"""The URLs of every app: public pages, accounts, rosters, events and their rounds."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from clubtornei.accounts.sign_in_views import SignIn
from clubtornei.operations import views as operations
from clubtornei.web.language_choice import set_language

handler403 = "clubtornei.accounts.signed_out.refused"
handler500 = "clubtornei.operations.views.error_page"

urlpatterns = [
    path("t/", include("clubtornei.public.urls")),
    path("api/v1/", include("clubtornei.public.api.urls")),
    path("", include("clubtornei.accounts.urls")),
    path("", include("clubtornei.players.urls")),
    path("", include("clubtornei.events.urls")),
    path("", include("clubtornei.mail.urls")),
    path("", include("clubtornei.rounds.urls")),
    path("", include("clubtornei.exchange.urls")),
    path("", include("clubtornei.publishing.urls")),
    path("", include("clubtornei.season.urls")),
    path("", include("clubtornei.club_copies.urls")),
    path("", include("clubtornei.help.urls")),
    path("login/", SignIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("health/", operations.health, name="health"),
    path("metrics/", operations.metrics, name="metrics"),
    path(".well-known/security.txt", operations.security_txt, name="security_txt"),
    path("i18n/setlang/", set_language, name="set_language"),
]
