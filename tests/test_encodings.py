"""What a browser refuses is not sent to it; what it takes is, however it writes it."""

import gzip

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from clubtornei.encodings import AcceptedEncodings
from tests.factories import make_played_event


@pytest.mark.parametrize(
    ("sent", "left"),
    [
        ("gzip, deflate, br", "gzip, deflate, br"),
        ("gzip;q=0", ""),
        ("br;q=1.0, GZIP; Q=0.000, *;q=0.5", "br;q=1.0, *;q=0.5"),
        ("gzip;q=0.5, br;q=0.01", "gzip;q=0.5, br;q=0.01"),
        ("GZip, X-Gzip;q=0", "gzip"),
        (None, None),
    ],
)
def test_refused_encodings_are_taken_out(sent: str | None, left: str | None) -> None:
    headers = {"Accept-Encoding": sent} if sent else {}
    seen: list[str | None] = []

    def answer(request: object) -> HttpResponse:
        seen.append(request.headers.get("Accept-Encoding"))  # type: ignore[attr-defined]
        return HttpResponse()

    AcceptedEncodings(answer)(RequestFactory().get("/", headers=headers))
    assert seen == [left]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/t/{}/", "/login/"])
def test_pages_are_compressed_for_who_takes_it(client: Client, address: str) -> None:
    path = address.format(make_played_event(4, 1, published=True).slug)
    for accepted, encoding in (
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("gzip;q=0", None),
        ("identity, gzip;q=0", None),
    ):
        answer = client.get(path, headers={"Accept-Encoding": accepted})
        assert answer.get("Content-Encoding") == encoding
        text = gzip.decompress(answer.content) if encoding else answer.content
        assert text.lstrip().startswith(b"<!DOCTYPE html>")


def test_encodings_are_taken_out_before_anybody_looks_for_one() -> None:
    assert settings.MIDDLEWARE[0] == "clubtornei.encodings.AcceptedEncodings"
