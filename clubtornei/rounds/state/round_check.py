"""A published round derived again: what is kept of it with the round, and what pages show.

It is what `python -m pairing check` does with the public document; drafts/check_actions.py does it.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _
from msgspec import Struct, convert, to_builtins

from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.state.site_facts import Moment, table_facts, table_number
from clubtornei.rounds.state.table_words import TableWords
from clubtornei.text.untyped import JsonObject
from scoring import record as engine
from scoring.record import to_json

Seats = tuple[int, ...]


class Outcome(StrEnum):
    """`EARLIER`: the round was equal when it was drawn, and what it rests on was changed since. `BY_HAND`: it
    is not what the rules give, and tables of it were made by hand.
    """

    EQUAL = "equal"
    EARLIER = "earlier"
    BY_HAND = "by_hand"
    DIFFERENT = "different"


class RoundCheck(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round as it was derived again at some time, from the event's `version`.

    `document`: the SHA-256 of what was read; `tables`: a digest of the tables and byes with which the answer
    was compared. `expected`: the tables and byes (one seat) that the rules give and the round has not;
    `found`: those that it has instead, but for those made by hand, with their numbers (0: a bye). `possible`:
    the rules give a round.
    """

    outcome: Outcome
    at: Moment
    version: int
    document: str
    tables: str
    expected: tuple[Seats, ...] = ()
    found: tuple[tuple[int, Seats], ...] = ()
    possible: bool = True


def check_in(column: JsonObject | None) -> RoundCheck | None:
    """The check that is kept in the column `last_check`."""
    return None if column is None else convert(column, RoundCheck)


def as_column(check: RoundCheck) -> JsonObject:
    return to_builtins(check)  # type: ignore[no-any-return]


def digest_of_round(round_: engine.DocumentRound) -> str:
    """A digest of who sits at which table, and which of them were made by hand; as `digest_of_rows`."""
    tables = [
        (table_number(table, place), table.seats, table.by_hand)
        for place, table in enumerate(round_.tables, 1)
    ]
    return _digest([*tables, *((0, (bye.player,), table_facts(bye).by_hand) for bye in round_.byes)])


def digest_of_rows(tables: Iterable[Table]) -> str:
    """The digest of the rows of a round, byes among them; as `digest_of_round`."""
    return _digest(
        (table.number or 0, tuple(seat.entry.entry_no for seat in table.seated), table.by_hand)
        for table in tables
    )


def _digest(tables: Iterable[tuple[int, Seats, bool]]) -> str:
    return hashlib.sha256(to_json(sorted(tables)).encode()).hexdigest()


class ShownRoundCheck(Struct, frozen=True, kw_only=True):
    """What pages show beside a round. `outcome`: None where it has not been derived again as it stands.
    `reason`: the arbiter's, for its tables made by hand. `differences`: in sentences, for organisers.
    """

    number: int
    outcome: Outcome | None = None
    at: datetime | None = None
    version: int = 0
    reason: str = ""
    differences: tuple[str, ...] = ()


def checked_round(
    number: int,
    check: RoundCheck | None,
    tables: str,
    *,
    reason: str,
    by_hand: bool,
    stale: bool,
    differences: tuple[str, ...] = (),
) -> ShownRoundCheck:
    """The round with these tables (their digest) and the check kept with it. `by_hand`: it has tables made by
    hand; `stale`: a result that it was paired with has been corrected.
    """
    if check is None or check.tables != tables:
        return ShownRoundCheck(number=number, outcome=Outcome.BY_HAND if by_hand else None, reason=reason)
    equal_before = check.outcome == Outcome.EQUAL and stale
    return ShownRoundCheck(
        number=number,
        outcome=Outcome.EARLIER if equal_before else check.outcome,
        at=check.at,
        version=check.version,
        reason=reason,
        differences=differences,
    )


def checked_rows(
    round_: Round, tables: Iterable[Table], names: Mapping[int, str], words: TableWords, *, stale: bool
) -> ShownRoundCheck:
    """The round for organisers, from its rows; `names` by entry number."""
    rows, check = list(tables), check_in(round_.last_check)
    return checked_round(
        round_.number,
        check,
        digest_of_rows(rows),
        reason=round_.by_hand_reason,
        by_hand=any(row.by_hand for row in rows),
        stale=stale,
        differences=tuple(_differences(check, names, words)) if check else (),
    )


def _differences(check: RoundCheck, names: Mapping[int, str], words: TableWords) -> list[str]:
    def seated(seats: Seats) -> str:
        return " – ".join(names.get(player, str(player)) for player in seats)

    if check.outcome == Outcome.BY_HAND and check.found:
        # Nobody has touched those tables: somebody did not come, or came later, and that changes all of them.
        return [_("È stato abbinato con chi c’era allora: con chi ha giocato le regole danno altri tavoli.")]
    sentences = [
        _("%(table)s: %(names)s, che le regole non danno.")
        % {"table": words.titled(number) if number else _("Riposo"), "names": seated(seats)}
        for number, seats in check.found
    ]
    if not check.possible:
        sentences.append(_("Le regole qui non danno nessun turno."))
    if check.expected:
        tables = "; ".join(
            seated(seats) if len(seats) > 1 else _("riposa %(name)s") % {"name": seated(seats)}
            for seats in check.expected
        )
        sentences.append(_("Le regole danno: %(tables)s.") % {"tables": tables})
    return sentences
