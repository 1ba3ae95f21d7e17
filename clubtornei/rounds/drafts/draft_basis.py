"""What a draft was computed from, and what of it has changed since: results, presence, pairs, options."""

import hashlib
from collections.abc import Collection, Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.namesakes import by_whole_name
from clubtornei.rounds.drafts.edits import TableContent
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.formatting import names_in_short
from clubtornei.rounds.state.stale_pairings import stale_pairings
from clubtornei.rounds.state.table_words import table_words
from pairing.by_hand import players_to_seat
from pairing.registry import SYSTEMS
from scoring import record as engine
from scoring.record import Record, to_json

MOST_TOLD = 6
"""So many changed tables are named one by one."""


class DraftBasis(Struct, frozen=True, omit_defaults=True):
    """What the pairing of a round depends on. `results`: a digest of each earlier round, none of a calendar;
    `playing`, `byes`: the ids of the players who play in it, none where withdrawals adjust the rounds, and of
    those with a requested bye; `bonuses`, `prohibited`, `options`: digests.
    """

    options: str
    results: tuple[str, ...] = ()
    playing: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    bonuses: str = ""
    prohibited: str = ""


def basis_of(record: Record) -> DraftBasis:
    """The basis of the round that is to be paired next. A pure function of the record."""
    stage, number = record.stage, record.next_round
    rounds = record.rounds if SYSTEMS[stage.system].calendar is None else ()
    seated = players_to_seat(record) if record.spec.games_each is None else ()
    return DraftBasis(
        options=_digest((stage.system, stage.options, stage.scoring, stage.scoring_options, stage.ranking)),
        results=tuple(map(_digest_of_round, rounds)),
        playing=tuple(sorted(player for player in seated if record.players[player].plays_in(number))),
        byes=tuple(sorted(player for player, rounds in stage.requested_byes.items() if number in rounds)),
        bonuses=_digest(stage.adjustments) if record.adjustments else "",
        prohibited=_digest(stage.prohibited) if record.prohibited else "",
    )


def _digest_of_round(round_: engine.DocumentRound) -> str:
    """Of who met whom, and of the results that count: without what is for reports and notes only."""
    tables = [replace(table, reported=None, extra={}) for table in round_.tables]
    return _digest((tables, [replace(bye, extra={}) for bye in round_.byes]))


def _digest(value: object) -> str:
    return hashlib.sha256(to_json(value).encode()).hexdigest()[:12]


def changes_of_basis(
    event: Event, round_: Round, before: DraftBasis | None, now: DraftBasis, *, since: datetime | None = None
) -> list[str]:
    """What has changed since the draft was drawn, in sentences; `since`: when one before it was. No query
    where nothing has.
    """
    if before is None or before == now:
        return []
    return [
        *_results_changed(event, round_, before, now, since),
        *_presence_changed(event, before, now),
        *([_("I punti di bonus o di penalità sono altri.")] if before.bonuses != now.bonuses else []),
        *([_("Gli incontri vietati sono altri.")] if before.prohibited != now.prohibited else []),
        *([_("Le opzioni della fase sono altre.")] if before.options != now.options else []),
    ]


def changes_of_tables(
    event: Event, round_: Round, before: Collection[TableContent], now: Collection[TableContent]
) -> list[str]:
    """What has become of a draft, in sentences: the tables and byes that changed, and who has lost his place.
    Players of `before` that the event does not have are left out.
    """
    changed = [table for table in now if table not in before]
    if len(changed) > MOST_TOLD:
        facts = {"count": len(changed), "all": len(now)}
        return [_("Sono cambiati %(count)d tavoli su %(all)d.") % facts]
    names = {entry.entry_no: entry.whole_name for entry in event.entries.select_related("player")}
    words = table_words(SYSTEMS[round_.stage.system], event)
    changes = []
    for number, seats, _requested, _points in changed:
        seated = " – ".join(names[player] for player in seats)
        if number:
            changes.append(_("%(table)s: ora %(names)s.") % {"table": words.titled(number), "names": seated})
        else:
            changes.append(_("Ora riposa %(name)s.") % {"name": seated})
    seated_now = {player for table in now for player in table[1]}
    seated_before = {player for table in before for player in table[1]}
    left = sorted((seated_before - seated_now) & names.keys())
    if left:
        changes.append(_("Senza posto: %(names)s.") % {"names": ", ".join(names[player] for player in left)})
    return changes


def _results_changed(
    event: Event, round_: Round, before: DraftBasis, now: DraftBasis, since: datetime | None
) -> Iterator[str]:
    changed = [
        number
        for number, (old, new) in enumerate(zip(before.results, now.results, strict=False), 1)
        if old != new
    ]
    stage = round_.stage
    words = table_words(SYSTEMS[stage.system], event)
    stale = stale_pairings(event, stage.number, round_.number, since=since) if changed else []
    for number in changed:
        tables = [pairing for pairing in stale if pairing.round == number]
        for pairing in tables:
            facts = {
                "round": number,
                "table": words.in_sentence(pairing.table),
                "was": pairing.was,
                "now": pairing.now or "·",
            }
            if pairing.was:
                yield _("Turno %(round)s, %(table)s: era %(was)s, ora è %(now)s.") % facts
            else:
                yield _("Turno %(round)s, %(table)s: il risultato è un altro.") % facts
        if not tables:
            yield _("Turno %(round)s: i risultati sono altri.") % {"round": number}


def _presence_changed(event: Event, before: DraftBasis, now: DraftBasis) -> Iterator[str]:
    gone = {*before.playing} - {*now.playing}
    come = {*now.playing} - {*before.playing}
    if gone:
        yield _("Chi gioca: non più %(names)s.") % {"names": _names(event, gone)}
    if come:
        yield _("Chi gioca: ora anche %(names)s.") % {"names": _names(event, come)}
    byes = {*before.byes} ^ {*now.byes}
    if byes:
        yield _("Riposo a richiesta: è cambiato per %(names)s.") % {"names": _names(event, byes)}


def _names(event: Event, entry_nos: Collection[int]) -> str:
    everybody = by_whole_name(event, event.entries)
    # A forged form may name many.
    return names_in_short([entry.name for entry in everybody if entry.entry_no in entry_nos])
