"""The organisers' pages of the circuits: the list, a circuit's ranking, its settings, closing it."""

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club, Role
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.ranking import apply_move, clear_errors
from clubtornei.events.templatetags.dates import day
from clubtornei.events.writing import ActionRefused
from clubtornei.season.circuits import actions
from clubtornei.season.circuits.access import circuit_of, page
from clubtornei.season.circuits.events import candidates, left_out, not_public
from clubtornei.season.circuits.forms import SettingsForms
from clubtornei.season.circuits.ranking_report import CircuitTable, circuit_table, person_in
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.models import Circuit
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.list_pages import list_page
from scoring.circuit_document import MOST_EVENTS

MOST_OTHERS = 100
PAGES = frozenset(map(str, range(-MOST_EVENTS, MOST_EVENTS + 1)))
"""What `?page=` of a circuit's events may be: each page is kept in the cache."""


@require_safe
@never_cache
def circuits(request: MemberRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug, Role.HELPER)
    context = page(club) | {"circuits": club.circuits.all(), "arbiter": request.role.is_arbiter}
    return list_page(
        request,
        context,
        "season/circuits/circuits.html",
        title=_("Circuiti"),
        lead=_("Una classifica sola su più tornei: la stagione, il gran premio, l’anno."),
    )


@require_safe
@never_cache
def circuit(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """The ranking; the events; for arbiters what can be done. The template keeps ranking and events in the
    cache as long as `fingerprint` is the same.
    """
    found = circuit_of(request, slug, circuit, Role.HELPER)
    asked = request.GET.get("page", "")
    if asked not in PAGES:
        asked = ""

    def table() -> CircuitTable:
        return circuit_table(
            snapshot_of(found),
            lambda person: reverse("season:circuit_person", args=[slug, circuit, person]),
            asked,
        )

    context = page(found.club) | {
        "circuit": found,
        "fingerprint": fingerprint_of(found),
        "page": asked,
        "query": QueryDict(),
        "table": SimpleLazyObject(table),
        "left_out": [] if found.closed else left_out(found),
        "not_public": SimpleLazyObject(lambda: [] if found.closed else not_public(found)),
        "others": _others(found) if request.role.is_arbiter and not found.closed else [],
        "arbiter": request.role.is_arbiter,
        "owner": request.role.is_owner,
        "may_change": request.role.is_arbiter and not found.closed,
    }
    return render(request, "season/circuits/circuit.html", context)


@require_safe
@never_cache
def circuit_person(request: MemberRequest, slug: str, circuit: str, person: str) -> HttpResponse:
    """What of somebody counts and what does not, why he is there and what he needs."""
    found = circuit_of(request, slug, circuit, Role.HELPER)
    shown = person_in(snapshot_of(found), person)
    if shown is None:
        raise Http404
    context = page(found.club) | {"circuit": found, "person": shown}
    return render(request, "season/circuits/circuit_person.html", context)


def _others(circuit: Circuit) -> list[tuple[str, str]]:
    """The club's events that are not in the circuit, to be picked."""
    others = circuit.club.events.exclude(pk__in=candidates(circuit).values("pk")).latest_first()
    return [(str(pk), name) for pk, name in others.values_list("pk", "name")[:MOST_OTHERS]]


@require_http_methods(["GET", "POST"])
@never_cache
def circuit_new(request: MemberRequest, slug: str) -> HttpResponse:
    return _settings(request, Circuit(club=club_of(request, slug)))


@require_http_methods(["GET", "POST"])
@never_cache
def circuit_change(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    found = circuit_of(request, slug, circuit)
    if found.closed:
        messages.error(request, _("Il circuito è chiuso: prima il titolare del circolo deve riaprirlo."))
        return redirect("season:circuit", slug, circuit)
    return _settings(request, found)


def _settings(request: MemberRequest, circuit: Circuit) -> HttpResponse:
    """The form of a circuit. The buttons of the ranking, and the choice of another way of counting, change
    the form and save nothing.
    """
    moved = apply_move(request.POST)
    data = moved or request.POST or None
    is_new = circuit.pk is None
    name = circuit.name
    forms = SettingsForms(data, circuit)
    submitted = data is not None and moved is None and not forms.counting.changed
    if submitted and forms.is_valid():
        fields = forms.apply()
        with RefusalAsMessage(request):
            if is_new:
                actions.create(circuit)
            else:
                actions.change(circuit, fields)
            messages.success(request, _("Il circuito è salvato."))
        return redirect("season:circuit", circuit.club.slug, circuit.slug)
    context = _form_context(circuit.club, name) | {"forms": forms}
    if submitted or data is None:
        status = 422 if data else 200
        return render(request, "season/circuits/circuit_form.html", context, status=status)
    clear_errors(*forms.all)
    part = "season/circuits/_counting.html" if forms.counting.changed else "season/circuits/_ranking.html"
    context |= {"counting": forms.counting}
    return render(request, part if request.htmx else "season/circuits/circuit_form.html", context)


def _form_context(club: Club, name: str) -> Context:
    return page(club) | {
        "title": name or _("Nuovo circuito"),
        "lead": _("Quali tornei entrano, che cosa conta, chi è davanti a parità."),
        "button": _("Salva"),
        "back": reverse("season:circuits", args=[club.slug]),
    }


@require_http_methods(["GET", "POST"])
@never_cache
def circuit_close(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """Close the circuit, after showing the ranking that will stay."""
    found = circuit_of(request, slug, circuit)
    if request.method == "POST" and not found.closed:
        with RefusalAsMessage(request):
            actions.close(found, request.POST.get("expected", ""))
            messages.success(request, _("Circuito chiuso: la classifica non cambia più."))
        return redirect("season:circuit", slug, circuit)
    if found.closed:
        return redirect("season:circuit", slug, circuit)
    expected = fingerprint_of(found)
    table = circuit_table(snapshot_of(found))
    return form_page(
        request,
        page(found.club) | {"table": table, "sent": [("expected", expected)]},
        title=_("Chiudere il circuito?"),
        lead=found.name,
        button=_("Chiudi il circuito"),
        back=reverse("season:circuit", args=[slug, circuit]),
        template="season/circuits/circuit_close.html",
    )


@require_http_methods(["GET", "POST"])
@never_cache
def circuit_reopen(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """Open a closed circuit again, after asking; only the club's owner may."""
    found = circuit_of(request, slug, circuit, Role.OWNER)
    if found.closed and request.method == "POST":
        actions.reopen(found)
        messages.success(request, _("Circuito riaperto: la classifica segue di nuovo i tornei."))
    if not found.closed or request.method == "POST":
        return redirect("season:circuit", slug, circuit)
    return confirmation_page(
        request,
        page(found.club),
        title=_("Riaprire il circuito?"),
        sentences=[
            _(
                "«%(name)s» è chiuso dal %(day)s. Se lo riapri la classifica si calcola di nuovo dai tornei,"
                " con le correzioni fatte da allora."
            )
            % {"name": found.name, "day": day(localtime(found.closed_at))}
        ],
        button=_("Riapri il circuito"),
        back=reverse("season:circuit", args=[slug, circuit]),
    )


@require_http_methods(["GET", "POST"])
@never_cache
def circuit_delete(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    found = circuit_of(request, slug, circuit, Role.OWNER)
    if request.method == "GET":
        return confirmation_page(
            request,
            page(found.club),
            title=_("Eliminare il circuito?"),
            sentences=[
                _(
                    "Va perso per sempre «%(name)s», con i risultati scritti a mano. I tornei del circolo"
                    " restano."
                )
                % {"name": found.name}
            ],
            button=_("Elimina per sempre"),
            export=reverse("season:circuit_export", args=[slug, circuit]),
            back=reverse("season:circuit", args=[slug, circuit]),
        )
    actions.delete(found)
    messages.success(request, _("Il circuito «%(name)s» non c’è più.") % {"name": found.name})
    return redirect("season:circuits", slug)


@require_POST
def pick(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """Let an event of the club count that the rule does not take."""
    found = circuit_of(request, slug, circuit)
    event = found.club.events.filter(pk=parse_int(request.POST.get("event", "")) or 0).first()
    with RefusalAsMessage(request):
        if event is None:
            raise ActionRefused(_("Scegli un torneo dall’elenco."))
        actions.pick(found, event)
    return redirect("season:circuit", slug, circuit)
