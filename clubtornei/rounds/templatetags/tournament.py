"""Template filters that format points, seats, results, prizes and reasons."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from django import template
from django.utils.html import format_html, format_html_join

from clubtornei.events.models import Entry, Event
from clubtornei.events.short_names import LONG_NAME, short_club, short_given, short_name
from clubtornei.players.names import around_surname
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import Side
from clubtornei.rounds.reports.cell_texts import Cell
from clubtornei.rounds.reports.prizes import why_award
from clubtornei.rounds.state.formatting import leaves_room, number, ordinal, points, recorded_number
from clubtornei.rounds.state.player_names import has_no_surname, team, team_members
from clubtornei.rounds.state.result_codes import RESULT_CODES, ResultCode
from clubtornei.rounds.state.site_facts import player_facts
from clubtornei.rounds.state.table_words import (
    TableWords,
    colour_letter,
    colour_name,
    wind,
    wind_letter,
    with_colour,
)
from clubtornei.text.languages import reader_language
from scoring.prize_reasons import award_text
from scoring.prizes import Award
from scoring.record import DocumentPlayer, Number
from scoring.standings import decimal_text

register = template.Library()
register.simple_tag(team_members)
register.filter(team)
register.filter(short_club)

for formatter in (
    recorded_number,
    number,
    ordinal,
    points,
    wind,
    wind_letter,
    colour_name,
    colour_letter,
    with_colour,
):
    register.filter(formatter.__name__, formatter)


@register.filter
def result(code: str) -> str:
    """The result of a table of two in short: 1 – 0, ½ – ½, 1 – 0 f."""
    return RESULT_CODES[code].label


def order_number(player: DocumentPlayer | Entry) -> str:
    """The draw or order number, to be written before the name; nothing where there is none yet."""
    return f"{player.number} " if player.number else ""


@register.filter
def with_number(player: DocumentPlayer | Entry) -> str:
    """The name after that number."""
    return f"{order_number(player)}{player.name}"


@register.filter
def called(player: DocumentPlayer) -> str:
    """The name where there is room for one line: short, if it is long. What tells a namesake apart stays."""
    facts = player_facts(player)
    behind = f" ({facts.mark})" if facts.mark and player.name.endswith(f" ({facts.mark})") else ""
    name = player.name.removesuffix(behind)
    if len(name) > LONG_NAME and not has_no_surname(player):
        name = short_name(name, facts.surname)
    if not behind:
        return name
    return format_html('<span class="called"><span>{}</span><span>({})</span></span>', name, facts.mark)


@register.filter
def with_given_name(entry: Entry) -> str:
    """The whole name after the number, each part by itself: a tile shows the short given name (tiles.css)."""
    _before, surname, given = around_surname(entry.own_name)
    mark = entry.name.removeprefix(entry.own_name)
    parts = [format_html('<span class="surname">{}</span>', surname)]
    if given:
        short = short_given(given, entry.given_letters)
        parts.append(format_html('<span class="given" data-short="{}">{}</span>', short, given.strip()))
    if mark:
        parts.append(format_html('<span class="mark">{}</span>', mark.strip()))
    return format_html("{}{}", order_number(entry), format_html_join(" ", "{}", ((part,) for part in parts)))


class GameOfTwo(Protocol):
    """A game, or a match, in any of its forms."""

    @property
    def white(self) -> Entry: ...

    @property
    def black(self) -> Entry: ...


@register.filter
def in_words(outcome: ResultCode, game: GameOfTwo) -> str:
    """A result in words, with the names of the game's `white` and `black`."""
    return outcome.in_words(game.white.name, game.black.name)


@register.filter
def as_offered(outcome: ResultCode, game: GameOfTwo) -> str:
    """The words of the button that enters the result, with the names of the game's two."""
    return outcome.as_offered(game.white.name, game.black.name)


@register.filter
def awaited(side: Side, words: TableWords) -> str:
    """Who comes to that side of a match in a bracket."""
    return side.awaited(words)


@register.filter
def prize(award: Award) -> str:
    return award_text(award, reader_language())


@register.filter
def why_in(award: Award, snapshot: EventSnapshot) -> str:
    """Why he has it, in a sentence."""
    return why_award(award, {player.id: player for player in snapshot.document.players})


@register.filter
def ratings(player: DocumentPlayer, event: Event) -> Iterable[tuple[str, Number | None]]:
    """The player's rating in each of the event's lists, with the list's title."""
    return zip(event.rating_titles, [player.rating, *player.other_ratings], strict=False)


@register.filter
def points_in(value: str | Fraction, snapshot: EventSnapshot) -> str:
    """Points as the event writes them."""
    return snapshot.notation.points(decimal_text(value) if isinstance(value, Fraction) else value)


@register.filter
def points_in_column(value: str, snapshot: EventSnapshot) -> str:
    """Points as the event writes them, with a slot for ½ where others have it."""
    return with_slot(snapshot.notation.points(value), snapshot.notation.slot)


@register.filter
def figure(cell: Cell) -> str:
    """The value, with a slot for ½ where others of its column have it, so that units are aligned."""
    return with_slot(cell.text, cell.slot)


def with_slot(text: str, slot: bool) -> str:
    return format_html('{}<span class="half"></span>', text) if leaves_room(text, slot) else text
