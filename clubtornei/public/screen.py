"""The projector's page, legible from ten metres: who sits where while seats are looked for, then the results
as they come in, with the standings beside them. Its pages are made in screen_pages.py.
"""

from collections.abc import Iterator, Sequence

import segno
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubtornei.players.names import sort_key
from clubtornei.public.screen_board import MOST_EARLY, board_pages
from clubtornei.public.screen_page import ScreenPage
from clubtornei.public.screen_pages import message_page, podium_pages, standings_pages
from clubtornei.public.screen_results import FEW_PLACES, result_pages, seat_pages
from clubtornei.public.screen_tree import tree_pages
from clubtornei.rounds.brackets.layout import bracket_or_none, round_name
from clubtornei.rounds.clock.queries import ClockView
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.models import Clock, Screen
from clubtornei.rounds.reports.ranking_title import short_ranking_state
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.by_name import PlayerPlace, places_by_name
from clubtornei.untyped import Context
from pairing.registry import SYSTEMS

TURN = 60  # seconds, after which a page is seen again
LEAST_SECONDS = 8  # for one’s own name to be found, and as long as a new result glows
FEW_RESULTS = 10  # in a hundred: fewer, and seats are still looked for


def screen_context(snapshot: EventSnapshot, screen: Screen, page: str, address: str) -> Context:
    """The template context: all pages, or only the one numbered `page`, and the number of the next one."""
    turn = turn_of(list(_pages(snapshot, screen)), screen.seconds, page)
    pages = turn["pages"]
    return turn | {
        "shown": f"{pages[0].kind} {snapshot.progress.current.number}" if pages else "",
        "as_of": short_ranking_state(snapshot),
        "round_name": round_name(snapshot, snapshot.progress.current.number),
        "light": screen.light,
        "clock": _clock(snapshot),
        **where_to_read(snapshot, address),
    }


def where_to_read(snapshot: EventSnapshot, address: str) -> Context:
    """The address at which the event is read on a phone, to be typed and as a code, and what is there."""
    return {
        "code_word": _code_word(snapshot),
        "address": address.partition("://")[2],
        # SVG that segno makes from the address alone: it contains no user input.
        "qr": mark_safe(_qr_svg(address)),  # noqa: S308
    }


def _code_word(snapshot: EventSnapshot) -> str:
    """Before the first round there is no table yet, and once a round is over nobody looks for one."""
    if snapshot.event.closed or (snapshot.progress.started and snapshot.progress.current.complete):
        return pgettext("in the ranking", "Il tuo posto")
    if not snapshot.progress.rounds:
        return _("Segui il torneo")
    return _("Il tuo %(table)s") % {"table": snapshot.table_words.word}


def turn_of(pages: Sequence[object], seconds: int, asked: str) -> Context:
    """The pages, or only the one numbered `asked`; which one is next, and how long each stays."""
    turn: Context = {"pages": pages, "following": 1, "seconds": _seconds(seconds, len(pages))}
    if asked.isdecimal() and len(asked) < 4 and 1 <= int(asked) <= len(pages):
        turn |= {"pages": [pages[int(asked) - 1]], "following": int(asked) % len(pages) + 1}
    return turn


def _seconds(seconds: int, pages: int) -> int:
    """How long a page stays: as the arbiter set it; if he did not, shorter where there are many pages."""
    if seconds != Screen.SECONDS:
        return seconds
    return max(LEAST_SECONDS, min(Screen.SECONDS, TURN // max(1, pages)))


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


def _pages(snapshot: EventSnapshot, screen: Screen) -> Iterator[ScreenPage]:
    if screen.message:
        yield message_page(screen.message)
        return
    if not snapshot.progress.rounds:
        players = sorted(snapshot.players.values(), key=lambda player: sort_key(player.name))
        if not players:
            yield message_page(_("Ancora nessun iscritto"))
        yield from board_pages(snapshot, "players", [PlayerPlace(player=player) for player in players])
        return
    bracket = bracket_or_none(snapshot) if screen.contents == Screen.Contents.BRACKET else None
    if bracket:
        yield from tree_pages(snapshot, bracket)
        return
    is_automatic = screen.contents in (Screen.Contents.AUTOMATIC, Screen.Contents.BRACKET)
    contents = _automatic(snapshot) if is_automatic else screen.contents
    if contents == Screen.Contents.STANDINGS and snapshot.progress.started:
        if is_automatic:  # the event is closed
            yield from podium_pages(snapshot)
        yield from standings_pages(snapshot)
    elif contents == Screen.Contents.RESULTS:
        yield from result_pages(snapshot)
    else:  # without results everybody would be ranked first
        round_ = snapshot.round(snapshot.progress.current.number)
        colours = colours_of(SYSTEMS[snapshot.system], snapshot.event)
        places = places_by_name(round_, colours)
        if _is_few(places, round_):
            yield from seat_pages(snapshot, round_)
            return
        early = _told(round_) if is_automatic and not round_.multiplayer else []
        yield from board_pages(snapshot, "board", places, round_, early)


def _is_few(places: Sequence[PlayerPlace], round_: ShownRound) -> bool:
    """Whether the tables say at once where everybody sits; who is absent stands at none."""
    return len(places) <= FEW_PLACES and not round_.absent


def _automatic(snapshot: EventSnapshot) -> str:
    """What the hall wants to know now: seats until there are results, then these; in the end the ranking."""
    if snapshot.event.closed:
        return Screen.Contents.STANDINGS
    round_ = snapshot.round(snapshot.progress.current.number)
    told = len(_told(round_))
    looking = told * 100 < max(1, len(round_.tables)) * FEW_RESULTS and told <= MOST_EARLY
    return Screen.Contents.BOARD if looking else Screen.Contents.RESULTS


def _told(round_: ShownRound) -> list[ShownTable]:
    """The tables with a result."""
    return [table for table in round_.tables if table.recorded]
