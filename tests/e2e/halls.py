"""Events as a hall's screens have to show them, of all sizes, with names as long as they come."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

from django.db.models import F
from django.utils.timezone import now

from clubtornei.events.models import Ending, Event
from clubtornei.rounds.clock import actions as clock
from clubtornei.rounds.models import Clock, Screen
from clubtornei.rounds.pages.screen_actions import put_message
from clubtornei.rounds.stages.closing_actions import close
from tests.evenings import make_scores
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_results,
    make_round,
    make_seated_event,
    make_user,
)
from tests.screens import set_screen

SURNAMES = (
    "Rossi", "Bianchi", "Carbone", "Passalacqua", "Della Valle", "Ferrari", "Quattrocchi", "Esposito",
    "Santagostino", "De Luca", "Moretti", "Castelnuovo", "Greco", "Lombardi", "Fontana", "Zappalà",
    "Napolitano", "Ruggiero", "Villa", "D’Alessandro", "Martini", "Orlando", "Parisi", "Ungaro",
    "Innocenti",
)  # fmt: skip
GIVEN = (
    "Marco", "Ada", "Francesca", "Giovanni", "Valentina", "Ugo", "Massimiliano", "Irene", "Nicolò",
    "Maria Grazia", "Pia",
)  # fmt: skip
LONG = (
    "Castelnuovo della Rovere Massimiliano Guidobaldo", "van der Meulen-Castiglione Pier Francesco",
    "Degl’Innocenti Maria Grazia", "Montecuccoli degli Erri Alessandra", "Passalacqua Giovanni Battista",
    "Ó Súilleabháin Domhnall", "Nguyễn Thị Mai", "Wettstein-Brandenburger Karl-Friedrich",
)  # fmt: skip
CODES = ("1-0", "=-=", "0-1", "1-0", "0-1", "=-=", "+--", "1-0")


def named(event: Event, names: Iterator[str] | None = None) -> Event:
    """The event with names as people have them."""
    usual = (f"{SURNAMES[place % 25]} {GIVEN[place * 7 // 25 % 11]}" for place in range(1000))
    for entry, name in zip(event.entries.order_by("entry_no"), names or usual, strict=False):
        entry.name = name
        entry.affiliation = (
            "Circolo Alfiere e Pedone" if entry.entry_no % 3 else "Dopolavoro Ferroviario di Roccasecca"
        )
        entry.save(update_fields=["name", "affiliation"])
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db()
    return event


def swiss(
    players: int, *, rounds: int = 1, results: int = 0, names: Iterator[str] | None = None, **fields: Any
) -> Event:
    """So many rounds are over, and of the one that is played so many results are in."""
    fields = {
        "system": "dutch",
        "options": {"rounds": 7},
        "ranking": ["points", "buchholz_cut1", "buchholz"],
        **fields,
    }
    event = make_played_event(players, rounds, name="Torneo d’autunno", **fields)
    round_ = make_round(event)
    make_results(event, round_, islice(cycle(CODES), results), make_user())
    return named(event, names)


def long_names() -> Iterator[str]:
    return (
        f"{name}{'' if turn < len(LONG) else f' {turn}'}"
        for turn, name in enumerate(islice(cycle(LONG), 200))
    )


def seated(
    players: int, *, results: int | None = None, names: Iterator[str] | None = None, **fields: Any
) -> Event:
    event = make_seated_event(players, published=True, name="Serata RisiKo!", **fields)
    if results is not None:
        make_scores(event, make_round(event))
    round_ = make_round(event)
    if results:
        make_scores(event, round_, tables=results)
    return named(event, names)


def knockout(players: int, *, played: int = 0, results: int = 0, **options: Any) -> Event:
    event = make_drawn_event(
        players, published=True, system="knockout", name="Coppa del Circolo",
        options={"games": 1, "third_place": True, **options}, ranking=["round_reached"],
    )  # fmt: skip
    for _ in range(played):
        make_all_results(event, make_round(event), "1-0")
    round_ = make_round(event)
    make_results(event, round_, islice(cycle(("1-0", "0-1")), results), make_user())
    return named(event)


def closed(players: int, names: Iterator[str] | None = None, **fields: Any) -> Event:
    fields = {
        "system": "dutch",
        "options": {"rounds": 7},
        "ranking": ["points", "buchholz_cut1", "buchholz"],
        **fields,
    }
    event = named(make_played_event(players, min(players - 1, 5), name="Torneo d’autunno", **fields), names)
    close(event, unfinished=True, level=True)
    return event


def with_message() -> Event:
    event = swiss(24)
    put_message(event, "Il turno 4 comincia alle 16: consegnate i risultati al tavolo dell’arbitro")
    return event


def teams() -> Event:
    event = swiss(12, results=2)
    event.entries.update(members=["Rossi Mario", "Bianchi Ada"], captain="Rossi Mario")
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    return event


def clocked(event: Event) -> Event:
    round_ = event.stages.get().rounds.last()
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    Clock.objects.of(round_).update(ends_at=now() + timedelta(minutes=39), left=None)
    return event


def ending(players: int, *, secret: bool = False) -> Event:
    """The time of the round is up: the ends of games have begun, or a secret minute is awaited."""
    event = seated(players, names=long_names())
    round_ = event.stages.get().rounds.last()
    if secret:
        clock.set_clock(event, round_, 90, Ending.SECRET, (90, 120), make_user())
        return event
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    Clock.objects.of(round_).update(ends_at=now(), left=None)
    for table in round_.tables.games():
        clock.begin_end_of_game(event, table, 1, 1, [3])
    return event


def showing(event: Event, contents: str) -> Event:
    set_screen(event, 1, contents, 12, "")
    return event


CLOCKS: dict[str, Callable[[], Event]] = {
    "clock-time": lambda: clocked(seated(16)),
    "clock-secret": lambda: ending(8, secret=True),
    "clock-ends-024": lambda: ending(24),
}
EVENTS: dict[str, Callable[[], Event]] = {
    "003-results": lambda: swiss(3, system="round-robin", options={}, ranking=["points"], results=1),
    "024-entries": lambda: named(make_drawn_event(24, published=True, name="Torneo d’autunno")),
    "024-standings": lambda: showing(swiss(24, results=5), Screen.Contents.STANDINGS),
    "060-early": lambda: swiss(61, results=2),
    "long-024-results": lambda: swiss(24, names=long_names(), results=5),
    "four-008": lambda: seated(8),
    "four-024-results": lambda: seated(24, results=3),
    "four-048-results": lambda: seated(48, results=4),
    "five-023-long": lambda: seated(23, results=2, names=long_names()),
    "knockout-032": lambda: knockout(32, results=6),
    "knockout-060-tree": lambda: showing(knockout(60, results=6), Screen.Contents.BRACKET),
    "closed-008-long": lambda: closed(8, long_names()),
    "teams-012": teams,
    "message": with_message,
    "024-board": lambda: clocked(swiss(24)),
}
