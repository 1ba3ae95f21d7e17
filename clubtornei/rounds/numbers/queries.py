"""The order numbers as pages show them: with the random key, the group or the rating they come from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from msgspec import structs

from clubtornei.events.numbering_method import NumberingMethod
from clubtornei.rounds.core.site_facts import player_facts
from clubtornei.rounds.numbers.methods import NUMBERING_FUNCTIONS
from pairing import draws
from pairing.numbering import strength
from pairing.registry import SYSTEMS
from scoring.document import Document, Player
from scoring.random_keys import random_key
from scoring.record import DocumentError, Number, Record


@dataclass(frozen=True)
class RestrictedDrawPreview:
    """The input of a restricted draw: the players of each side, and the Varma groups, if any."""

    sides: Mapping[str, list[str]]
    groups: Mapping[str, list[int]]


@dataclass(frozen=True)
class ClashView:
    """A game of the last three rounds between two players of one club or group."""

    round: int
    first: Player
    second: Player


@dataclass(frozen=True)
class DrawnNumber:
    """A player's order number and what decided it.

    `random_key`: its hexadecimal digits, if they did. `group`: the Varma group drawn, if any. `late`: the
    player entered after the draw and took the next number. `title`: where it was decisive. `ratings`: in the
    lists that the page has columns for.
    """

    number: int
    player: Player
    random_key: str = ""
    group: str = ""
    late: bool = False
    title: str = ""
    ratings: tuple[Number | None, ...] = ()

    @property
    def has_origin(self) -> bool:
        """Whether there is anything to say of where the player comes from."""
        return bool(self.player.club or self.group)


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
    def with_clubs(self) -> bool:
        """Whether of anybody a club is known."""
        return any(drawn.player.club for drawn in self.numbers)

    @property
    def kept_apart(self) -> bool:
        """Whether the draw kept players of one club or side apart."""
        return bool(self.groups) or self.searched

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
    if drawn is None or not given or drawn.numbers != given:
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


def with_ratings(drawn: DrawnNumbers, titles: Sequence[str]) -> tuple[list[str], DrawnNumbers]:
    """The titles of the lists in which somebody has a rating, and the numbers with the ratings in those."""
    columns = [
        (title, ratings)
        for title, *ratings in zip(
            titles, *(_ratings(one.player, len(titles)) for one in drawn.numbers), strict=True
        )
        if any(ratings)
    ]
    rows = (
        zip(*(ratings for _title, ratings in columns), strict=True) if columns else [()] * len(drawn.numbers)
    )
    numbers = [replace(one, ratings=row) for one, row in zip(drawn.numbers, rows, strict=True)]
    return [title for title, _ratings in columns], replace(drawn, numbers=numbers)


def with_names_of(document: Document, drawn: DrawnNumbers) -> DrawnNumbers:
    """The numbers with the names of this document, which may be in full."""
    names = {player.id: player.name for player in document.players}

    def named(player: Player) -> Player:
        return structs.replace(player, name=names[player.id])

    numbers = [replace(one, player=named(one.player)) for one in drawn.numbers]
    clashes = [replace(one, first=named(one.first), second=named(one.second)) for one in drawn.clashes]
    return replace(drawn, numbers=numbers, clashes=tuple(clashes))


def _ratings(player: Player, lists: int) -> list[Number | None]:
    """The player's rating in each of so many lists."""
    ratings = [player.rating, *player.other_ratings][:lists]
    return [*ratings, *[None] * (lists - len(ratings))]


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
