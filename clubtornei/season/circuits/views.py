"""The organisers' pages of the circuits: the list, a circuit with its events and files, tags."""

from collections import defaultdict

from django.contrib import messages
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import LATEST_FIRST
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.ranking import apply_move, clear_errors
from clubtornei.events.templatetags.dates import day
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.printing.paper_format import READ
from clubtornei.rounds.printing.pdf_responses import pdf, render_lock
from clubtornei.rounds.printing.rendering import SheetHtml, can_print, render as render_sheets
from clubtornei.rounds.printing.sheet import html_of
from clubtornei.season.circuits import actions
from clubtornei.season.circuits.access import circuit_of, page
from clubtornei.season.circuits.documents import import_circuit
from clubtornei.season.circuits.events import candidates, left_out, not_public
from clubtornei.season.circuits.files import document_file, sheet_context, table_file
from clubtornei.season.circuits.forms import CountingForms, SettingsForms, tag_of
from clubtornei.season.circuits.item_forms import CircuitDocumentForm, ItemForm, TypedForm, written
from clubtornei.season.circuits.ranking_report import CircuitTable, circuit_table, person_in
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.models import LONGEST_TAG, Circuit, CircuitEvent, EventTag
from clubtornei.text.numerals import parse_int
from clubtornei.text.text_fields import one_line
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.http import form_status, post_data
from clubtornei.web.key_pages import key_page
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


ON_A_PAGE = 20
FIELD = "event-"  # with the event's key


@require_http_methods(["GET", "POST"])
@never_cache
def tags(request: MemberRequest, slug: str) -> HttpResponse:
    """Each event with its tags in one field, separated by commas, the latest first, by page."""
    club = club_of(request, slug)
    if request.method == "POST":
        typed = {
            pk: _tags_in(request.POST.get(name, ""))
            for name in request.POST
            if name.startswith(FIELD) and (pk := parse_int(name.removeprefix(FIELD)))
        }
        own = club.events.filter(pk__in=typed).values_list("pk", flat=True)
        set_tags(club, {pk: typed[pk] for pk in own})
        messages.success(request, _("Le etichette sono salvate."))
        return redirect(request.get_full_path())
    found = club.events.brief().prefetch_related("tags")
    events = key_page(found, LATEST_FIRST, request.GET.get("page"), ON_A_PAGE)
    rows = [(event, ", ".join(tag.name for tag in event.tags.all())) for event in events]
    return form_page(
        request,
        page(club) | {"rows": rows, "page": events, "query": request.GET},
        title=_("Etichette dei tornei"),
        lead=_(
            "Più d’una si separano con la virgola. Un circuito può prendere da solo i tornei che ne hanno"
            " una."
        ),
        button=_("Salva"),
        back=reverse("season:circuits", args=[slug]),
        refused="" if rows else _("Il circolo non ha ancora tornei."),
        template="season/circuits/tags.html",
    )


def _tags_in(text: str) -> list[str]:
    names = (tag_of(one_line(part))[:LONGEST_TAG] for part in text.split(","))
    return sorted({name for name in names if name})


@transaction.atomic
def set_tags(club: Club, wanted: dict[int, list[str]]) -> None:
    """Give these events of the club these tags and no others; circuits are counted anew."""
    held: dict[int, set[str]] = defaultdict(set)
    for event, name in EventTag.objects.filter(event__in=wanted).values_list("event", "name"):
        held[event].add(name)
    for event, names in wanted.items():
        if gone := held[event].difference(names):
            EventTag.objects.filter(event=event, name__in=gone).delete()
    EventTag.objects.bulk_create(
        [EventTag(event_id=event, name=name) for event, names in wanted.items() for name in names],
        ignore_conflicts=True,
    )
    Circuit.objects.filter(club=club).update(version=F("version") + 1)


@require_http_methods(["GET", "POST"])
@never_cache
def item(request: MemberRequest, slug: str, circuit: str, pk: int) -> HttpResponse:
    """How an event of the club counts in the circuit."""
    found = circuit_of(request, slug, circuit)
    event = get_object_or_404(found.club.events, pk=pk)
    stored = found.items.filter(event=event).first() or CircuitEvent(circuit=found, event=event)
    stored.circuit = found
    return _page(request, found, stored, ItemForm(post_data(request), instance=stored))


@require_http_methods(["GET", "POST"])
@never_cache
def typed_new(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """An event played elsewhere, or still to come."""
    found = circuit_of(request, slug, circuit)
    new = CircuitEvent(circuit=found, kind="external")
    return _page(request, found, new, TypedForm(post_data(request), instance=new))


@require_http_methods(["GET", "POST"])
@never_cache
def typed(request: MemberRequest, slug: str, circuit: str, pk: int) -> HttpResponse:
    found = circuit_of(request, slug, circuit)
    stored = get_object_or_404(found.items.filter(event=None), pk=pk)
    stored.circuit = found
    initial = {"results": written(list(stored.results.all()))}
    form = TypedForm(post_data(request), instance=stored, initial=initial)
    return _page(request, found, stored, form)


def _page(request: MemberRequest, circuit: Circuit, item: CircuitEvent, form: ItemForm) -> HttpResponse:
    """The form; a valid one is saved. Choosing another way of counting shows its options first."""
    counting = CountingForms(post_data(request), item.counting, like_circuit=True)
    submitted = request.method == "POST" and not counting.changed
    if submitted and form.is_valid() & counting.is_valid():
        item.counting = counting.written()
        results = form.typed if isinstance(form, TypedForm) else None
        if not isinstance(form, TypedForm) or form.check_counting():
            with RefusalAsMessage(request):
                actions.save_item(item, results)
                _say(request, form)
            return redirect("season:circuit", circuit.club.slug, circuit.slug)
    context = page(circuit.club) | {
        "circuit": circuit,
        "item": item,
        "form": form,
        "title": str(item) if item.pk or item.event_id else _("Un torneo giocato altrove, o da giocare"),
        "lead": _("Come conta per «%(circuit)s».") % {"circuit": circuit.name},
        "button": _("Salva"),
        "back": reverse("season:circuit", args=[circuit.club.slug, circuit.slug]),
        "counting": counting,
        "typed": isinstance(form, TypedForm),
    }
    if counting.changed:
        form.errors.clear()
        part = "season/circuits/_counting.html" if request.htmx else "season/circuits/item_form.html"
        return render(request, part, context)
    return render(request, "season/circuits/item_form.html", context, status=form_status(form.is_bound))


def _say(request: MemberRequest, form: ItemForm) -> None:
    messages.success(request, _("Salvato: la classifica è già ricalcolata."))
    if isinstance(form, TypedForm) and form.unknown:
        names = ", ".join(form.unknown[:30])
        text = _("Non sono fra i giocatori del circolo, e contano con il nome scritto: %(names)s.")
        messages.info(request, text % {"names": names})


@require_POST
def remove(request: MemberRequest, slug: str, circuit: str, pk: int) -> HttpResponse:
    """Take an event played elsewhere, or what the circuit says of one of the club, away."""
    found = circuit_of(request, slug, circuit)
    stored = get_object_or_404(found.items, pk=pk)
    stored.circuit = found
    with RefusalAsMessage(request):
        actions.remove_item(stored)
    return redirect("season:circuit", slug, circuit)


@require_safe
@never_cache
def export(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    found = circuit_of(request, slug, circuit, Role.HELPER)
    return document_file(found)


@require_safe
@never_cache
def table(request: MemberRequest, slug: str, circuit: str, form: str) -> HttpResponse:
    """The ranking as XLSX or CSV."""
    return table_file(circuit_of(request, slug, circuit, Role.HELPER), form)


@require_safe
@never_cache
def sheet(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """The ranking for the wall, as PDF."""
    found = circuit_of(request, slug, circuit, Role.HELPER)
    if not can_print():
        raise Http404
    html = html_of("report.html", sheet_context(found))
    with render_lock:
        return pdf(render_sheets([SheetHtml(html, ("list",), READ)]), f"{found.slug}.pdf")


@require_http_methods(["GET", "POST"])
@never_cache
def circuit_import(request: MemberRequest, slug: str) -> HttpResponse:
    """A document becomes a circuit; if anything in it is wrong, nothing is written."""
    club = club_of(request, slug)
    form = CircuitDocumentForm(post_data(request), request.FILES or None)
    if form.is_valid():
        imported = import_circuit(club, form.cleaned_data["file"])
        messages.success(request, _("Il circuito è importato."))
        if imported.strangers:
            names = ", ".join(imported.strangers[:30])
            text = _("Nel documento sono soci, qui no: %(names)s. Si segnano in «Soci e pagine».")
            messages.warning(request, text % {"names": names})
        return redirect("season:circuit", slug, imported.circuit.slug)
    return form_page(
        request,
        page(club),
        form,
        title=_("Importa un circuito"),
        lead=_(
            "I tornei che il circolo ha già si riconoscono; degli altri entrano i risultati. All’elenco dei"
            " giocatori non si aggiunge nessuno."
        ),
        button=_("Importa"),
        back=reverse("season:circuits", args=[slug]),
    )
