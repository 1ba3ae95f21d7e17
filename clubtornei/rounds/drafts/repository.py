"""The arbiter's desk: a draft as it lies in the database, and how it is written back as he arranged it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import to_builtins

from clubtornei.events.models import Event
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.drafts.edits import DraftRules, DraftTable, DraftTables, draft_token
from clubtornei.rounds.models import EndOfGame, Proposal, ResultEntry, Round, Seat, Table
from pairing.by_hand import awaited, made
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from pairing.system import Draw
from scoring.record import Record, record_of

Kept = dict[str, Any]
"""A table as it was paired: {"bye", "seats", "scores", "why", "by_hand", "forfeit"}."""


class DraftRepository:
    """A draft of the event; its tables are read when they are first asked for."""

    def __init__(self, event: Event, round_: Round) -> None:
        self.event = event
        self.round = round_

    @cached_property
    def tables(self) -> list[Table]:
        return list(self.round.tables.with_seats())

    @cached_property
    def record(self) -> Record:
        """The stage as it stands before this round."""
        return record_of(
            document_of(self.event), SYSTEM_SPECS, self.round.stage.number, self.round.number - 1
        )

    @cached_property
    def places(self) -> DraftTables:
        return tuple(_place(table) for table in self.tables)

    @property
    def token(self) -> str:
        return draft_token(self.places)

    @property
    def rules(self) -> DraftRules:
        return DraftRules.of(self.record.spec, self.record.method.bye(self.record.scoring_options))

    @property
    def unseated(self) -> list[int]:
        """Who has to be seated yet, by order number."""
        seated = {player for place in self.places for player in place.seats}
        return [player for player in awaited(self.record) if player not in seated]

    def kept(self) -> list[Kept]:
        """The tables as they are now, with all that is written beside them."""
        return [
            {
                "bye": table.number is None,
                "seats": [seat.entry.entry_no for seat in table.seats.all()],
                "scores": [seat.score for seat in table.seats.all()],
                "why": table.why,
                "by_hand": table.by_hand,
                "forfeit": table.forfeit,
            }
            for table in self.tables
        ]

    def write(self, places: DraftTables, drawn: list[Kept]) -> None:
        """Make the draft what the places say. What is as it was `drawn` has its reasons again; the rest is
        by hand, and says what it breaks.
        """
        rows = {table.pk: table for table in self.tables}
        before = {place.key: place for place in self.places}
        gone = rows.keys() - {place.key for place in places}
        Table.objects.filter(pk__in=gone).delete()
        reseated: list[tuple[Table, DraftTable, Mapping[int, Any]]] = []
        moved: list[Table] = []
        for place in places:
            table = rows[place.key] if place.key else Table(round=self.round)
            if (
                table.pk is None
                or place.seats != before[table.pk].seats
                or place.requested != table.requested
            ):
                reseated.append((table, place, self._arrange(table, place, drawn)))
            if table.number != place.number:
                table.number = place.number
                moved.append(table)
        self._save([table for table, _place, _scores in reseated], moved)
        for of_others in (Seat, ResultEntry, Proposal, EndOfGame):  # a draft may have been public before
            of_others.objects.filter(table__in=[table for table, _place, _scores in reseated]).delete()
        entries = {entry.entry_no: entry for entry in self.event.entries.all()}
        Seat.objects.bulk_create(
            Seat(
                table=table,
                round=self.round,
                entry=entries[entry_no],
                position=position,
                score=scores.get(entry_no),
            )
            for table, place, scores in reseated
            for position, entry_no in enumerate(place.seats, 1)
        )

    def _arrange(self, table: Table, place: DraftTable, drawn: list[Kept]) -> Mapping[int, Any]:
        """Beside the table what belongs to these people there; gives the scores that are known already."""
        table.requested = place.requested
        for kept in drawn:
            if not place.requested and kept["bye"] == place.bye and self._same(kept["seats"], place.seats):
                table.why, table.by_hand, table.forfeit = kept["why"], kept["by_hand"], kept["forfeit"]
                return dict(zip(kept["seats"], kept["scores"], strict=True))
        table.by_hand, table.forfeit, table.adjourned, table.games = True, False, False, []
        reasons = made(self.record, place.seats)
        table.why = to_builtins(reasons[:1] if place.requested else reasons)
        return dict.fromkeys(place.seats, place.points) if place.bye else {}

    def _same(self, kept: list[int], seats: tuple[int, ...]) -> bool:
        if SYSTEMS[self.record.spec.name].seat_order:
            return tuple(kept) == seats
        return sorted(kept) == sorted(seats)

    def _save(self, reseated: list[Table], moved: list[Table]) -> None:
        """Numbers are free before they are given anew: each is there once at any moment."""
        Table.objects.filter(pk__in=[table.pk for table in moved if table.pk]).update(number=None)
        Table.objects.bulk_create(table for table in reseated if table.pk is None)
        old = {table.pk: table for table in (*reseated, *moved) if table.pk}
        fields = ["number", "why", "by_hand", "forfeit", "adjourned", "requested", "games"]
        Table.objects.bulk_update(old.values(), fields)


def kept_of(draw: Draw) -> list[Kept]:
    """A round as the system pairs it, as `Desk.kept` has it."""
    tables = [
        {
            "bye": False,
            "seats": list(table.seats),
            "scores": list(table.result or [None] * len(table.seats)),
            "why": to_builtins(table.why),
            "by_hand": False,
            "forfeit": table.forfeit,
        }
        for table in draw.tables
    ]
    byes = [
        {
            "bye": True,
            "seats": [bye.player],
            "scores": [bye.points],
            "why": to_builtins(bye.why),
            "by_hand": False,
            "forfeit": False,
        }
        for bye in draw.byes
    ]
    return [*tables, *byes]


def _place(table: Table) -> DraftTable:
    seats = list(table.seats.all())
    return DraftTable(
        seats=tuple(seat.entry.entry_no for seat in seats),
        number=table.number,
        requested=table.requested,
        points=seats[0].score if table.number is None and seats else None,
        key=table.pk,
    )
