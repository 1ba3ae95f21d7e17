"""Signing in."""

from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now

from clubtornei.accounts.lockouts import client_address, locked_until
from clubtornei.accounts.signing_in import sign_in
from clubtornei.untyped import Context

TEMPLATE = "accounts/login.html"


class SignIn(LoginView):
    template_name = TEMPLATE

    def get_context_data(self, **kwargs: Any) -> Context:
        return super().get_context_data(**kwargs, mail=bool(settings.EMAIL_URL))

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        sign_in(self.request, form.get_user())
        return redirect(self.get_success_url())


def locked_out(
    request: HttpRequest, _response: HttpResponse, credentials: dict[str, str] | None
) -> HttpResponse:
    """What django-axes answers who has given too many wrong passwords: how long he waits."""
    name = (credentials or {}).get("username", "")
    until = locked_until([name], client_address(request)).get(name)
    seconds = (until - now()).total_seconds() if until else 60
    context = {
        "form": AuthenticationForm(request, initial={"username": name}),
        "locked": True,
        "minutes": ceil(seconds / 60),
        "next": request.POST.get("next", ""),
        "mail": bool(settings.EMAIL_URL),
    }
    return render(request, TEMPLATE, context, status=429)
