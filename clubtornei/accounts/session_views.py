"""Where one is signed in, and ending it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubtornei.accounts.browsers import browser_in_words
from clubtornei.accounts.models import Session


@login_required
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """The user's own, this one first."""
    assert isinstance(request.user, User)
    found = Session.objects.filter(user=request.user, expire_date__gt=now()).order_by("-signed_in_at")
    listed = sorted(found, key=lambda one: one.session_key != request.session.session_key)
    own = request.session.session_key
    context = {"sessions": [(one, browser_in_words(one.agent), one.session_key == own) for one in listed]}
    return render(request, "accounts/sessions.html", context)


@login_required
@require_POST
def session_end(request: HttpRequest) -> HttpResponse:
    """End one, named by its number, or all but this one."""
    assert isinstance(request.user, User)
    others = Session.objects.filter(user=request.user).exclude(pk=request.session.session_key)
    if "number" in request.POST:
        number = request.POST["number"]
        others = others.filter(pk__in=[one.pk for one in others if one.number == number])
    ended, _rows = others.delete()
    said = ngettext("%(count)d accesso terminato.", "%(count)d accessi terminati.", ended)
    messages.success(request, said % {"count": ended})
    return redirect("accounts:sessions")
