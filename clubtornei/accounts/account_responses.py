"""The user's own page, which several views answer with."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _

from clubtornei.accounts.access import is_site_administrator
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


BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What stands in a user agent, and the browser: the first that is found, for most say Safari, too."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_in_words(agent: str) -> str:
    """Firefox su Linux; the user agent as it is where it says neither."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    if browser and system:
        return _("%(browser)s su %(system)s") % {"browser": browser, "system": system}
    return browser or system or agent
