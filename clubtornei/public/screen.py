"""What a projector shows now: sections in the order of their pages. static/js/screen.js cuts each into pages
that fit the window, in the largest type with which they are fewest.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.public.seat_lines import SeatLine, seat_lines
from clubtornei.rounds.clock.queries import ClockView
from clubtornei.rounds.documents.calendar import ShownRound
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Clock, Screen
from clubtornei.rounds.reports.bracket import Bracket, BracketRound
from clubtornei.rounds.reports.bracket_layout import bracket_or_none, round_heading, round_name
from clubtornei.rounds.reports.bracket_paper import BracketSheet, bracket_parts
from clubtornei.rounds.reports.cell_texts import WrittenRow, written
from clubtornei.rounds.reports.entries import entrants_report
from clubtornei.rounds.reports.final_ranking import current_standings, podium_report
from clubtornei.rounds.reports.pairings import rests_report
from clubtornei.rounds.reports.places import SEAT, places_report
from clubtornei.rounds.reports.ranking_columns import PLAYED
from clubtornei.rounds.reports.ranking_title import short_ranking_state
from clubtornei.rounds.reports.report import NAME, RANK, Column, ColumnKind, Mark, Report, ReportRow
from clubtornei.text.qr_codes import qr_svg
from clubtornei.text.untyped import Context
from scoring.stage_sources import finals

FEW_PLACES = 8  # players, whose tables stand in place of the board
MOST_BESIDE = 26  # players, to have the standings beside the tables
MOST_IN_TREE = 4  # matches of a round in a bracket on one page
TREE_ROUNDS = 3  # on one page
CRITERIA = 3  # columns of what ranks


class RankingPage(Struct, frozen=True):
    """The standings. `columns`: behind place and name; `main`: how many of them it takes for everybody to
    have a value. Without columns a list of names under the `title`.
    """

    columns: tuple[Column, ...]
    lines: tuple[WrittenRow, ...]
    main: int = 1
    title: str = ""


class Section(Struct, frozen=True, kw_only=True):
    """What is shown on one page or more, by the template of that `kind` in templates/public/screen/.

    `note`, `label`: beside the title, what it has and which part it is. `places`: who sits where, or is
    entered, with his result; `seat_title`: what his place there is; `rests`: who has no table; `ranking`: the
    standings, or who goes on, also beside the tables; `tree`: a bracket.
    """

    kind: str
    title: str = ""
    note: str = ""
    label: str = ""
    places: Sequence[tuple[WrittenRow, SeatLine | None]] = ()
    seat_title: str = ""
    round: ShownRound | None = None
    rests: Report | None = None
    ranking: RankingPage | None = None
    tree: BracketSheet | None = None
    message: str = ""

    @property
    def is_beside(self) -> bool:
        """Whether anything stands beside the tables."""
        return self.round is not None and self.ranking is not None


def screen_context(snapshot: EventSnapshot, screen: Screen, address: str, in_hall: str = "") -> Context:
    """The template context of a projector's page."""
    sections = list(_sections(snapshot, screen))
    return {
        "sections": sections,
        "shown": f"{sections[0].kind if sections else ''}-{snapshot.progress.current.number}",
        "seconds": screen.seconds,
        "light": screen.light,
        **_time_of_round(snapshot),
        **where_to_read(address, in_hall),
    }


def message_section(message: str) -> Section:
    """A message instead of all else."""
    return Section(kind="message", message=message)


def where_to_read(address: str, in_hall: str = "") -> Context:
    """The address at which the event is read on a phone, to be typed and as a code; `in_hall`: another one,
    which leads there in the hall alone.
    """
    return {
        "in_hall": in_hall.partition("://")[2],
        "address": address.partition("://")[2],
        "qr": qr_svg(address),
    }


def _time_of_round(snapshot: EventSnapshot) -> Context:
    """Of the round that is played its clock, and when it began or is to begin, if that is planned."""
    if snapshot.event.closed or not snapshot.progress.open:
        return {}
    number, stage = snapshot.progress.current.number, snapshot.stages.shown
    clock = Clock.objects.filter(stage__event=snapshot.event, stage__number=stage, number=number).first()
    return {"clock": clock and ClockView(clock, ()), "starts_at": snapshot.round(number).starts_at}


def _sections(snapshot: EventSnapshot, screen: Screen) -> Iterator[Section]:
    if screen.message:
        yield message_section(screen.message)
        return
    if not snapshot.progress.rounds:
        yield _entrants(snapshot)
        return
    bracket = bracket_or_none(snapshot)
    if bracket and screen.contents == Screen.Contents.BRACKET:
        yield from _trees(snapshot, bracket)
        return
    is_automatic = screen.contents in (Screen.Contents.AUTOMATIC, Screen.Contents.BRACKET)
    contents = _automatic(snapshot) if is_automatic else screen.contents
    if contents == Screen.Contents.STANDINGS and snapshot.progress.started:
        if is_automatic:  # the event is closed
            yield from _podium(snapshot)
        yield from _standings(snapshot)
    elif contents == Screen.Contents.RESULTS:
        yield from _results(snapshot, bracket)
    else:  # without results everybody would be ranked first
        yield _board(snapshot)


def _automatic(snapshot: EventSnapshot) -> str:
    """What the hall wants to know now: seats until a tenth of the results is in, then these; in the end the
    ranking.
    """
    if snapshot.event.closed:
        return Screen.Contents.STANDINGS
    tables = snapshot.round(snapshot.progress.current.number).tables
    recorded = [table for table in tables if table.recorded]
    is_early = 10 * len(recorded) < max(1, len(tables))
    return Screen.Contents.BOARD if is_early else Screen.Contents.RESULTS


def _entrants(snapshot: EventSnapshot) -> Section:
    """Who plays, before the first round."""
    report = entrants_report(snapshot)
    if not report.rows:
        return message_section(_("Ancora nessun iscritto"))
    lines = sorted(written(report), key=lambda line: sort_key(line.row.name))
    places = [(line, None) for line in lines]
    return Section(kind="board", title=report.title, places=places)


def _board(snapshot: EventSnapshot) -> Section:
    """Who sits where, by name, and his result once it is in; of few players their tables."""
    round_ = snapshot.round(snapshot.progress.current.number)
    report = places_report(snapshot, round_)
    lines = list(written(report))
    if len(lines) <= FEW_PLACES:
        return _tables(snapshot, round_)
    finished = [table for table in round_.tables if table.finished]
    seats = {seat.player.id: seat for table in finished for seat in seat_lines(table, snapshot)}
    places = [(line, seats.get(line.row.player or 0)) for line in lines]
    title = _round_title(snapshot, round_.number)
    seat_title = next((column.meaning for column in report.columns if column.key == SEAT), "")
    return Section(kind="board", title=title, places=places, seat_title=seat_title, round=round_)


def _results(snapshot: EventSnapshot, bracket: Bracket | None) -> Iterator[Section]:
    """The tables of the round with the standings beside or behind them; in a knockout the bracket once it
    can be read.
    """
    round_ = snapshot.round(snapshot.progress.current.number)
    if bracket:
        if bracket.champion and snapshot.progress.current.complete:
            yield from _podium(snapshot)
        first = _first_in_tree(bracket)
        if _live_round(bracket).number >= first:
            yield from _trees(snapshot, bracket)
        if round_.number < first:
            yield _tables(snapshot, round_, _going_on(bracket, round_))
        return
    if _is_won(snapshot):
        yield from _podium(snapshot)
    ranking = _ranking(snapshot)
    is_beside = ranking is not None and len(ranking.lines) <= MOST_BESIDE
    yield _tables(snapshot, round_, ranking if is_beside else None)
    if not is_beside:
        yield from _standings(snapshot)


def _is_won(snapshot: EventSnapshot) -> bool:
    """Whether the only final of the event, or its only stage, is over."""
    return snapshot.progress.over and tuple(finals(snapshot.document.stages)) == (snapshot.stages.shown,)


def _going_on(bracket: Bracket, round_: ShownRound) -> RankingPage | None:
    """Who has won at a table of the round, and who passes it; None before the first result."""
    matches = bracket.rounds[round_.number - 1].matches
    winners = [match.winner for match in matches if match.table and match.winner]
    players = [*winners, *(bye.player for bye in round_.byes)]
    rows = [ReportRow(player=player.id, values={NAME: player}) for player in players]
    title = ngettext("Passa il turno", "Passano il turno", len(rows))
    lines = tuple(WrittenRow(row=row, cells=()) for row in rows)
    return RankingPage((), lines, title=title) if winners else None


def _tables(snapshot: EventSnapshot, round_: ShownRound, ranking: RankingPage | None = None) -> Section:
    """The tables of the round. Who rests in it may be among those beside them."""
    progress = snapshot.progress.current
    is_running = 0 < progress.finished < progress.games
    facts = {"finished": progress.finished, "games": progress.games}
    return Section(
        kind="tables",
        title=_round_title(snapshot, round_.number),
        note=_("risultati: %(finished)d di %(games)d") % facts if is_running else "",
        round=round_,
        rests=None if ranking and ranking.title else rests_report(snapshot, round_),
        ranking=ranking,
    )


def _round_title(snapshot: EventSnapshot, number: int) -> str:
    title = round_heading(snapshot, number)
    if not snapshot.progress.current.complete:
        return title
    is_named = title == round_name(snapshot, number)
    return (_("%(round)s: risultati") if is_named else _("%(round)s finito")) % {"round": title}


def _standings(snapshot: EventSnapshot) -> Iterator[Section]:
    ranking = _ranking(snapshot)
    if ranking is None:
        return
    if snapshot.event.closed:
        title, note = _("Classifica finale"), ""
    else:
        title = " · ".join(filter(None, (snapshot.stages.title, _("Classifica"))))
        note = short_ranking_state(snapshot)
        out = [line for line in ranking.lines if Mark.ELIMINATED in line.row.marks]
        if out:
            racing = _("in gara: %(racing)d") % {"racing": len(ranking.lines) - len(out)}
            note = f"{racing} · {note}"
    yield Section(kind="standings", title=title, note=note, ranking=ranking)


def _ranking(snapshot: EventSnapshot) -> RankingPage | None:
    """The standings; None before any result, and if nobody has a place."""
    return ranking_of(current_standings(snapshot)) if snapshot.progress.started else None


def ranking_of(report: Report) -> RankingPage | None:
    """The standings as a report has them; None if nobody has a place."""
    columns = _columns_of(report)
    lines = tuple(line for line in written(report, columns) if line.row.rank is not None)
    if not lines:
        return None
    main = 2 if any(line.cells[0].value is None for line in lines) else 1
    return RankingPage(columns, lines, main)


def _columns_of(report: Report) -> tuple[Column, ...]:
    """The first criteria, and what else the report says of a player: rounds and games are too many."""
    left_out = (RANK, NAME, PLAYED, *(column.key for column in report.criteria[CRITERIA:]))
    return tuple(
        column
        for column in report.shown_columns
        if column.key not in left_out and column.kind is not ColumnKind.ROUND
    )


def _podium(snapshot: EventSnapshot) -> Iterator[Section]:
    """Who is called up at the prize-giving."""
    report = podium_report(snapshot)
    columns = [column for column in report.columns if column.key not in (RANK, NAME)]
    lines = tuple(written(report, columns))
    if lines:
        yield Section(
            kind="podium",
            title=_("Il podio"),
            note=" · ".join(column.title for column in columns),
            ranking=RankingPage((), lines),
        )


def _live_round(bracket: Bracket) -> BracketRound:
    """The first one that is not over; the last one once all are."""
    return next((one for one in bracket.rounds if not one.complete), bracket.rounds[-1])


def _first_in_tree(bracket: Bracket) -> int:
    """The number of the round from which all of the bracket stands on one page."""
    larger = [one.number for one in bracket.rounds if len(one.matches) > MOST_IN_TREE]
    return 1 + max([0, len(bracket.rounds) - TREE_ROUNDS, *larger])


def _trees(snapshot: EventSnapshot, bracket: Bracket) -> Iterator[Section]:
    """The bracket from the quarter-finals on; before them from the round that is played, in parts."""
    first = min(_first_in_tree(bracket), _live_round(bracket).number)
    rounds = bracket.rounds[first - 1 :][:TREE_ROUNDS]
    parts = bracket_parts(rounds, bracket.third if rounds[-1] is bracket.rounds[-1] else None)
    title = _round_title(snapshot, snapshot.progress.current.number)
    for part, tree in enumerate(parts, 1):
        of_several = _("parte %(part)d di %(parts)d") % {"part": part, "parts": len(parts)}
        yield Section(kind="tree", title=title, label=of_several if len(parts) > 1 else "", tree=tree)
