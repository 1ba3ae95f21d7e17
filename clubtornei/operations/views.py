"""`/metrics/` for Prometheus, and `security.txt` for who has found a hole."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from clubtornei.operations.metrics import exposition

EXPIRES = timedelta(days=180)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever has the token: behind a proxy every visitor seems to come from this machine."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not constant_time_compare(
        request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"
    ):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)


@never_cache
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Where to report a hole in this site (RFC 9116), if whoever runs it has said so."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {(now() + EXPIRES).strftime('%Y-%m-%dT00:00:00Z')}",
        "Preferred-Languages: it, en",
        f"Canonical: {request.build_absolute_uri(request.path)}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
