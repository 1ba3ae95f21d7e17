"""The sheets players fill in: the slip of a game for two, the score sheet of a multiplayer table."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct

from clubtornei.events.short_names import short_club
from clubtornei.events.stage_titles import round_title
from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Table
from clubtornei.rounds.printing.paper_format import ONE_SIZE, PaperFormat
from clubtornei.rounds.printing.sheet import Sheet, is_multiplayer, is_two_player, round_context, system_of
from clubtornei.rounds.reports.bracket_layout import name_in_bracket, round_heading
from clubtornei.rounds.results.table_links import address_of
from clubtornei.rounds.state.larger_tables import COUNTS, Count
from clubtornei.rounds.state.result_codes import RESULT_CODES
from clubtornei.rounds.state.table_words import SeatColour, colour_name, has_colours, wind
from clubtornei.text.untyped import Context
from pairing.registry import games_in_match
from scoring.ledger import BLACK, WHITE
from scoring.record import DocumentPlayer
from scoring.table_ties import TableOrders

SLIPS_PER_PAGE = 4  # of A4
SCORE_SHEETS_PER_PAGE = 2
MANY_SEATS, MOST_ROWS = 4, 10
"""Of players, in both tables of a score sheet, for which two of them share a page of A4."""


class SeatOfSlip(Struct, frozen=True, kw_only=True):
    """Who signs a slip; `sign`: what the seat is called; `note`: below the name."""

    player: DocumentPlayer
    sign: str = ""
    colour: str = ""
    note: str = ""


class PaperSlip(Struct, frozen=True, kw_only=True):
    """What the players of a table fill in; `columns`: the titles of what they write, each in his row."""

    title: str
    of_round: str
    link: str
    columns: Sequence[str]
    seats: Sequence[SeatOfSlip]


def slips(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """A slip for each game or match that is to be played."""
    links, per_page = links_of(snapshot, number), SLIPS_PER_PAGE * paper.sheets_of_a4
    made = [
        _slip(snapshot, number, table, links.get(table.number, ""))
        for table in snapshot.round(number).tables
        if not (table.annulled or RESULT_CODES[table.outcome].forfeit)
    ]
    return {**round_context(snapshot, number), "pages": pages_to_cut(made, per_page), "page": "cut"}


def _slip(snapshot: EventSnapshot, number: int, table: ShownTable, link: str) -> PaperSlip:
    """Of a match of several games, with a column for each; a game that follows a level match has its own."""
    size = games_in_match(snapshot.record()) or 1
    follows = (table.next_game or 0) > size
    is_match = size > 1 and not follows
    name = gettext("Finale per il 3° posto") if table.third_place else name_in_bracket(snapshot, number)
    of_round = round_title(number, snapshot.stages.title, name, rounds=snapshot.progress.total)
    games = [gettext("%(game)sª") % {"game": game} for game in range(1, size + 1)]
    players = table.seats if is_match else table.white_and_black
    coloured = has_colours(system_of(snapshot), snapshot.event)
    colours: tuple[SeatColour, SeatColour] = (WHITE, BLACK) if coloured else ("", "")
    return PaperSlip(
        title=f"{snapshot.table_words.title} {table.number}",
        of_round=f"{of_round} · {table.next_game_title}" if follows else of_round,
        link=link,
        columns=[*games, gettext("Totale")] if is_match else [gettext("Punti")],
        seats=[
            SeatOfSlip(player=player, colour=colour, note=_plays(player, colour, is_match=is_match))
            for player, colour in zip(players, colours, strict=True)
        ],
    )


def _plays(player: DocumentPlayer, colour: SeatColour, *, is_match: bool) -> str:
    """With which colour, of a match in its first game, and for which club."""
    words = str(colour_name(colour)) if colour else ""
    if words and is_match:
        words = f"{words} {gettext('nella prima partita')}"
    return " · ".join(filter(None, (words, player.club)))


def pages_to_cut(slips: Sequence[PaperSlip], per_page: int) -> list[list[PaperSlip]]:
    """The slips on pages, so that after cutting through the stack of pages the piles, put on each other, are
    in their order.
    """
    pages = ceil(len(slips) / per_page)
    return [list(slips[page::pages]) for page in range(pages)]


def links_of(snapshot: EventSnapshot, number: int) -> Mapping[int, str]:
    """The path of each table's page, by the table's number."""
    tables = Table.objects.games().filter(
        round__stage__event=snapshot.event, round__stage__number=snapshot.stages.shown, round__number=number
    )
    return {table.number or 0: address_of(table) for table in tables.select_related("round__stage")}


def score_sheets(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """A sheet for each multiplayer table: what its points are made of, and below it what decides ties."""
    links = links_of(snapshot, number)
    counts, scored = counts_of(snapshot), scored_counts(snapshot)
    others = [count for count in counts if count.name not in scored]
    tables = [table for table in snapshot.round(number).tables if not table.annulled]
    most = max((len(table.seats) for table in tables), default=1)
    shares = most * (2 if others else 1) <= MOST_ROWS
    per_page = SCORE_SHEETS_PER_PAGE if shares else 1
    made = [
        PaperSlip(
            title=gettext("Tavolo %(number)s") % {"number": table.number},
            of_round=round_heading(snapshot, number),
            link=links.get(table.number, ""),
            columns=[str(count.title) for count in counts if count.name in scored],
            seats=[
                SeatOfSlip(
                    player=player,
                    sign=str(wind(seat) if snapshot.winds else seat),
                    note=short_club(player.club or ""),
                )
                for seat, player in enumerate(table.seats, 1)
            ],
        )
        for table in tables
    ]
    return {
        **round_context(snapshot, number),
        "pages": pages_to_cut(made, per_page * paper.sheets_of_a4),
        "look": f"large {'whole' if not shares else 'dense' if most > MANY_SEATS else ''}",
        "seat_title": gettext("Vento") if snapshot.winds else gettext("Sedia"),
        "others": others,
        "legend": legend_of(others),
        "page": "cut",
    }


def legend_of(others: Sequence[Count]) -> str:
    """What the players have to know: how who was eliminated is marked, and what they sign."""
    eliminated = gettext(
        "Eliminato: cerchia 1° per chi è uscito per primo, 2° per il secondo, 3° per il terzo."
    )
    signed = gettext("La firma conferma il risultato.")
    return f"{eliminated} {signed}" if any(count.kind == "choice" for count in others) else signed


def scored_counts(snapshot: EventSnapshot) -> set[str]:
    """The numbers that the scoring method makes points of; not how the game ended, nor what decides ties."""
    record = snapshot.record()
    numbers = {count.name for count in COUNTS if count.kind == "number"}
    return numbers & set(record.method.counts(record.scoring_options))


def counts_of(snapshot: EventSnapshot) -> list[Count]:
    """What is recorded for each seat: what the scoring method counts, its tie-breaks, those that settle a tie
    at this table, and the ranking's criteria; and the order of play, where the system does not assign the
    seats.
    """
    record = snapshot.record()
    options, settling = record.scoring_options, TableOrders(record).counts
    names = {*record.method.counts(options), *record.method.ties(options), *settling, *record.stage.ranking}
    if not system_of(snapshot).seat_order:
        names.add("order")
    return [count for count in COUNTS if count.name in names]


SHEETS: Mapping[str, Sheet] = {
    "slips": Sheet(
        _("Referti da ritagliare"),
        _("Uno per partita, quattro per pagina (su A3 otto): ritagliati a pila, sono in ordine di tavolo."),
        slips,
        applies=is_two_player,
        of_round=True,
        template="slips",
        sizes=ONE_SIZE,
    ),
    "scores": Sheet(
        _("Referti dei tavoli"),
        _(
            "Uno per tavolo, due per pagina (su A3 quattro): i punti in grande, sotto spareggi ed "
            "eliminazioni, e le firme."
        ),
        score_sheets,
        applies=is_multiplayer,
        of_round=True,
        template="slips",
        sizes=ONE_SIZE,
    ),
}
