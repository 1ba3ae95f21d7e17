"""What a projector shows now: sections in the order of their pages. static/js/screen.js cuts each into pages
that fit the window, in the largest type with which they are fewest.
"""

from collections.abc import Iterator, Sequence
from datetime import time
from pathlib import PurePath

import segno
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.stages import round_title
from clubtornei.players.names import sort_key
from clubtornei.rounds.clock.queries import ClockView
from clubtornei.rounds.documents.calendar import ShownRound
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Clock, Screen
from clubtornei.rounds.reports.bracket import Bracket, BracketRound
from clubtornei.rounds.reports.bracket_layout import bracket_or_none, round_name
from clubtornei.rounds.reports.bracket_paper import BracketSheet, bracket_parts
from clubtornei.rounds.reports.entries import entrants_report
from clubtornei.rounds.reports.final_ranking import current_standings, podium_report
from clubtornei.rounds.reports.pairings import rests_report
from clubtornei.rounds.reports.places import places_report
from clubtornei.rounds.reports.ranking_columns import PLAYED
from clubtornei.rounds.reports.ranking_title import short_ranking_state
from clubtornei.rounds.reports.report import NAME, RANK, Column, Kind, Mark, Report
from clubtornei.rounds.reports.writing import WrittenRow, written
from clubtornei.text.untyped import Context

FEW_PLACES = 8  # players, whose tables stand in place of the board
MOST_BESIDE = 26  # players, to have the standings beside the tables
MOST_IN_TREE = 8  # players of a bracket on one page
TREE_ROUNDS = 3  # of a part of a larger one
CRITERIA = 3  # columns of what ranks


class RankingPage(Struct, frozen=True):
    """The standings. `columns`: behind place and name; `main`: how many of them it takes for everybody to
    have a value.
    """

    columns: tuple[Column, ...]
    lines: tuple[WrittenRow, ...]
    main: int = 1


class Section(Struct, frozen=True, kw_only=True):
    """What is shown on one page or more, by its `template`.

    `note`, `label`: beside the title, what it has and which part it is. `places`: who sits where, or is
    entered; `rests`: who has no table; `ranking`: the standings, also beside the tables; `tree`: a bracket.
    """

    template: str
    title: str = ""
    note: str = ""
    label: str = ""
    places: Sequence[WrittenRow] = ()
    round: ShownRound | None = None
    rests: Report | None = None
    ranking: RankingPage | None = None
    tree: BracketSheet | None = None
    message: str = ""

    @property
    def kind(self) -> str:
        return PurePath(self.template).stem

    @property
    def is_beside(self) -> bool:
        """Whether the standings stand beside the tables."""
        return self.round is not None and self.ranking is not None


def screen_context(snapshot: EventSnapshot, screen: Screen, address: str, in_hall: str = "") -> Context:
    """The template context of a projector's page."""
    sections = list(_sections(snapshot, screen))
    return {
        "sections": sections,
        "shown": f"{sections[0].kind if sections else ''}-{snapshot.progress.current.number}",
        "seconds": screen.seconds,
        "light": screen.light,
        "clock": _clock(snapshot),
        "starts_at": _starts_at(snapshot),
        **where_to_read(address, in_hall),
    }


def message_section(message: str) -> Section:
    """A message instead of all else."""
    return Section(template="public/screen/message.html", message=message)


def where_to_read(address: str, in_hall: str = "") -> Context:
    """The address at which the event is read on a phone, to be typed and as a code; `in_hall`: another one,
    which leads there in the hall alone.
    """
    return {
        "in_hall": in_hall.partition("://")[2],
        "address": address.partition("://")[2],
        # SVG that segno makes from the address alone: it contains no user input.
        "qr": mark_safe(_qr_svg(address)),  # noqa: S308
    }


def _qr_svg(address: str) -> str:
    """A QR code as inline SVG; its title is the address, for screen readers."""
    return segno.make(address, micro=False).svg_inline(
        border=3, title=address, omitsize=True, svgclass=None, lineclass=None
    )


def _clock(snapshot: EventSnapshot) -> ClockView | None:
    """The clock of the round that is played."""
    if snapshot.event.closed or not snapshot.progress.open:
        return None
    number, stage = snapshot.progress.current.number, snapshot.stages.shown
    clocks = Clock.objects.filter(stage__event=snapshot.event, stage__number=stage, number=number)
    clock = clocks.first()
    return ClockView(clock, ()) if clock else None


def _starts_at(snapshot: EventSnapshot) -> time | None:
    """When the round that is played began, or is to begin, if that is planned."""
    if snapshot.event.closed or not snapshot.progress.open:
        return None
    return snapshot.round(snapshot.progress.current.number).starts_at


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
    places = sorted(written(report), key=lambda line: sort_key(line.row.name))
    return Section(template="public/screen/board.html", title=report.title, places=places)


def _board(snapshot: EventSnapshot) -> Section:
    """Who sits where, by name; of few players their tables."""
    round_ = snapshot.round(snapshot.progress.current.number)
    places = list(written(places_report(snapshot, round_)))
    if len(places) <= FEW_PLACES:
        return _tables(snapshot, round_)
    title = _round_title(snapshot, round_.number)
    return Section(template="public/screen/board.html", title=title, places=places, round=round_)


def _results(snapshot: EventSnapshot, bracket: Bracket | None) -> Iterator[Section]:
    """The tables of the round with the standings beside or behind them; in a knockout the bracket once it
    can be read.
    """
    round_ = snapshot.round(snapshot.progress.current.number)
    if bracket:
        if bracket.champion and snapshot.progress.current.complete:
            yield from _podium(snapshot)
        if _live_round(bracket).players <= MOST_IN_TREE:
            yield from _trees(snapshot, bracket)
        if bracket.rounds[round_.number - 1].players > MOST_IN_TREE:
            yield _tables(snapshot, round_)
        return
    ranking = _ranking(snapshot)
    is_beside = ranking is not None and len(ranking.lines) <= MOST_BESIDE
    yield _tables(snapshot, round_, ranking if is_beside else None)
    if not is_beside:
        yield from _standings(snapshot)


def _tables(snapshot: EventSnapshot, round_: ShownRound, ranking: RankingPage | None = None) -> Section:
    """The tables of the round."""
    progress = snapshot.progress.current
    is_running = 0 < progress.finished < progress.games
    facts = {"finished": progress.finished, "games": progress.games}
    return Section(
        template="public/screen/tables.html",
        title=_round_title(snapshot, round_.number),
        note=_("risultati: %(finished)d di %(games)d") % facts if is_running else "",
        round=round_,
        rests=rests_report(snapshot, round_),
        ranking=ranking,
    )


def _round_title(snapshot: EventSnapshot, number: int) -> str:
    title = round_title(number, round_name(snapshot, number))
    return _("%(round)s finito") % {"round": title} if snapshot.progress.current.complete else title


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
    yield Section(template="public/screen/standings.html", title=title, note=note, ranking=ranking)


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
        if column.key not in left_out and column.kind is not Kind.ROUND
    )


def _podium(snapshot: EventSnapshot) -> Iterator[Section]:
    """Who is called up at the prize-giving."""
    report = podium_report(snapshot)
    columns = [column for column in report.columns if column.key not in (RANK, NAME)]
    lines = tuple(written(report, columns))
    if lines:
        yield Section(
            template="public/screen/podium.html",
            title=_("Il podio"),
            note=" · ".join(column.title for column in columns),
            ranking=RankingPage((), lines),
        )


def _live_round(bracket: Bracket) -> BracketRound:
    """The first one that is not over; the last one once all are."""
    return next((one for one in bracket.rounds if not one.complete), bracket.rounds[-1])


def _trees(snapshot: EventSnapshot, bracket: Bracket) -> Iterator[Section]:
    """The bracket from the round of eight on; while more play, from the round that is played, in parts."""
    live = _live_round(bracket)
    if live.players <= MOST_IN_TREE:
        rounds = [one for one in bracket.rounds if one.players <= MOST_IN_TREE]
    else:
        rounds = list(bracket.rounds[live.number - 1 : live.number - 1 + TREE_ROUNDS])
    parts = bracket_parts(rounds, bracket.third if rounds[-1] is bracket.rounds[-1] else None)
    title = _round_title(snapshot, snapshot.progress.current.number)
    for part, tree in enumerate(parts, 1):
        of_several = _("parte %(part)d di %(parts)d") % {"part": part, "parts": len(parts)}
        yield Section(
            template="public/screen/tree.html",
            title=title,
            label=of_several if len(parts) > 1 else "",
            tree=tree,
        )
