"""The organiser's pages of the roster, and its import."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import SignedInRequest, club_of
from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club
from clubtornei.players import actions
from clubtornei.players.forms import PlayerForm
from clubtornei.players.import_forms import ColumnsForm, SourceForm, with_mended_cells
from clubtornei.players.importing import MOST_NAMED, ImportPlan, ImportRow, Status, plan_import
from clubtornei.players.models import GUESTS, MEMBERS, Player
from clubtornei.players.names import BY_NAME
from clubtornei.players.roster_spreadsheet import roster_page
from clubtornei.text.numerals import parse_ints
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.http import post_data, spreadsheet_response
from clubtornei.web.key_pages import key_page
from clubtornei.web.list_pages import list_page

PLAYERS_A_PAGE = 50
MARKS = {"": gettext_lazy("Tutti"), MEMBERS: gettext_lazy("Soci"), GUESTS: gettext_lazy("Ospiti")}
"""What the roster is filtered by."""
SPARSE = {
    "fide_rating": (gettext_lazy("Elo FIDE"), "num"),
    "fsi_rating": (gettext_lazy("Elo FSI"), "num"),
    "club_rating": (gettext_lazy("Punteggio sociale"), "num"),
    "affiliation": (gettext_lazy("Circolo"), "club"),
    "group": (gettext_lazy("Gruppo"), "club"),
}
"""The columns that a page of the roster leaves out where none of its players has anything in them."""
MOST_MENDED = 40  # rows with a field for each cell: a form has an end


@require_safe
@never_cache
def roster_file(request: SignedInRequest, slug: str, form: str) -> HttpResponse:
    """The roster with all that it has, for whoever may change it."""
    club = club_of(request, slug)
    response = spreadsheet_response(roster_page(club), club.slug, form)
    record("roster", club, request.user)
    return response


@require_safe
@never_cache
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug)
    query, mark = request.GET.get("q", "").strip(), request.GET.get("who", "")
    players = Player.objects.on_roster_of(club).marked(mark).search(query)
    count = players.count()
    page = key_page(players, BY_NAME, request.GET.get("page"), PLAYERS_A_PAGE)
    filled = {name: any(getattr(player, name) for player in page) for name in SPARSE}
    context = {
        "club": club,
        "section": "roster",
        "q": query,
        "page": page,
        "count": count,
        "mark": mark,
        "query": request.GET,
        "marks": [(value, label, value == mark) for value, label in MARKS.items()],
        "empty": not (query or mark or count),
        "filled": filled,
    }
    sparse = [(str(title), css_class) for name, (title, css_class) in SPARSE.items() if filled[name]]
    return list_page(
        request,
        context,
        "players/roster.html",
        title=_("Giocatori del circolo"),
        columns=[(_("Nome"), ""), *sparse, (_("Socio"), "")],
        rows=page.rows,
    )


@require_http_methods(["GET", "POST"])
@never_cache
def player_add(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug)
    initial = {"name": request.GET.get("name", "")}  # a name for which a search found nobody
    form = PlayerForm(post_data(request), instance=Player(club=club), initial=initial)
    if _save(form):
        messages.success(request, _("%(name)s è in elenco.") % {"name": form.instance.name})
        if "another" in request.POST:
            return redirect("players:player_add", slug)
        return redirect("players:roster", slug)
    return _player_page(request, club, form)


@require_http_methods(["GET", "POST"])
@never_cache
def player_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug)
    player = get_object_or_404(club.players, pk=pk)
    name = player.name
    form = PlayerForm(post_data(request), instance=player)
    if _save(form):
        messages.success(request, _("I dati di %(name)s sono salvati.") % {"name": player.name})
        return redirect("players:roster", slug)
    return _player_page(request, club, form, name=name)


def _save(form: PlayerForm) -> bool:
    """Save the player if the form is valid, also under the club's lock; False: the form has errors."""
    if not form.is_valid():
        return False
    try:
        actions.save_player(form.instance, form.homonyms)
    except ValidationError as error:
        form.add_error(None, error.messages)
        return False
    return True


def _player_page(request: HttpRequest, club: Club, form: PlayerForm, name: str = "") -> HttpResponse:
    """`name`: that of a player being changed, as it was before."""
    return form_page(
        request,
        {"club": club, "section": "roster", "player": form.instance, "name": name},
        form,
        title=name or _("Nuovo giocatore"),
        button=_("Salva"),
        back=reverse("players:roster", args=[club.slug]),
        template="players/player_form.html",
    )


@require_http_methods(["GET", "POST"])
def player_delete(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug)
    player = get_object_or_404(club.players.select_related("club"), pk=pk)
    if request.method == "GET":
        return confirmation_page(
            request,
            {"club": club, "section": "roster"},
            title=_("Eliminare %(name)s dall’elenco?") % {"name": player.name},
            sentences=[_("Nei tornei già giocati nome e risultati restano.")],
            button=_("Elimina"),
            back=reverse("players:player_edit", args=[slug, pk]),
        )
    actions.delete_player(player)
    messages.success(request, _("%(name)s non è più in elenco.") % {"name": player.name})
    return redirect("players:roster", slug)


# The import. The preview's form carries the text, the columns and the plan's fingerprint, so that nothing is
# stored on the server.


@require_http_methods(["GET", "POST"])
@never_cache
def import_roster(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: the form. POST of pasted text, a file, or a preview whose columns were changed: the preview."""
    club = club_of(request, slug)
    source = SourceForm(post_data(request), request.FILES if request.method == "POST" else None)
    if not source.is_valid():
        return _source_page(request, club, source)
    columns = _columns(request, club, source)
    plan = _plan(request, club, columns) if columns.is_valid() else None
    return _preview_page(request, club, source, columns, plan, status=200 if plan else 422)


def _columns(request: HttpRequest, club: Club, source: SourceForm) -> ColumnsForm:
    """The columns of the source, with what was typed over its cells."""
    source.mend(with_mended_cells(source.lines, request.POST))
    return ColumnsForm(source.lines, request.POST, dict(club.import_columns))


def _plan(request: HttpRequest, club: Club, columns: ColumnsForm) -> ImportPlan:
    others = parse_ints(request.POST.getlist("other"))
    return plan_import(
        club, columns.body, columns.columns, others=others, as_typed=columns.cleaned_data["as_typed"]
    )


@require_POST
@never_cache
def import_confirm(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug)
    source = SourceForm(request.POST)
    if not source.is_valid():
        return _source_page(request, club, source)
    columns = _columns(request, club, source)
    if not columns.is_valid():
        return _preview_page(request, club, source, columns, None, status=422)
    try:
        imported = actions.import_players(
            club,
            columns.body,
            columns.columns,
            request.POST.get("expected", ""),
            parse_ints(request.POST.getlist("take")),
            others=parse_ints(request.POST.getlist("other")),
            as_typed=columns.cleaned_data["as_typed"],
        )
    except actions.PlanChanged as changed:
        messages.warning(
            request, _("L’anteprima non corrisponde più all’elenco o alle colonne: ricontrollala.")
        )
        return _preview_page(request, club, source, columns, changed.plan, status=422)
    if columns.to_remember:
        actions.remember_columns(club, *columns.to_remember)
    messages.success(request, _summary(imported))
    if imported.left_out:
        messages.warning(request, _left_out_text(imported.left_out))
    return redirect("players:roster", slug)


def _summary(imported: actions.Imported) -> str:
    counted = {
        ngettext("%(n)d aggiunto", "%(n)d aggiunti", imported.added): imported.added,
        ngettext("%(n)d aggiornato", "%(n)d aggiornati", imported.updated): imported.updated,
        ngettext("%(n)d saltato", "%(n)d saltati", imported.skipped): imported.skipped,
    }
    parts = [text % {"n": count} for text, count in counted.items() if count]
    if not parts:
        return _("Importazione conclusa: l’elenco resta com’era.")
    return _("Importazione conclusa: %(parts)s.") % {"parts": ", ".join(parts)}


def _left_out_text(rows: Sequence[ImportRow]) -> str:
    """Who was not imported, and why."""
    named = [
        _("%(name)s (riga %(number)d, %(why)s)")
        % {
            "name": row.name,
            "number": row.number,
            "why": _("senza spunta") if row.writes else row.status.label,
        }
        for row in rows[:MOST_NAMED]
    ]
    text = _("Non importati: %(named)s.") % {"named": "; ".join(named)}
    more = len(rows) - len(named)
    if more:
        text += " " + ngettext("E un’altra riga.", "E altre %(n)d righe.", more) % {"n": more}
    return text


def _source_page(request: HttpRequest, club: Club, source: SourceForm) -> HttpResponse:
    return form_page(
        request,
        {"club": club, "section": "roster"},
        source,
        title=_("Importa un elenco"),
        lead=_("Prima si vede un’anteprima: niente viene scritto finché non confermi."),
        button=_("Mostra l’anteprima"),
        back=reverse("players:roster", args=[club.slug]),
        template="players/import.html",
    )


def _preview_page(
    request: HttpRequest,
    club: Club,
    source: SourceForm,
    columns: ColumnsForm,
    plan: ImportPlan | None,
    *,
    status: int,
) -> HttpResponse:
    """The preview; without a plan, while the columns are not valid, it shows the rows as they were read."""
    shown = parse_ints(request.POST.get("shown", "").split())
    taken = parse_ints(request.POST.getlist("take"))
    mending = _mending(request, plan)
    for row in plan.rows if plan else ():
        row.ticked = row.number in taken if row.number in shown and not row.other else row.safe
        row.mending = row.number in mending
        row.css_class = "" if row.writes else row.status.value
    rows, names = plan.rows if plan else [ImportRow(line) for line in columns.body], columns.name_places
    for row in rows:
        for place, cell in enumerate(row.line.cells):
            (row.name_cells if place in names else row.other_cells).append((place, cell))
    respelt = any(row.respelt for row in plan.rows) if plan else False
    context: dict[str, Any] = {
        "club": club,
        "section": "roster",
        "shown": " ".join(str(row.number) for row in plan.rows if row.writes) if plan else "",
        "offers_as_typed": respelt or columns["as_typed"].value(),
        "text": source.cleaned_data["text"],
        "form": columns,
        "plan": plan,
        "rows": rows,
    }
    return render(request, "players/import_preview.html", context, status=status)


def _mending(request: HttpRequest, plan: ImportPlan | None) -> set[int]:
    """The rows whose cells can be typed over: that asked for, and those that are wrong."""
    wrong = [row.number for row in plan.rows if row.status == Status.BAD] if plan else []
    return {*wrong[:MOST_MENDED], *parse_ints(request.POST.getlist("mend")[:1])}
