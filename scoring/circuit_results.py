"""What the events of a circuit have brought (rules/circuits.md#events): from their documents or as typed."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.circuit_document import DocumentCircuitEvent, DocumentTypedResult, EntryResult
from scoring.document import Document, DocumentError, DocumentPlayer
from scoring.fields import within
from scoring.final import final_standings, summed_ledgers, summed_points
from scoring.ledger import Ledger, ResultKind
from scoring.open_tables import awaited_tables
from scoring.qualification import Undecided
from scoring.stages import records_of
from scoring.system_spec import SystemSpec


class EventOutcome(Struct, frozen=True, kw_only=True):
    """What an event has brought. `entries` None: nothing yet. `open_tables`: how many tables have no result
    yet; `undecided`: results are missing without which there is no final ranking.
    """

    entries: tuple[EntryResult, ...] | None = None
    open_tables: int = 0
    undecided: Undecided | None = None


def event_outcome(event: DocumentCircuitEvent, systems: Mapping[str, SystemSpec], path: str) -> EventOutcome:
    """The outcome of an event at this path of the circuit's document. DocumentError: its stages have players
    who have not entered them.
    """
    if event.results is not None:
        typed = [_typed(result, f"{path}.results[{place}]") for place, result in enumerate(event.results)]
        return EventOutcome(entries=tuple(typed))
    if event.document is None:
        return EventOutcome()
    where = f"{path}.{'file' if event.file else 'document'}"
    try:
        entries = document_entries(event.document, systems, event.people, where)
    except Undecided as error:
        return EventOutcome(undecided=error)
    except DocumentError as error:
        raise DocumentError(*within(where, error.issues)) from None
    if not entries:
        return EventOutcome()
    records = records_of(event.document, systems)
    return EventOutcome(
        entries=entries, open_tables=sum(1 for record in records for _ in awaited_tables(record))
    )


def document_entries(
    document: Document, systems: Mapping[str, SystemSpec], people: Mapping[int, str], path: str
) -> tuple[EntryResult, ...]:
    """What each player of the document has reached who has played a game; places are counted among them.

    `people`: the person ids of players; those of the players themselves are the keys `person` and
    `birth_year`. Undecided: results are missing that the final ranking depends on.
    """
    rows = [row for row in final_standings(document, systems) if row.rank is not None and row.played]
    ledgers = summed_ledgers(document, systems) if rows else []
    players = {player.id: (place, player) for place, player in enumerate(document.players)}
    entries: list[EntryResult] = []
    for ahead, row in enumerate(rows):
        level = entries[-1].place if ahead and rows[ahead - 1].rank == row.rank else ahead + 1
        place, player = players[row.player]
        games = _games(ledgers, row.player)
        entries.append(
            EntryResult(
                name=player.name,
                path=f"{path}.players[{place}]",
                person=people.get(player.id, person_id(player)),
                birth_year=player.extra.get("birth_year"),
                place=level,
                points=summed_points(ledgers, row.player),
                games=games,
                played=row.played,
            )
        )
    return tuple(entries)


def person_id(player: DocumentPlayer) -> str | None:
    """The person id that the document gives a player, a text or a number."""
    person = player.extra.get("person")
    return None if person is None else str(person)


def _games(ledgers: list[Ledger], player: int) -> tuple[Fraction, ...]:
    """The points of each game that was played, in order, before discards."""
    return tuple(
        result.points
        for ledger in ledgers
        for result in ledger.round_results.get(player, ())
        if result.code is ResultKind.PLAYED
    )


def _typed(result: DocumentTypedResult, path: str) -> EntryResult:
    games = tuple(map(Fraction, result.games))
    points = sum(games, Fraction(0)) if result.points is None else Fraction(result.points)
    return EntryResult(
        name=result.name,
        path=path,
        person=result.person,
        birth_year=result.birth_year,
        place=result.place,
        points=points,
        games=games,
        played=len(games) if result.played is None else result.played,
    )
