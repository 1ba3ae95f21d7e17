"""The user's own page, which several views answer with."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now

from clubtornei.accounts.access import is_site_administrator
from clubtornei.accounts.browsers import browser_in_words
from clubtornei.accounts.forms import AccountForm, OwnPasswordForm
from clubtornei.accounts.models import Membership, Session
from clubtornei.web.http import form_status


def account_page(
    request: HttpRequest,
    user: User,
    form: AccountForm | None = None,
    password_form: OwnPasswordForm | None = None,
    *,
    codes: Iterable[str] = (),
) -> HttpResponse:
    """Name, password, where the user is signed in; `codes`: new recovery codes, which are shown this once."""
    form = form or AccountForm(instance=user)
    password_form = password_form or OwnPasswordForm(user)
    context = {
        "form": form,
        "password_form": password_form,
        "memberships": Membership.objects.filter(user=user).select_related("club").order_by("club__name"),
        "site_administrator": is_site_administrator(user),
        "sessions": _sessions(user, request.session.session_key),
        "codes": codes,
    }
    status = form_status(form.is_bound or password_form.is_bound)
    return render(request, "accounts/account.html", context, status=status)


def _sessions(user: User, own: str | None) -> list[tuple[Session, str, bool]]:
    """Those that last, this one first: each with its browser in words, and whether it is this one."""
    found = Session.objects.filter(user=user, expire_date__gt=now()).order_by("-signed_in_at")
    listed = sorted(found, key=lambda one: one.session_key != own)
    return [(one, browser_in_words(one.agent), one.session_key == own) for one in listed]
