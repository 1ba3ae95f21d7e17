"""Reading a sheet back from its PDF, or from what is laid out there."""

import re
from html import unescape
from io import BytesIO
from typing import Any

from django.test import Client
from pypdf import PageObject, PdfReader

from clubtornei.events.models import Event
from tests.jobs.doing import do_jobs


def sheet_pages(client: Client, event: Event, name: str, number: int | None = None) -> list[PageObject]:
    """The pages of the sheet, `stages/2/…` in a later stage; of that round where each has its own."""
    return list(pdf_of(client, address_of(event, name, number)).pages)


def address_of(event: Event, name: str, number: int | None) -> str:
    where, _slash, sheet = name.rpartition("/")
    asked = f"?round={number}" if number else ""
    return f"/e/{event.slug}/{where and f'{where}/'}prints/{sheet}.pdf{asked}"


def pdf_of(client: Client, address: str) -> PdfReader:
    """The PDF, also where a job has printed it and its page leads to it."""
    response = printed(client, address)
    assert response["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(response.getvalue()))


def printed(client: Client, address: str) -> Any:
    """The answer with what is printed, at once or by a job."""
    response = client.get(address)
    if response.status_code == 302:
        do_jobs()
        response = client.get(response["Location"])
    assert response.status_code == 200
    return response


def pages(client: Client, event: Event, name: str, number: int | None = None) -> list[str]:
    """The text of each page of the sheet, words parted by one space."""
    return [" ".join(page.extract_text().split()) for page in sheet_pages(client, event, name, number)]


def words(client: Client, event: Event, name: str, number: int | None = None) -> str:
    """What the sheet says, words parted by one space; only where it is `not_laid_out`."""
    content: bytes = printed(client, address_of(event, name, number)).getvalue()
    body = content.decode().partition("<body")[2]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())
