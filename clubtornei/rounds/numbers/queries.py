"""The order numbers as pages show them: with the random key, the group or the rating they come from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from msgspec import structs

from clubtornei.events.models import NumberingMethod
from clubtornei.rounds.numbers.numbering import NUMBERING_FUNCTIONS
from clubtornei.rounds.reports.report import (
    NAME,
    Audience,
    Column,
    ColumnKind,
    Report,
    ReportRow,
    filled,
    row_of,
)
from clubtornei.rounds.state.site_facts import player_facts
from pairing import draws
from pairing.numbering import strength
from pairing.registry import SYSTEMS
from scoring.document import Document, DocumentPlayer
from scoring.random_keys import random_key
from scoring.record import DocumentError, Record


@dataclass(frozen=True)
class RestrictedDrawPreview:
    """The input of a restricted draw: the players of each side, and the Varma groups, if any."""

    sides: Mapping[str, list[str]]
    groups: Mapping[str, list[int]]


@dataclass(frozen=True)
class ClashView:
    """A game of the last three rounds between two players of one club or group."""

    round: int
    first: DocumentPlayer
    second: DocumentPlayer


@dataclass(frozen=True)
class DrawnNumber:
    """A player's order number and what decided it.

    `random_key`: its hexadecimal digits, if they did. `group`: the Varma group drawn, if any. `late`: the
    player entered after the draw and took the next number. `title`: where it was decisive.
    """

    number: int
    player: DocumentPlayer
    random_key: str = ""
    group: str = ""
    late: bool = False
    title: str = ""


@dataclass(frozen=True)
class DrawnNumbers:
    """All order numbers, in order.

    `derived`: whether the seed gives the same numbers, late entries aside; None where they were typed in.
    `reproducible`: whether the command `draw` gives them again. `groups`: the Varma groups drawn. `searched`:
    sides were kept apart by searching. `clashes`: the games between players of one club or group in the last
    three rounds, whatever gave the numbers.
    """

    numbers: list[DrawnNumber]
    derived: bool | None = None
    reproducible: bool = False
    groups: tuple[draws.GroupDrawn, ...] = ()
    searched: bool = False
    clashes: tuple[ClashView, ...] = ()

    @property
    def with_random_key(self) -> list[DrawnNumber]:
        """The numbers that a random key decided."""
        return [drawn for drawn in self.numbers if drawn.random_key]


def unrated_text(document: Document, *, by_name: bool) -> str:
    """Where nobody has a rating, what decides instead; else empty. `by_name`: equals are ordered so."""
    if not document.players or any(player.rating or any(player.other_ratings) for player in document.players):
        return ""
    titles = {title for _rating, title, _others, _name in map(strength, document.players)}
    if len(titles) > 1:
        by_title = _("Nessuno ha un Elo: decide il titolo, poi l’ordine alfabetico.")
        return by_title if by_name else _("Nessuno ha un Elo: decide il titolo, poi la sorte.")
    in_order = _("Nessuno ha un Elo: decide l’ordine alfabetico.")
    return in_order if by_name else _("Nessuno ha un Elo: decide la sorte.")


def restricted_draw_preview(record: Record) -> RestrictedDrawPreview:
    """What is shown before a restricted draw; without sides there is nothing to keep apart."""
    return RestrictedDrawPreview(
        {
            side: [record.players[entry_no].name for entry_no in ids]
            for side, ids in draws.sides(record).items()
        },
        draws.envelopes_for(len(record.players)),
    )


def drawn_numbers_of(method: NumberingMethod | None, record: Record) -> DrawnNumbers:
    """The numbers of the record, with the draw derived again: an imported document is not trusted."""
    titles = (
        {player.id: player.title or "" for player in record.by_number}
        if method == NumberingMethod.RATING
        else {}
    )
    plain = [
        DrawnNumber(player.number, player, title=titles.get(player.id, "")) for player in record.by_number
    ]
    clashes = _clashes(record)
    if method is None or method not in NUMBERING_FUNCTIONS:
        return DrawnNumbers(plain, clashes=clashes)
    at_draw = _record_at_draw(record)
    try:
        drawn = NUMBERING_FUNCTIONS[method](at_draw)
    except DocumentError:
        drawn = None
    given = {player.id: player.number for player in at_draw.players.values()}
    if method == NumberingMethod.RATING and SYSTEMS[record.spec.name].equals_by_name:
        same = _in_order_of_strength(at_draw)
    else:
        same = drawn is not None and drawn.numbers == given
    if drawn is None or not given or not same:
        reproducible = method.by_chance
        return DrawnNumbers(plain, derived=False, reproducible=reproducible, clashes=clashes)
    groups = {number: row.group for row in drawn.groups for number in row.numbers}
    random_keys = _deciding_random_keys(method, at_draw)
    return DrawnNumbers(
        [
            DrawnNumber(
                player.number,
                player,
                random_key=random_keys.get(player.id, ""),
                group=groups.get(player.number, ""),
                late=player.id not in at_draw.players,
                title=titles.get(player.id, ""),
            )
            for player in record.by_number
        ],
        derived=True,
        reproducible=method.by_chance and len(at_draw.players) == len(record.players),
        groups=drawn.groups,
        searched=drawn.searched,
        clashes=clashes,
    )


def numbers_report(drawn: DrawnNumbers, rating_titles: Sequence[str]) -> Report:
    """The numbers with what they come from; `rating_titles`: of the lists that gave them."""
    ratings = {f"rating-{at}": title for at, title in enumerate(rating_titles, 1)}
    rows = tuple(
        ReportRow(
            values={
                "number": one.number,
                NAME: one.player,
                "title": one.title,
                **dict(zip(ratings, [one.player.rating or None, *one.player.other_ratings], strict=False)),
                "club": one.player.club,
                "group": one.group,
                "late": _("entrato dopo") if one.late else None,
            }
        )
        for one in drawn.numbers
    )
    columns = (
        Column(key="title", title=_("Titolo"), kind=ColumnKind.TEXT),
        *(Column(key=key, title=title, kind=ColumnKind.NUMBER) for key, title in ratings.items()),
        Column(key="club", title=_("Circolo"), kind=ColumnKind.TEXT),
        Column(key="group", title=_("Busta"), kind=ColumnKind.TEXT),
        Column(key="late", title=_("Nota"), kind=ColumnKind.TEXT),
    )
    return Report(
        title=_("I numeri"),
        audience=Audience.ORGANISERS,
        columns=(*_number_and_name(), *filled(columns, rows)),
        rows=rows,
    )


def random_keys_report(drawn: DrawnNumbers) -> Report:
    """The numbers that a random key decided."""
    columns = (
        *_number_and_name(),
        Column(key="id", title="id", kind=ColumnKind.NUMBER),
        Column(key="key", title=_("Sorte"), kind=ColumnKind.TEXT),
    )
    rows = tuple(
        row_of(columns, one.number, one.player, one.player.id, f"{one.random_key[:16]}…")
        for one in drawn.with_random_key
    )
    title = _("La sorte di ciascuno")
    return Report(title=title, audience=Audience.ORGANISERS, columns=columns, rows=rows)


def _number_and_name() -> tuple[Column, Column]:
    return (
        Column(key="number", title=_("Numero"), kind=ColumnKind.NUMBER),
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
    )


def with_names_of(document: Document, drawn: DrawnNumbers) -> DrawnNumbers:
    """The numbers with the names of this document, which may be in full."""
    names = {player.id: player.name for player in document.players}

    def named(player: DocumentPlayer) -> DocumentPlayer:
        return structs.replace(player, name=names[player.id])

    numbers = [replace(one, player=named(one.player)) for one in drawn.numbers]
    clashes = [replace(one, first=named(one.first), second=named(one.second)) for one in drawn.clashes]
    return replace(drawn, numbers=numbers, clashes=tuple(clashes))


def _clashes(record: Record) -> tuple[ClashView, ...]:
    numbers = {player.id: player.number for player in record.by_number}
    return tuple(
        ClashView(clash.round, *(record.players[player] for player in clash.players))
        for clash in draws.clashes(record, numbers)
    )


def _record_at_draw(record: Record) -> Record:
    """The record without the players who entered after the draw."""
    players = {
        player.id: player for player in record.players.values() if not player_facts(player).late_number
    }
    return Record(record.document, record.spec, record.number, players, record.rounds)


def _in_order_of_strength(record: Record) -> bool:
    """Whether nobody has a lower number than who is stronger. Names part equals, and may have been others, or
    be initials now: in whichever order equals stand, it is as good.
    """
    strengths = [
        strength(player) for player in sorted(record.players.values(), key=lambda player: player.number)
    ]
    return strengths == sorted(strengths)


def _deciding_random_keys(method: NumberingMethod, record: Record) -> Mapping[int, str]:
    """The random keys that decided a number, by player: all, or those of players equal in the rating list."""
    if method == NumberingMethod.VARMA:
        return {}
    by_name = SYSTEMS[record.spec.name].equals_by_name
    strengths = {player.id: strength(player, by_name=by_name) for player in record.players.values()}
    equals = Counter(strengths.values())
    return {
        player.id: random_key(record.document.seed, record.number, "draw", player.id)
        for player in record.players.values()
        if method == NumberingMethod.RANDOM or equals[strengths[player.id]] > 1
    }
