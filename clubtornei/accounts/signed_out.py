"""Who asks for an organisers' page without being signed in, most often because his session has ended, is led
to sign in, and then to where he was. The answer is the same whether there is such a club or event or not.
"""

from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.defaults import permission_denied

from clubtornei.web.http import HtmxRequest, redirect_page


class SignedOut(PermissionDenied):
    """The page is for who is signed in."""


def refused(request: HtmxRequest, exception: Exception) -> HttpResponse:
    """The answer to PermissionDenied, of which SignedOut is one."""
    if not isinstance(exception, SignedOut):
        return permission_denied(request, exception)
    if request.method == "POST":
        messages.warning(request, _("L’accesso è finito, e quest’ultima operazione non è stata salvata."))
    else:
        messages.info(request, _("L’accesso è finito, o non c’era ancora: entra, e la pagina si apre."))
    return redirect_page(request, redirect_to_login(page_asked(request)).url)


def page_asked(request: HtmxRequest) -> str:
    """A page that opens with GET: the one asked for, or on which the form or the part of a page was; where no
    browser tells it, that of the event or club.
    """
    if request.method in ("GET", "HEAD") and not request.htmx:
        return request.get_full_path()
    before = request.htmx.current_url or request.headers.get("Referer", "")
    if before and url_has_allowed_host_and_scheme(before, {request.get_host()}):
        return urlsplit(before)._replace(scheme="", netloc="", fragment="").geturl()
    return "/".join([*request.path.split("/")[:3], ""])
