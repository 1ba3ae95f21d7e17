"""The rounds of a bracket before anything is played: what each is called, and how many play in it."""

from collections.abc import Sequence

from msgspec import Struct

from clubtornei.languages import reader_language
from clubtornei.rounds.core.reason_texts import error_text, no_round_text
from pairing.reasons import why
from pairing.registry import plan
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, Record


class PlannedRound(Struct, frozen=True, kw_only=True):
    number: int
    name: str
    players: int


class Plan(Struct, frozen=True, kw_only=True):
    """`refused`: why the rules have no bracket for these players, in words, where they have none."""

    rounds: Sequence[PlannedRound] = ()
    refused: str = ""


def bracket_plan(record: Record) -> Plan:
    """The plan in the reader's language. The record's system must have one."""
    try:
        planned = plan(record)
    except NoLegalPairing as refused:
        return Plan(refused=no_round_text(refused, record.document))
    except DocumentError as faulty:
        return Plan(refused=error_text(faulty))
    names = {player.id: player.name for player in record.players.values()}
    rounds = [
        PlannedRound(
            number=number, name=why(one.name, names.__getitem__, reader_language()), players=one.players
        )
        for number, one in enumerate(planned, 1)
    ]
    return Plan(rounds=rounds)
