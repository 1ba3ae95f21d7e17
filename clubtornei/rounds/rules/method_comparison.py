"""Scoring methods side by side, on an example evening or on the club's last closed event of that kind.

Only for an event that has not begun: rules are not chosen by their outcome.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, Stage
from clubtornei.events.systems import offered_methods, spec_of
from clubtornei.rounds.documents.exporting import published_document_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.formatting import number, ordinal
from clubtornei.text.languages import translated
from clubtornei.text.untyped import Options
from pairing.offers import RISIKO, game_type_of
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.comparison import Comparison, RankedOutcome, ScoringChoice, compare, fits, usual_way
from scoring.document import SeatScore
from scoring.example_evenings import example_evening
from scoring.method import Method
from scoring.methods import METHODS
from scoring.record import Record, record_of
from scoring.standings import decimal_text

LATEST = 50
"""Of so many closed events the last one of a kind is looked for."""


@dataclass(frozen=True, kw_only=True)
class MethodColumn:
    """A method; `movers`: how many players it ranks otherwise than the chosen one."""

    title: str
    meaning: str
    chosen: bool
    movers: int


@dataclass(frozen=True, kw_only=True)
class MethodCell:
    """A player's place by a method and what it comes from; `up`, `down`: by how many places he moves."""

    place: str
    figures: str
    up: int
    down: int


@dataclass(frozen=True, kw_only=True)
class MethodsPage:
    """`event`: the closed one that was played; None: it is the example, whose tables are then `games`, each a
    list of lines. `rows`: name and cells. `left_out`: titles of methods that count what was not recorded.
    """

    event: Event | None
    columns: Sequence[MethodColumn]
    rows: Sequence[tuple[str, Sequence[MethodCell]]]
    left_out: Sequence[str]
    games: Sequence[Sequence[str]]


def methods_page(
    club: Club, system: str, options: Options, game: str, chosen: ScoringChoice, *, example: bool
) -> MethodsPage:
    """The methods that fit, the chosen one first. `game`: what is played; `example`: not on a closed event,
    even if there is one.
    """
    event = None if example else last_closed(club, game)
    record = record_of(published_document_of(event), SYSTEM_SPECS, 1) if event else None
    if record is None or not fits(record, METHODS[chosen.scoring]):
        event, record = None, example_evening(spec_of(system), options, risiko=_is_risiko(game, chosen))
    offered = _methods_for(system, game, chosen)
    discards = chosen.scoring_options.get("discards", 0)
    ways = [usual_way(method.name, discards) for method in offered if fits(record, method)]
    comparison = compare(record, [chosen, *ways])
    return MethodsPage(
        event=event,
        columns=list(_columns(comparison)),
        rows=[
            (record.players[row.player].name, [*map(_cell, row.outcomes, comparison.ways)])
            for row in comparison.rows
        ],
        left_out=[translated(method.title) for method in offered if not fits(record, method)],
        games=[] if event else list(_games(record)),
    )


def methods_address(event: Event, stages: Sequence[Stage]) -> str:
    """Where the event's methods stand side by side; empty once it has begun, or is closed."""
    fixed = event.closed or any(stage.begun for stage in stages)
    return "" if fixed else reverse("rounds:methods", args=[event.slug])


def last_closed(club: Club, game: str) -> Event | None:
    """The club's last closed event of the same type of game, played at tables of more than two."""
    played = Round.objects.published().filter(stage__event=OuterRef("pk"), stage__number=1)
    systems = [system.name for system in SYSTEMS.values() if system.spec.multiplayer]
    closed = club.events.past().filter(Exists(played), stages__number=1, stages__system__in=systems)
    kind = game_type_of(game)
    return next((event for event in closed.latest_first()[:LATEST] if game_type_of(event.game) == kind), None)


def _methods_for(system: str, game: str, chosen: ScoringChoice) -> list[Method]:
    """The others that the system offers; at cards only those by which places are shared."""
    risiko = _is_risiko(game, chosen)
    return [
        method
        for method in offered_methods(system)
        if method.name != chosen.scoring and (risiko or method.level_first == "shared")
    ]


def _is_risiko(game: str, chosen: ScoringChoice) -> bool:
    """Whether RisiKo! is played, by the name of the game or else by the method."""
    return game_type_of(game).name == RISIKO or METHODS[chosen.scoring].level_first != "shared"


def _columns(comparison: Comparison) -> Iterator[MethodColumn]:
    for place, way in enumerate(comparison.ways):
        method = METHODS[way.scoring]
        yield MethodColumn(
            title=translated(method.title),
            meaning=translated(method.meaning),
            chosen=place == 0,
            movers=len(comparison.movers(place)),
        )


def _cell(outcome: RankedOutcome, way: ScoringChoice) -> MethodCell:
    return MethodCell(
        place=ordinal(outcome.rank),
        figures=_figures(outcome.counted, METHODS[way.scoring].decimals),
        up=max(0, outcome.moved),
        down=max(0, -outcome.moved),
    )


def _figures(counted: Mapping[str, Fraction], decimals: int) -> str:
    """«249,00», «2 vittorie, 155», or the medals as «1-0-1-0»."""
    parts = []
    for name, value in counted.items():
        if name == "points":
            parts.append(number(decimal_text(value, decimals), decimals))
        elif name == "wins":
            wins = ngettext("%(count)s vittoria", "%(count)s vittorie", int(value))
            parts.append(wins % {"count": int(value)})
    medals = [str(value) for name, value in counted.items() if name not in ("points", "wins")]
    return ", ".join([*parts, *(["-".join(medals)] if medals else [])])


def _games(record: Record) -> Iterator[list[str]]:
    """For each game its tables, in words."""
    for played in record.rounds:
        yield [
            ", ".join(
                f"{record.players[player].name} {_score(score)}"
                for player, score in zip(table.seats, table.seat_scores or (), strict=True)
            )
            for table in played.tables
        ]


def _score(score: SeatScore) -> str:
    if score.risiko:
        return "RisiKo!"
    return _("eliminato") if score.eliminated is not None else number(str(score.points))
