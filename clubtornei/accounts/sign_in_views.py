"""Signing in."""

from math import ceil
from time import time
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubtornei.accounts import second_factor as factor
from clubtornei.accounts.forms import CodeForm, SignInForm, begin_at
from clubtornei.accounts.lockouts import client_address, locked_until
from clubtornei.accounts.signing_in import sign_in
from clubtornei.http import form_status, post_data
from clubtornei.untyped import Context

HALF = "half_signed_in"
"""The key of the session with who has given his password, and not yet his second factor."""
PATIENCE = 600  # seconds for that
TEMPLATE = "accounts/login.html"


class SignIn(LoginView):
    template_name = TEMPLATE
    form_class = SignInForm

    def get_context_data(self, **kwargs: Any) -> Context:
        return super().get_context_data(**kwargs, mail=bool(settings.EMAIL_URL))

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The name stays as it was written: most often the password is what is wrong."""
        begin_at(form, "password")
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user, next_page = form.get_user(), self.get_success_url()
        if factor.is_on(user):
            self.request.session[HALF] = {"user": user.pk, "next": next_page, "at": time()}
            return redirect("accounts:code")
        sign_in(self.request, user)
        return redirect(next_page)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The second factor of who has given his password on the page before."""
    half = request.session.get(HALF, {})
    user = User.objects.filter(pk=half.get("user"), is_active=True).first()
    if user is None or time() - half["at"] > PATIENCE:
        return redirect("login")
    form = CodeForm(post_data(request))
    if form.is_valid():
        if until := factor.waits_until(user):
            seconds = ceil((until - now()).total_seconds())
            wait = ngettext("Aspetta %(n)d secondo e riprova.", "Aspetta %(n)d secondi e riprova.", seconds)
            form.add_error("code", wait % {"n": seconds})
        elif factor.matches(user, form.cleaned_data["code"]):
            del request.session[HALF]
            sign_in(request, user)
            return redirect(half["next"])
        else:
            form.add_error("code", _("Non è il codice giusto: aspetta il prossimo, o usane uno di riserva."))
    return render(request, "accounts/code.html", {"form": form}, status=form_status(form.is_bound))


def locked_out(
    request: HttpRequest, _response: HttpResponse, credentials: dict[str, str] | None
) -> HttpResponse:
    """What django-axes answers who has given too many wrong passwords: how long he waits."""
    name = (credentials or {}).get("username", "")
    until = locked_until([name], client_address(request)).get(name)
    seconds = (until - now()).total_seconds() if until else 60
    context = {
        "form": SignInForm(request, initial={"username": name}),
        "locked": True,
        "minutes": ceil(seconds / 60),
        "next": request.POST.get("next", ""),
        "mail": bool(settings.EMAIL_URL),
    }
    return render(request, TEMPLATE, context, status=429)
