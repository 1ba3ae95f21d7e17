"""A PDF as the answer to a request."""

from django.http import HttpResponse, StreamingHttpResponse


def pdf(content: bytes, filename: str) -> HttpResponse:
    return HttpResponse(content, headers=_headers(filename))


def pdf_unprinted(filename: str) -> StreamingHttpResponse:
    """What is answered to HEAD for a PDF that is not there yet; it does not say how long the PDF is."""
    return StreamingHttpResponse(headers=_headers(filename))


def _headers(filename: str) -> dict[str, str]:
    return {"Content-Type": "application/pdf", "Content-Disposition": f'inline; filename="{filename}"'}
