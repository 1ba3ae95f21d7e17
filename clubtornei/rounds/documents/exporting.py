"""Database → tournament document; `importing.py` is the way back. No other module translates.

What the site knows and the document's rules do not (dates, who was present, the reasons beside a table …)
travels in one key, `site`, at each level: the engines keep and ignore it, and an import finds it again.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import TypeVar, cast

from django.utils import timezone
from msgspec import Struct, convert
from msgspec.structs import replace

from clubtornei.accounts.models import name_of_user
from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.namesakes import WholeNames, whole_names
from clubtornei.players.identity import LISTS_IN_DOCUMENT
from clubtornei.players.models import EventList, Player
from clubtornei.players.names import sort_key, surname_to_tell
from clubtornei.rounds.documents.interventions import derived, holding
from clubtornei.rounds.models import PublishedDocument, ResultEntry, Round, Seat, Table
from clubtornei.rounds.state.days import days_and_times
from clubtornei.rounds.state.site_facts import (
    SITE,
    ConfirmedAwards,
    CutDecision,
    Entered,
    EventFacts,
    PlayerFacts,
    RoundFacts,
    RuleChange,
    StageFacts,
    TableFacts,
    event_facts,
    player_facts,
    site,
    table_facts,
    table_number,
    with_facts,
)
from clubtornei.rounds.state.table_state import state_of
from clubtornei.text.records import struct_from
from clubtornei.text.text_fields import visible
from clubtornei.text.untyped import Extra
from pairing.registry import SYSTEMS
from scoring import document as engine
from scoring.document import Document
from scoring.prize_list import KEY as PRIZES
from scoring.record import Identity, ReportArbiter, ReportFacts, facts_from, write

PRIZES_OF_PLAYERS = ("marked", "declined")
"""The keys of prizes that say something of single players; who comes first of those level is no secret."""

Level = TypeVar("Level")
"""A record of the document, a tuple of them, or one of their values."""


def document_of(event: Event, *, public: bool = False, entries: Sequence[Entry] = ()) -> Document:
    """The event as the engines and its organisers read it, in five queries whatever its size.
    `entries`: all that it has with their players, in their order, where they have been read.

    `public`: as anybody may see it, with initials where only those are public, without draft rounds, without
    the seed before the draw, without what is prepared for stages to come, without the roll call, and without
    the unknown keys of an import, which might hold a telephone number.
    """
    entries = entries or list(event.entries.select_related("player").order_by("entry_no"))
    whole = WholeNames() if public else whole_names(entries)
    stages = list(event.stages.order_by("number"))
    rounds = Round.objects.filter(stage__event=event).defer("drafting").order_by("number")
    if public:
        rounds = rounds.published()
        # Who declines or is invited becomes public when the stage begins: until then it may change.
        for stage in stages:
            if stage.entrants is None:
                stage.declined = stage.invited = []
    facts = _event_facts(event, entries)
    called = _members_in_public(event, entries) if public else {}
    document = Document(
        name=event.name,
        report=_report(event),
        seed=event.seed if event.drawn or not public else "",
        players=tuple(
            _player(entry, place, public=public, whole=whole, called=called)
            for place, entry in enumerate(_in_number_order(entries), 1)
        ),
        stages=tuple(_stage(stage) for stage in stages),
        extra=event.extra | _prizes(event, public=public) | site(facts),
    )
    if public:
        document = _disclosed(document)
    rounds_of = _rounds_of(list(rounds), {entry.pk: entry.entry_no for entry in entries}, public=public)
    played = zip(document.stages, stages, strict=True)
    stages_played = [replace(stage, rounds=tuple(rounds_of[row.pk])) for stage, row in played]
    if not public:  # what an imported file says of the arbiter may be anything
        stages_played = [
            _with_interventions(facts, row, stage) for row, stage in zip(stages, stages_played, strict=True)
        ]
    return replace(document, stages=tuple(stages_played))


def published_document_of(event: Event) -> Document:
    """What is public of the event, with the names that organisers read; in as many queries."""
    entries = list(event.entries.select_related("player").order_by("entry_no"))
    return named(document_of(event, public=True, entries=entries), whole_names(entries))


def named(document: Document, names: WholeNames) -> Document:
    """The document with these names."""
    return replace(document, players=tuple(_named(player, names) for player in document.players))


def _named(player: engine.DocumentPlayer, names: WholeNames) -> engine.DocumentPlayer:
    name, extra = names.players.get(player.id, player.name), player.extra
    if player.id in names.teams:
        captain, members = names.teams[player.id]
        extra = {**extra, **site(replace(player_facts(player), captain=captain, members=members))}
    return replace(player, name=name, extra=extra)


def _members_in_public(event: Event, entries: Sequence[Entry]) -> Mapping[str, str]:
    """What the public reads instead of the names of members of teams who are on the roster, by sort key. One
    query, where there are teams.
    """
    keys = {sort_key(name) for entry in entries for name in (entry.captain, *entry.members) if name}
    if not keys:
        return {}
    found: dict[str, str] = {}
    for player in Player.objects.filter(club=event.club_id, sort_name__in=keys):
        public = player.public_name(event.starts_on)
        if public != player.name:
            found[player.sort_name] = public
    return found


def _with_interventions(facts: EventFacts, row: Stage, stage: engine.DocumentStage) -> engine.DocumentStage:
    known = holding(engine.records_in(row.interventions, engine.Intervention), stage)
    return replace(stage, interventions=(*derived(facts, row.number, stage), *known))


def exported(event: Event) -> Document:
    """The document for the organisers. Without the seed while a draw is announced but not made: who had it
    could compute the draw, and cancel it if he did not like it. With the names that are public: an import
    into another club makes them so.
    """
    entries = list(event.entries.select_related("player").order_by("entry_no"))
    public_names = WholeNames({entry.entry_no: entry.name for entry in entries})
    document = named(document_of(event, entries=entries), public_names)
    if event.closed:
        document = _with_authors(event, document)
    if event.drawn or not event.commitment:
        return document
    return replace(with_facts(document, replace(event_facts(document), commitment="")), seed="")


def _with_authors(event: Event, document: Document) -> Document:
    """The document with who entered each result that stands; one query."""
    entries = ResultEntry.objects.filter(table__round__stage__event=event, undone=False)
    last = {
        (entry.table.round.stage.number, entry.table.round.number, entry.table.number): entry
        for entry in entries.select_related("table__round__stage", "user").order_by("pk")
    }

    def by_whom(stage: int, round_: int, place: int, table: engine.DocumentTable) -> engine.DocumentTable:
        entry = last.get((stage, round_, table_number(table, place)))
        who = entry and (name_of_user(entry.user) if entry.user else entry.who)
        if not entry or not who:
            return table
        entered = Entered(who, entry.at)
        return with_facts(table, replace(table_facts(table), entered=entered))

    stages = tuple(
        replace(
            stage,
            rounds=tuple(
                replace(
                    round_,
                    tables=tuple(
                        by_whom(stage_number, number, place, table)
                        for place, table in enumerate(round_.tables, 1)
                    ),
                )
                for number, round_ in enumerate(stage.rounds, 1)
            ),
        )
        for stage_number, stage in enumerate(document.stages, 1)
    )
    return replace(document, stages=stages)


def _disclosed(record: Level) -> Level:
    """The record without unknown keys, at every level."""
    if isinstance(record, tuple):
        return cast(Level, tuple(_disclosed(part) for part in record))
    if not isinstance(record, Struct):
        return record
    changes: dict[str, object] = {
        name: _disclosed(value)
        for name in record.__struct_fields__
        if isinstance(value := getattr(record, name), tuple)
    }
    if isinstance(record, engine.DocumentPlayer):
        changes["identity"] = Identity()
    if isinstance(record, Document):
        changes["report"] = _without_ids(record.report)
    known = {key: value for key, value in record.extra.items() if key in (SITE, PRIZES)}  # type: ignore[attr-defined]
    return replace(record, **changes, extra=known)


def _report(event: Event) -> ReportFacts:
    """What report files ask of the event. An event without a last day is of one day."""
    return replace(
        facts_from(event.report, ReportFacts),
        starts_on=event.starts_on.isoformat(),
        ends_on=(event.ends_on or event.starts_on).isoformat(),
        rating_lists=tuple(LISTS_IN_DOCUMENT[EventList(name)] for name in event.rating_lists),
    )


def _without_ids(report: ReportFacts) -> ReportFacts:
    """What anybody may read of it: the arbiters by name and title."""
    chief, *deputies = (
        ReportArbiter(name=arbiter.name, title=arbiter.title)
        for arbiter in (report.chief_arbiter, *report.deputies)
    )
    return replace(report, chief_arbiter=chief, deputies=tuple(deputies), extra={})


def _in_number_order(entries: Sequence[Entry]) -> list[Entry]:
    """By number, then in entering order: the document's number of an entry without one is its place."""
    return sorted(entries, key=lambda entry: (entry.number is None, entry.number or 0, entry.entry_no))


def _rounds_of(
    rounds: Collection[Round], entry_nos: Mapping[int, int], *, public: bool
) -> Mapping[int, list[engine.DocumentRound]]:
    """The rounds of each stage, by its primary key."""
    tables_of: dict[int, list[Table]] = defaultdict(list)
    seats_of: dict[int, list[Seat]] = defaultdict(list)
    for table in Table.objects.filter(round__in=rounds):
        tables_of[table.round_id].append(table)
    for seat in Seat.objects.filter(round__in=rounds):
        seats_of[seat.table_id].append(seat)
    rounds_of: dict[int, list[engine.DocumentRound]] = defaultdict(list)
    for round_ in rounds:
        shown = _round(round_, tables_of[round_.pk], seats_of, entry_nos)
        rounds_of[round_.stage_id].append(_disclosed(shown) if public else shown)
    return rounds_of


def _event_facts(event: Event, entries: Sequence[Entry]) -> EventFacts:
    return struct_from(
        EventFacts,
        event,
        announcement=_lines(event.announcement),
        entry_fee=_amount(event.entry_fee),
        awards=confirmed_awards(event),
        notices={code: _lines(text) for code, text in event.notices.items()},
        rule_changes=convert(event.rule_changes, list[RuleChange]),
        numbered=bool(entries) and all(entry.number is not None for entry in entries),
    )


def _prizes(event: Event, *, public: bool) -> Extra:
    """The prizes announced; for the public without what is said of single players."""
    said = {key: value for key, value in event.prizes.items() if not (public and key in PRIZES_OF_PLAYERS)}
    return {PRIZES: said} if said else {}


def confirmed_awards(event: Event) -> ConfirmedAwards | None:
    return convert(event.awards, ConfirmedAwards) if event.awards else None


def _amount(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _lines(text: str) -> list[str]:
    return [visible(line) for line in text.splitlines()]


def _player(
    entry: Entry, place: int, *, public: bool, whole: WholeNames, called: Mapping[str, str]
) -> engine.DocumentPlayer:
    """`called`: what members of teams are called in public, by sort key."""
    own_name = entry.own_name if public else entry.roster_name or entry.own_name
    return engine.DocumentPlayer(
        id=entry.entry_no,
        name=whole.players.get(entry.entry_no, entry.name),
        number=entry.number or place,
        rating=_rating(entry.rating),
        other_ratings=tuple(_rating(rating) for rating in entry.other_ratings),
        title=entry.title or None,
        club=entry.affiliation or None,
        group=entry.group or None,
        joined=entry.joined,
        absent=tuple(entry.absent),
        withdrawn=entry.withdrawn,
        exempt=entry.exempt,
        table=entry.fixed_table,
        identity=Identity() if public else facts_from(entry.identity, Identity),
        extra=entry.extra
        | site(
            PlayerFacts(
                present=None if public else entry.present,
                fee=None if public else _amount(entry.fee),
                paid=not public and entry.paid,
                late_number=entry.late_number,
                mark=entry.mark,
                surname=surname_to_tell(own_name, entry.identity.get("family", "")),
                captain=called.get(sort_key(entry.captain), entry.captain),
                members=[called.get(sort_key(name), name) for name in entry.members],
            )
        ),
    )


def _rating(value: Decimal | None) -> engine.Number | None:
    return None if value is None else _number(value)


def _number(value: Decimal) -> engine.Number:
    """2010.000 from the column is 2010 in the document."""
    return int(value) if value == value.to_integral_value() else value.normalize()


def _stage(stage: Stage) -> engine.DocumentStage:
    days, times = days_and_times(stage)
    # A system that has no use for prohibited meetings refuses them: they wait for one that has.
    prohibited = stage.prohibited if SYSTEMS[stage.system].spec.chooses_opponents else ()
    facts = StageFacts(
        days=days,
        times=times,
        invited=stage.invited,
        decisions=convert(stage.decisions, list[CutDecision]),
    )
    return engine.DocumentStage(
        system=stage.system,
        name=stage.name,
        options=stage.options,
        scoring=stage.scoring,
        scoring_options=stage.scoring_options,
        ranking=tuple(stage.ranking),
        entry=stage.qualification,
        entrants=None if stage.entrants is None else tuple(stage.entrants),
        declined=tuple(stage.declined),
        decided=tuple(stage.decided),
        absences={int(entry_no): tuple(missed) for entry_no, missed in stage.absences.items()},
        withdrawals={int(entry_no): first for entry_no, first in stage.withdrawals.items()},
        prohibited=engine.records_in(prohibited, engine.Prohibition),
        requested_byes={
            int(entry_no): {int(number): points for number, points in byes.items()}
            for entry_no, byes in stage.requested_byes.items()
        },
        adjustments=engine.records_in(stage.adjustments, engine.Adjustment),
        dates={int(number): day.isoformat() for number, day in days.items()},
        extra=stage.extra | site(facts),
    )


def _round(
    round_: Round, tables: list[Table], seats_of: Mapping[int, list[Seat]], entry_nos: Mapping[int, int]
) -> engine.DocumentRound:
    numbered = [table for table in tables if table.number is not None]
    return engine.DocumentRound(
        tables=tuple(
            _table(table, place, seats_of[table.pk], entry_nos) for place, table in enumerate(numbered, 1)
        ),
        byes=tuple(_bye(table, seats_of[table.pk][0], entry_nos) for table in tables if table.number is None),
        numbers={int(entry_no): number for entry_no, number in (round_.numbers or {}).items()},
        provisional=tuple((number, place) for number, place in round_.provisional),
        extra=round_.extra
        | site(
            RoundFacts(
                drawn_at=round_.drawn_at,
                published_at=round_.published_at,
                quality=round_.quality,
                by_hand_reason=visible(round_.by_hand_reason),
            )
        ),
    )


def _table(table: Table, place: int, seats: list[Seat], entry_nos: Mapping[int, int]) -> engine.DocumentTable:
    state = state_of(table, seats)
    number = None if table.number == place else table.number
    return engine.DocumentTable(
        seats=tuple(entry_nos[seat.entry_id] for seat in seats),
        result=state.result,
        forfeit=state.forfeit,
        adjourned=state.adjourned,
        unrated=state.unrated,
        games=state.games,
        score=state.score,
        reported=table.reported,
        by_hand=table.by_hand,
        extra=table.extra | site(TableFacts(why=table.why, number=number)),
    )


def _bye(table: Table, seat: Seat, entry_nos: Mapping[int, int]) -> engine.Bye:
    return engine.Bye(
        player=entry_nos[seat.entry_id],
        points=cast(engine.Number, seat.score),
        requested=table.requested,
        extra=table.extra | site(TableFacts(by_hand=table.by_hand, why=table.why)),
    )


def keep_document(event: Event) -> None:
    """Keep the event's document as it is now, in place of the one kept before. Inside `writing`."""
    kept = {"at": timezone.now(), "document": write(exported(event))}
    PublishedDocument.objects.update_or_create(event=event, defaults=kept)
