"""The public pages of a published circuit."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubtornei.public.freshness import cached_response, embeddable, render_page
from clubtornei.public.sharing import sharing_of_club
from clubtornei.season.circuits.access import published_circuit
from clubtornei.season.circuits.files import document_file, table_file
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.circuits.tables import circuit_table


@require_safe
def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """The ranking: what of everybody counts and what does not, why he is there and what he needs."""
    found = published_circuit(circuit)
    shown = f"{found.name}:{found.club.look}:{fingerprint_of(found)}"

    def make() -> HttpResponse:
        context = {
            "circuit": found,
            "club": found.club,
            "table": circuit_table(snapshot_of(found)),
            "sharing": sharing_of_club(request, found.club),
        }
        return render_page("public/circuit.html", context)

    return embeddable(cached_response(request, shown, make), found.club.embedding_sites)


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
