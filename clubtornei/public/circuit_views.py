"""The public pages of a published circuit."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubtornei.public.page_cache import cached_response, embeddable, render_page
from clubtornei.public.sharing import sharing_of_club
from clubtornei.season.circuits.access import published_circuit
from clubtornei.season.circuits.files import document_file, table_file
from clubtornei.season.circuits.ranking_report import circuit_table, person_in
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.models import Circuit
from clubtornei.text.untyped import Context


@require_safe
def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """The ranking: a line a person."""
    found = published_circuit(circuit)

    def make() -> HttpResponse:
        table = circuit_table(
            snapshot_of(found),
            lambda person: reverse("public:circuit_person", args=[circuit, person]),
            request.GET.get("page"),
        )
        return _rendered(request, "public/circuit.html", found, {"table": table})

    return _page(request, found, make)


@require_safe
def person(request: HttpRequest, circuit: str, person: str) -> HttpResponse:
    """What of somebody counts and what does not, why he is there and what he needs."""
    found = published_circuit(circuit)

    def make() -> HttpResponse:
        shown = person_in(snapshot_of(found), person)
        if shown is None:
            raise Http404
        return _rendered(request, "public/circuit_person.html", found, {"person": shown})

    return _page(request, found, make)


def _page(request: HttpRequest, circuit: Circuit, make: Callable[[], HttpResponse]) -> HttpResponse:
    shown = f"{circuit.name}:{circuit.club.look}:{fingerprint_of(circuit)}"
    return embeddable(request, cached_response(request, shown, make), circuit.club.embedding_sites)


def _rendered(request: HttpRequest, template: str, circuit: Circuit, context: Context) -> HttpResponse:
    shared = {
        "circuit": circuit,
        "club": circuit.club,
        "sharing": sharing_of_club(request, circuit.club),
    }
    return render_page(template, shared | context)


@require_safe
def document(request: HttpRequest, circuit: str) -> HttpResponse:
    """The circuit as a document, from which `python -m scoring circuit --check` derives the ranking again."""
    found = published_circuit(circuit)
    return cached_response(request, fingerprint_of(found), lambda: document_file(found))


@require_safe
def table(request: HttpRequest, circuit: str, form: str) -> HttpResponse:
    """The ranking for a spreadsheet."""
    found = published_circuit(circuit)
    if form not in ("xlsx", "csv"):
        raise Http404
    return cached_response(request, fingerprint_of(found), lambda: table_file(found, form))
