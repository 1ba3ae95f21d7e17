"""The page with one form, and the page that asks first; both are templates/form_page.html."""

from collections.abc import Iterable

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubtornei.text.untyped import Context
from clubtornei.web.http import form_status


def form_page(
    request: HttpRequest,
    context: Context,
    form: BaseForm | None = None,
    *,
    title: str,
    button: str,
    back: str = "",
    lead: str = "",
    refused: str = "",
    template: str = "form_page.html",
) -> HttpResponse:
    """A title, a sentence below it, a form with its button, and where "Annulla" leads; 422 after a POST.
    `refused`: why it is not possible, instead of the form.

    `template`: one that extends form_page.html, where there is more to be shown.
    """
    shown = {"form": form, "title": title, "button": button, "back": back, "lead": lead, "refused": refused}
    return render(request, template, context | shown, status=form_status(request.method == "POST"))


def confirmation_page(
    request: HttpRequest,
    context: Context,
    form: BaseForm | None = None,
    *,
    sentences: Iterable[str] = (),
    sent: Iterable[tuple[str, str]] = (),
    export: str = "",
    **words: str,
) -> HttpResponse:
    """The question, what will happen, and the button that does it; `sent`: what the page has shown, sent with
    it by name; `export`: the address of what could be kept; `words`: those of form_page.
    """
    asked = {"sentences": sentences, "sent": sent, "export": export, "danger": True}
    return form_page(request, context | asked, form, **words)
