"""The page with one list, with a row for each person or thing: templates/list_page.html."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubtornei.text.untyped import Context


def list_page(
    request: HttpRequest,
    context: Context,
    template: str,
    *,
    title: str,
    lead: str = "",
    columns: Iterable[tuple[str, str]] = (),
    rows: Iterable[object] = (),
    nothing: str = "",
    drawing: str = "",
    status: int = 200,
) -> HttpResponse:
    """A title, a sentence below it, and the rows, whose cells `template` writes.

    `columns`: the title of each, and its CSS class; without a title it has what can be done with a row.
    `nothing`: what is said where there are no rows, below `drawing`. `searchable` in the context: there is
    a field that searches the rows, without the server.
    """
    shown = {
        "title": title,
        "lead": lead,
        "columns": columns,
        "rows": rows,
        "nothing": nothing,
        "drawing": drawing,
    }
    return render(request, template, context | shown, status=status)
