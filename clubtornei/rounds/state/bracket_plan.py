"""The rounds of a bracket before it begins: their names, and the number of players in each."""

from collections.abc import Sequence

from msgspec import Struct

from clubtornei.rounds.state.reason_texts import error_text, no_round_text
from clubtornei.text.languages import reader_language
from pairing.reasons import why
from pairing.registry import plan
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, Record


class NamedRound(Struct, frozen=True, kw_only=True):
    number: int
    name: str
    players: int


class BracketPlan(Struct, frozen=True, kw_only=True):
    """The rounds; or in `refused`, in words, why the rules have no bracket for these players."""

    rounds: Sequence[NamedRound] = ()
    refused: str = ""


def short_name(name: str) -> str:
    """Quarti, Semifinali …: where there is little room. Italian alone has the words it leaves out."""
    return name.removesuffix(" di finale")


def bracket_plan(record: Record) -> BracketPlan:
    """The plan in the reader's language. The record's system must have a bracket."""
    try:
        planned = plan(record)
    except NoLegalPairing as error:
        return BracketPlan(refused=no_round_text(error, record.document))
    except DocumentError as error:
        return BracketPlan(refused=error_text(error))
    names = {player.id: player.name for player in record.players.values()}
    rounds = [
        NamedRound(
            number=number, name=why(round_.name, names.__getitem__, reader_language()), players=round_.players
        )
        for number, round_ in enumerate(planned, 1)
    ]
    return BracketPlan(rounds=rounds)
