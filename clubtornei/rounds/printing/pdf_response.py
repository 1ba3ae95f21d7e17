"""A PDF as the answer to a request."""

from collections.abc import Sequence
from threading import Lock

from django.http import HttpResponse, StreamingHttpResponse

from clubtornei.rounds.printing.rendering import Markup, render

rendering = Lock()


class Busy(Exception):
    """Others were still printing."""


def rendered(sheets: Sequence[Markup], *, title: str = "", patience: float = -1) -> bytes:
    """The PDF, made in the request: one at a time in a process. Raises Busy if those before take longer than
    `patience` seconds; by default it waits.
    """
    if not rendering.acquire(timeout=patience):
        raise Busy
    try:
        return render(sheets, title=title)
    finally:
        rendering.release()


def pdf(content: bytes, filename: str) -> HttpResponse:
    return HttpResponse(content, headers=_headers(filename))


def pdf_unprinted(filename: str) -> StreamingHttpResponse:
    """What is answered to HEAD for a PDF that is not there yet; it does not say how long the PDF is."""
    return StreamingHttpResponse(headers=_headers(filename))


def _headers(filename: str) -> dict[str, str]:
    return {"Content-Type": "application/pdf", "Content-Disposition": f'inline; filename="{filename}"'}
