"""Signing in."""

from contextlib import nullcontext
from datetime import datetime, timedelta
from math import ceil
from time import time
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.timesince import timesince
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubtornei.accounts import second_factor as factor
from clubtornei.accounts.forms import CodeForm, SignInForm, begin_at
from clubtornei.accounts.lockouts import CODE, Credentials, count_wrong_code, known_browser, waits_until
from clubtornei.accounts.password_hashing import RETRY_AFTER, HashingBusy, place_for_unknown_browser
from clubtornei.accounts.sessions import sign_in
from clubtornei.text.untyped import CleanedData, Context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data

FIRST_STEP = "half_signed_in"
"""The key of the session with who has given his password, and not yet his second factor."""
CODE_TIMEOUT = 600  # seconds for that
TEMPLATE = "accounts/login.html"


class SignIn(LoginView):
    template_name = TEMPLATE
    form_class = SignInForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """A browser that is known has places of its own to have its password looked at."""
        username = request.POST.get("username", "")
        place = nullcontext() if known_browser(request, username) else place_for_unknown_browser()
        try:
            with place:
                return super().post(request, *args, **kwargs)
        except HashingBusy:
            text = _("In questo momento altri stanno entrando: riprova fra qualche secondo.")
            return refused(request, username, text, RETRY_AFTER)

    def get_context_data(self, **kwargs: Any) -> Context:
        return super().get_context_data(**kwargs, **_form_words())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The name stays as it was written: most often the password is what is wrong."""
        begin_at(form, "password")
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user, next_page = form.get_user(), self.get_success_url()
        if factor.is_on(user):
            first_step = {"user": user.pk, "next": next_page, "at": time()}
            self.request.session[FIRST_STEP] = first_step | {"password": user.get_session_auth_hash()}
            return redirect("accounts:code")
        return sign_in(self.request, user, redirect(next_page))


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The second factor of who has given his password on the page before."""
    first_step = request.session.get(FIRST_STEP, {})
    user = _user_of_first_step(first_step)
    if user is None:
        return redirect("login")
    form = CodeForm(post_data(request))
    if form.is_valid():
        if fault := _fault_of_code(request, user, form.cleaned_data["code"]):
            form.add_error("code", fault)
        else:
            del request.session[FIRST_STEP]
            return sign_in(request, user, redirect(first_step["next"]))
    return form_page(
        request,
        {},
        form,
        title=_("Ora il codice"),
        lead=_("Quello che l’app del telefono mostra adesso, o uno dei codici di riserva."),
        button=_("Entra"),
    )


def _user_of_first_step(first_step: CleanedData) -> User | None:
    """Who has given his password; None if that was too long ago, or password or factor have changed since."""
    user = User.objects.filter(pk=first_step.get("user", 0), is_active=True).first()
    if user is None or time() - first_step["at"] > CODE_TIMEOUT or not factor.is_on(user):
        return None
    same_password = constant_time_compare(first_step.get("password", ""), user.get_session_auth_hash())
    return user if same_password else None


def _fault_of_code(request: HttpRequest, user: User, given: str) -> str:
    """What is wrong with the code; empty if it lets the user in. A recovery code does so at any time."""
    if factor.takes_recovery_code(user, given):
        return ""
    credentials = {"username": user.get_username(), "step": CODE}
    if until := waits_until(request, credentials):
        text = _("Troppi codici sbagliati: riprova fra %(wait)s, o usa subito un codice di riserva.")
        return text % {"wait": _wait(until)}
    if factor.takes_code(user, given):
        return ""
    count_wrong_code(request, user)
    return _("Non è il codice giusto: aspetta il prossimo, o usane uno di riserva.")


def locked_out(request: HttpRequest, response: HttpResponse, credentials: Credentials | None) -> HttpResponse:
    """What django-axes answers who has given too many wrong passwords: how long he waits. The page that asks
    for a code says so itself.
    """
    if credentials and credentials.get("step") == CODE:
        return response
    until = waits_until(request, credentials or {}) or now() + timedelta(minutes=1)
    text = _(
        "Troppe password sbagliate per questo nome utente, o da questa rete: riprova fra %(wait)s."
        " Il titolare del circolo può sbloccare il nome utente subito, nella pagina «Organizzatori»."
    )
    seconds = ceil((until - now()).total_seconds())
    return refused(request, (credentials or {}).get("username", ""), text % {"wait": _wait(until)}, seconds)


def refused(request: HttpRequest, username: str, text: str, seconds: int) -> HttpResponse:
    """The page to sign in, with why not now; the user name stays as it was typed."""
    context = {
        "form": SignInForm(request, initial={"username": username}),
        "not_possible": text,
        "next": request.POST.get("next", ""),
    } | _form_words()
    response = render(request, TEMPLATE, context, status=429)
    response["Retry-After"] = str(max(1, seconds))
    return response


def _form_words() -> Context:
    """What the page asks; `mail`: a forgotten password can be mailed for."""
    return {
        "title": _("Accesso"),
        "lead": _("Per chi organizza. Turni e classifiche si leggono senza accesso."),
        "button": _("Entra"),
        "mail": bool(settings.EMAIL_URL),
    }


def _wait(until: datetime) -> str:
    """How long from now, in whole minutes, in words."""
    minutes = ceil((until - now()).total_seconds() / 60)
    return timesince(now(), now() + timedelta(minutes=minutes, seconds=1))
