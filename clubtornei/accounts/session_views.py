"""Ending what one is signed in with; the list is on the page of the account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from clubtornei.accounts.models import Session


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
    return redirect("accounts:account")
