"""Tournament document → database: a new event with all that it says. `exporting.py` is the way out."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import cast

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import to_builtins
from msgspec.structs import replace

from clubtornei.accounts.models import Club
from clubtornei.events.actions import save_new_event
from clubtornei.events.models import LONGEST_MARK, Entry, Event, Stage
from clubtornei.events.namesakes import distinguish_namesakes
from clubtornei.events.notices import LONGEST_NOTICE, NOTICES
from clubtornei.events.systems import draws_numbers
from clubtornei.events.writing import ActionRefused
from clubtornei.players.identity import LISTS_IN_DOCUMENT
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.interventions import stored
from clubtornei.rounds.documents.round_writer import Entries
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.state.days import kept_day
from clubtornei.rounds.state.site_facts import (
    EARLIEST,
    LATEST,
    EventFacts,
    PlayerFacts,
    RoundFacts,
    StageFacts,
    StageRules,
    TableFacts,
    facts_in,
    others,
)
from clubtornei.rounds.state.table_state import new_seats, set_state, state_in
from clubtornei.text.text_fields import visible
from clubtornei.text.untyped import JsonObject
from pairing.quality import quality_words
from pairing.reasons import why
from pairing.registry import SYSTEMS
from pairing.system import Reason
from scoring import document as engine
from scoring.criteria import CRITERIA
from scoring.document import LONGEST_NAME, Document
from scoring.methods import METHODS
from scoring.options import check
from scoring.prize_list import KEY as PRIZES, prize_list_of, prizes_as_plain
from scoring.prize_reasons import award_reason
from scoring.prizes import Award
from scoring.qualification_rule import QualificationRuleReader
from scoring.record import facts_as_plain

event_imported = Signal()
"""Sent once it is committed, with the `event`, which is not published yet."""

HIGHEST = 32_767  # what the columns of table numbers, rounds, stages and exemptions hold

COLUMNS_IN_DOCUMENT = (
    "name",
    "game",
    "place",
    "starts_on",
    "ends_on",
    "report",
    "seed",
    "commitment",
    "draw_method",
    "drawn_at",
    "closed_at",
    "final_ranking",
    "formula",
    "rating_lists",
    "announcement",
    "notices",
    "entry_fee",
    "prizes",
    "awards",
    "rule_changes",
    "minutes",
    "ending",
    "hall_names",
    "extra",
)
"""The columns of an event that its document says."""


@transaction.atomic
def import_event(club: Club, document: Document) -> Event:
    """Write the document as a new, unpublished event of the club.

    Nobody is added to the roster: only the organiser links an imported entry to a person. Raises
    ActionRefused, naming the path, if the database has no room for something; then nothing is written.
    """
    facts = _checked_facts(document)
    event = save_new_event(_event(club, facts, document))
    stages = [_stage(event, place, stage, document) for place, stage in enumerate(document.stages)]
    Stage.objects.bulk_create(stages)
    entries = _entries(event, document, numbered=_is_numbered(facts, document, stages))
    distinguish_namesakes(entries.values())
    Entry.objects.bulk_create(entries.values())
    for created, stage in zip(stages, document.stages, strict=True):
        _import_rounds(created, stage, entries)
    transaction.on_commit(partial(event_imported.send, Event, event=event))
    return event


@transaction.atomic
def replace_content(event: Event, document: Document) -> None:
    """Write what the document says in place of what the event has, which is locked. Entries and stages keep
    their rows by number, and so do rounds that are the same. Raises ActionRefused as `import_event`.
    """
    facts = _checked_facts(document)
    before = document_of(event, public=True).stages
    said = _event(event.club, facts, document)
    for name in COLUMNS_IN_DOCUMENT:
        setattr(event, name, getattr(said, name))
    event.save(update_fields=COLUMNS_IN_DOCUMENT)
    stages = [_stage(event, place, stage, document) for place, stage in enumerate(document.stages)]
    known_stages = {stage.number: stage.pk for stage in event.stages.all()}
    for stage in stages:
        stage.pk = known_stages.get(stage.number)
        stage.save()
    Round.objects.filter(stage__event=event).exclude(pk__in=_kept(event, before, document.stages)).delete()
    event.stages.filter(number__gt=len(stages)).delete()
    entries = _entries(event, document, numbered=_is_numbered(facts, document, stages))
    _replace_entries(event, entries)
    for row, played in zip(stages, document.stages, strict=True):
        _import_rounds(row, played, entries)


def _kept(
    event: Event, before: Sequence[engine.DocumentStage], after: Sequence[engine.DocumentStage]
) -> list[int]:
    """The primary keys of the rounds that are now as they were."""
    same = {
        (number, place)
        for number, (old, new) in enumerate(zip(before, after, strict=False), 1)
        for place, (was, is_now) in enumerate(zip(old.rounds, new.rounds, strict=False), 1)
        if was == is_now
    }
    rounds = Round.objects.filter(stage__event=event).values_list("pk", "stage__number", "number")
    return [pk for pk, stage, number in rounds if (stage, number) in same]


def _replace_entries(event: Event, entries: Entries) -> None:
    """The rows of before become these, by entry number; who is not among them goes."""
    event.entries.exclude(entry_no__in=entries).delete()
    event.entries.update(fixed_table=None)  # two may have exchanged theirs
    known = {entry.entry_no: entry for entry in event.entries.all()}
    for entry_no, entry in entries.items():
        old = known.get(entry_no)
        if old:
            entry.pk, entry.link_key, entry.present = old.pk, old.link_key, old.present
            entry.sort_name = old.sort_name if old.name == entry.name else ""
        if old is None or _values(old) != _values(entry):
            entry.save()


def _values(entry: Entry) -> list[object]:
    return [getattr(entry, field.attname) for field in Entry._meta.concrete_fields]


def _checked_facts(document: Document) -> EventFacts:
    facts = facts_in(document.extra, EventFacts, "")
    _refuse_without_criterion(document)
    _refuse_strange_ranking(facts, document)
    _refuse_too_many(len(document.stages), "stages")
    return facts


def _event(club: Club, facts: EventFacts, document: Document) -> Event:
    """What the document says of the event itself: its unsaved row."""
    starts_on, ends_on = _dates(facts, document)
    return Event(
        club=club,
        name=_event_name(document),
        game=_line(facts.game, 60, "site.game"),
        place=_line(facts.place, 200, "site.place"),
        starts_on=starts_on,
        ends_on=ends_on,
        report=_report(document),
        seed=_fitting(document.seed, 1000, "seed"),
        commitment=_fitting(facts.commitment, 64, "site.commitment"),
        draw_method=_fitting(facts.draw_method, 10, "site.draw_method"),
        drawn_at=_drawn_at(facts, document),
        closed_at=facts.closed_at,
        final_ranking=None if facts.final_ranking is None else to_builtins(facts.final_ranking),
        formula=None if facts.formula is None else to_builtins(facts.formula),
        rating_lists=_rating_lists(facts) or _reported_lists(document),
        announcement=_text(facts.announcement, 20_000, "site.announcement"),
        notices=_notices(facts),
        entry_fee=_amount(facts.entry_fee),
        prizes=prizes_as_plain(prize_list_of(document)),
        awards=_awards(facts, document),
        rule_changes=_rule_changes(facts),
        minutes=facts.minutes,
        ending=facts.ending,
        hall_names=facts.hall_names,
        extra={key: value for key, value in others(document.extra).items() if key != PRIZES},
    )


def _is_numbered(facts: EventFacts, document: Document, stages: Sequence[Stage]) -> bool:
    """Whether its players have their numbers: if they are drawn by lot, those of a document not written by
    the site are only places in its list.
    """
    return (
        facts.numbered or _has_begun(document) or facts.drawn_at is not None or not draws_numbers(stages[0])
    )


def _has_begun(document: Document) -> bool:
    return any(stage.rounds for stage in document.stages)


def _entries(event: Event, document: Document, *, numbered: bool) -> Entries:
    """The unsaved rows of the players, by entry number."""
    return {
        player.id: _entry(event, player, f"players[{place}]", numbered=numbered)
        for place, player in enumerate(document.players)
    }


def _import_rounds(stage: Stage, played: engine.DocumentStage, entries: Entries) -> None:
    """Write the rounds that the stage has not yet."""
    path = f"stages[{stage.number - 1}].rounds"
    _refuse_too_many(len(played.rounds), path)
    known = set(stage.rounds.values_list("number", flat=True))
    for number, round_ in enumerate(played.rounds, 1):
        if number not in known:
            last = number == len(played.rounds)
            _import_round(stage, number, round_, entries, f"{path}[{number - 1}]", may_be_draft=last)


def _event_name(document: Document) -> str:
    name = _line(document.name, 200, "name")
    return name if name.strip() else _("Torneo importato")


def _drawn_at(facts: EventFacts, document: Document) -> datetime | None:
    """When the numbers were given: rounds of a document not written by the site need numbers too."""
    if not document.players:
        return None
    return facts.drawn_at or (timezone.now() if _has_begun(document) else None)


def _dates(facts: EventFacts, document: Document) -> tuple[date, date | None]:
    """When the event is: as the site has written, else as its report says, else today."""
    starts_on = facts.starts_on or _day(document.report.starts_on, "report.starts_on") or timezone.localdate()
    ends_on = facts.ends_on or (None if facts.starts_on else _day(document.report.ends_on, "report.ends_on"))
    if ends_on is not None and ends_on < starts_on:
        path = "site.ends_on" if facts.ends_on else "report.ends_on"
        raise ActionRefused(_("%(path)s: la data di fine viene prima della data d’inizio.") % {"path": path})
    return starts_on, ends_on


def _day(text: str, path: str) -> date | None:
    """The day; the document's reader has seen that it has the form of one."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or not EARLIEST <= day.year <= LATEST:
        raise ActionRefused(
            _("%(path)s: «%(day)s» non è un giorno. Correggilo e riprova.") % {"path": path, "day": text}
        )
    return day


def _report(document: Document) -> JsonObject:
    """The report without what the event has in columns of its own."""
    return facts_as_plain(replace(document.report, starts_on="", ends_on="", rating_lists=()))


def _refuse_without_criterion(document: Document) -> None:
    """The engine ranks everybody first then; the pages show by what the ranking is."""
    for place, stage in enumerate(document.stages):
        if not stage.ranking:
            raise ActionRefused(
                _("stages[%(place)d].ranking: manca un criterio. Scrivi per esempio «points» e riprova.")
                % {"place": place}
            )


def _refuse_strange_ranking(facts: EventFacts, document: Document) -> None:
    """Only a closed event has a final ranking, and always; its rows are those of its players."""
    if (facts.closed_at is None) != (facts.final_ranking is None):
        raise ActionRefused(
            _("site: «closed_at» e «final_ranking» vanno insieme. Togli la chiave «site» e riprova.")
        )
    stage = document.stages[0]
    several = len(document.stages) > 1
    entered = [player.id for player in document.players]
    if not several and stage.entrants is not None:
        entered = list(stage.entrants)
    required, allowed = set(stage.ranking), set(stage.ranking)
    if several:  # a player who was in no final has no place in one
        required, allowed = {"points"}, {"points", "final"}
    rows = facts.final_ranking or []
    if facts.final_ranking is not None and (
        sorted(row.player for row in rows) != sorted(entered)
        or not all(required <= set(row.values) <= allowed if row.rank else not row.values for row in rows)
        or any(row.decided_by not in (None, *allowed, *stage.ranking) for row in rows)
    ):
        raise ActionRefused(
            _("site.final_ranking: non è una classifica di questo torneo. Togli la chiave «site» e riprova.")
        )


def _awards(facts: EventFacts, document: Document) -> JsonObject | None:
    """The confirmed awards. Raises ActionRefused where they are not of this event or say no reason."""
    if facts.awards is None:
        return None
    known = {player.id for player in document.players}
    awards = [award for each in facts.awards.categories for award in each.awards]
    named = {
        player
        for award in awards
        for player in (
            *(award.player, *award.shared, *award.level),
            *(passed.player for passed in award.moved_up),
        )
    }
    announced = range(len(prize_list_of(document).categories))
    if (
        not named <= known
        or any(each.category not in announced for each in facts.awards.categories)
        or not all(map(_has_reason, awards))
    ):
        raise ActionRefused(
            _("site.awards: non sono premi di questo torneo. Togli la chiave «site» e riprova.")
        )
    return cast(JsonObject, to_builtins(facts.awards, builtin_types=(Decimal,)))


def _has_reason(award: Award) -> bool:
    """Whether it says why in words that there are."""
    try:
        award_reason(award, str)
    except KeyError:
        return False
    return True


def _rating_lists(facts: EventFacts) -> list[str]:
    if len(set(facts.rating_lists)) < len(facts.rating_lists):
        raise ActionRefused(_("site.rating_lists: una lista vale una volta sola."))
    return [*facts.rating_lists]


def _reported_lists(document: Document) -> list[str]:
    """The lists that the report names; those of the site's own form where the ratings fit them."""
    by_name = {name: rating_list.value for rating_list, name in LISTS_IN_DOCUMENT.items()}
    lists = list(dict.fromkeys(by_name[name] for name in document.report.rating_lists))
    return lists if all(len(player.other_ratings) < len(lists) for player in document.players) else []


def _refuse_strange_rating(rating: engine.Number | None, path: str) -> None:
    if rating is not None and rating != round(rating, 3):
        raise ActionRefused(_("%(path)s: al massimo tre decimali.") % {"path": path})


def _refuse_too_many(count: int, path: str) -> None:
    if count > HIGHEST:
        raise ActionRefused(
            _("%(path)s: sono %(found)d, qui ce ne stanno %(most)d.")
            % {"path": path, "found": count, "most": HIGHEST}
        )


def _fitting(text: str, length: int, path: str) -> str:
    if len(text) > length:
        raise ActionRefused(
            _("%(path)s: il testo ha %(found)d caratteri, qui ce ne stanno %(length)d. Abbrevialo e riprova.")
            % {"path": path, "found": len(text), "length": length}
        )
    return text


def _line(text: str, length: int, path: str) -> str:
    """What can be seen of a text, where there is room for it."""
    return _fitting(visible(text), length, path)


def _name(text: str, path: str) -> str:
    name = _line(text, LONGEST_NAME, path)
    if not name.strip():
        raise ActionRefused(_("%(path)s: è un nome che non si vede. Scrivilo e riprova.") % {"path": path})
    return name


def _entry(event: Event, player: engine.DocumentPlayer, path: str, *, numbered: bool) -> Entry:
    facts = facts_in(player.extra, PlayerFacts, f"{path}.")
    _refuse_strange_rating(player.rating, f"{path}.rating")
    for place, rating in enumerate(player.other_ratings):
        _refuse_strange_rating(rating, f"{path}.other_ratings[{place}]")
    _refuse_too_many(player.exempt, f"{path}.exempt")
    name = _name(player.name, f"{path}.name")
    mark = _line(facts.mark, LONGEST_MARK, f"{path}.site.mark")
    is_marked = bool(mark) and name.endswith(f" ({mark})")
    return Entry(
        event=event,
        entry_no=player.id,
        number=player.number if numbered else None,
        name=name,
        mark=mark if is_marked else "",
        mark_chosen=is_marked,
        captain=_name(facts.captain, f"{path}.site.captain") if facts.captain else "",
        members=[_name(member, f"{path}.site.members") for member in facts.members],
        rating=player.rating,
        other_ratings=list(player.other_ratings),
        title=_line(player.title or "", 200, f"{path}.title"),
        affiliation=_line(player.club or "", 200, f"{path}.club"),
        group=_line(player.group or "", 200, f"{path}.group"),
        joined=player.joined,
        absent=list(player.absent),
        withdrawn=player.withdrawn,
        exempt=player.exempt,
        fixed_table=player.table,
        present=facts.present,
        fee=_amount(facts.fee),
        paid=facts.paid,
        late_number=numbered and facts.late_number,
        identity=facts_as_plain(player.identity),
        extra=others(player.extra),
    )


def _stage(event: Event, place: int, stage: engine.DocumentStage, document: Document) -> Stage:
    facts = facts_in(stage.extra, StageFacts, f"stages[{place}].")
    return Stage(
        event=event,
        number=place + 1,
        name=_line(stage.name, 200, f"stages[{place}].name"),
        system=stage.system,
        options=dict(stage.options),
        scoring=stage.scoring,
        scoring_options=dict(stage.scoring_options),
        ranking=list(stage.ranking),
        qualification=stage.entry,
        entrants=None if stage.entrants is None else list(stage.entrants),
        declined=list(stage.declined),
        decided=list(stage.decided),
        decisions=_decisions(facts, stage),
        absences={str(entry_no): list(missed) for entry_no, missed in stage.absences.items()},
        withdrawals={str(entry_no): first for entry_no, first in stage.withdrawals.items()},
        prohibited=engine.prohibited_as_plain(stage.prohibited),
        interventions=engine.interventions_as_plain(
            stored(facts_in(document.extra, EventFacts, ""), place + 1, stage)
        ),
        days=_days(facts, stage, f"stages[{place}].dates"),
        requested_byes=facts.requested_byes
        or {
            str(entry_no): {str(number): points for number, points in byes.items()}
            for entry_no, byes in stage.requested_byes.items()
        },
        adjustments=engine.adjustments_as_plain(stage.adjustments),
        invited=[
            entry_no for entry_no in facts.invited if entry_no in {player.id for player in document.players}
        ],
        extra=others(stage.extra),
    )


def _decisions(facts: StageFacts, stage: engine.DocumentStage) -> list[JsonObject]:
    """How ties were decided, of those that the document says are decided."""
    return [
        to_builtins(decision) for decision in facts.decisions if set(decision.players) <= set(stage.decided)
    ]


def _days(facts: StageFacts, stage: engine.DocumentStage, path: str) -> dict[str, str]:
    """Round → its day: as the site has planned it, else as the document's dates say."""
    dated = {
        str(number): day for number, text in stage.dates.items() if (day := _day(text, f"{path}.{number}"))
    }
    planned = {number: day for number in facts.days if (day := facts.planned(int(number)))}
    return {number: kept_day(day) for number, day in {**dated, **planned}.items()}


def _notices(facts: EventFacts) -> dict[str, str]:
    """What was announced in words. Raises ActionRefused where the site has no place for it."""
    for code in facts.notices:
        if code not in NOTICES:
            raise ActionRefused(
                _("site.notices: «%(code)s» non c’è. Conosco: %(known)s.")
                % {"code": code, "known": ", ".join(NOTICES)}
            )
    return {
        code: _text(lines, LONGEST_NOTICE, f"site.notices.{code}") for code, lines in facts.notices.items()
    }


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def _text(lines: str | list[str], longest: int, path: str) -> str:
    """The text of these lines; a document of before has one line as it is."""
    return _fitting(lines if isinstance(lines, str) else "\n".join(lines), longest, path)


def _rule_changes(facts: EventFacts) -> list[JsonObject]:
    """The changes, when they can be said: what nobody can read later is refused now."""
    stages = [
        (earlier, rules)
        for change in facts.rule_changes
        for either in (change.before, change.now)
        for earlier, rules in enumerate(either)
    ]
    if not all(_can_be_said(rules, earlier) for earlier, rules in stages):
        raise ActionRefused(
            _("site.rule_changes: non si può leggere. Togli la chiave «rule_changes» e riprova.")
        )
    return [to_builtins(change, builtin_types=(Decimal,)) for change in facts.rule_changes]


def _can_be_said(rules: StageRules, earlier: int) -> bool:
    """Whether the rules of a stage, which so many come before, are such as pages put in words."""
    if rules.system not in SYSTEMS or rules.scoring not in METHODS or set(rules.ranking) - CRITERIA.keys():
        return False
    issues = [
        *check(SYSTEMS[rules.system].spec.options, dict(rules.options), ""),
        *check(METHODS[rules.scoring].options, dict(rules.scoring_options), ""),
    ]
    if rules.entry is not None:
        QualificationRuleReader(issues).check(rules.entry, "", earlier)
    return not issues


def _import_round(
    stage: Stage,
    number: int,
    round_: engine.DocumentRound,
    entries: Entries,
    path: str,
    *,
    may_be_draft: bool,
) -> None:
    facts = facts_in(round_.extra, RoundFacts, f"{path}.")
    # A document not written by the site has no drafts: its rounds were played.
    foreign = facts.drawn_at is None
    if not foreign and facts.published_at is None and not may_be_draft:
        raise ActionRefused(
            _("%(path)s.site: è una bozza, ma non l’ultimo turno. Togli la chiave «site» e riprova.")
            % {"path": path}
        )
    created = Round.objects.create(
        stage=stage,
        number=number,
        published_at=timezone.now() if foreign else facts.published_at,
        numbers={str(entry_no): assigned for entry_no, assigned in round_.numbers.items()} or None,
        provisional=round_.provisional,
        quality=_quality(facts, path),
        by_hand_reason=facts.by_hand_reason,
        extra=others(round_.extra),
    )
    if not foreign:
        Round.objects.filter(pk=created.pk).update(drawn_at=facts.drawn_at)
    _import_tables(created, round_, entries, path)


def _import_tables(created: Round, round_: engine.DocumentRound, entries: Entries, path: str) -> None:
    tables: list[Table] = []
    seats: list[Seat] = []
    for place, table in enumerate(round_.tables):
        tables.append(_table(created, place + 1, table, f"{path}.tables[{place}]"))
        seated = [entries[entry_no] for entry_no in table.seats]
        seats += new_seats(tables[-1], seated, state_in(table).scores)
    for place, bye in enumerate(round_.byes):
        facts_of_bye = facts_in(bye.extra, TableFacts, f"{path}.byes[{place}].")
        tables.append(
            Table(
                round=created,
                requested=bye.requested,
                by_hand=facts_of_bye.by_hand,
                why=_why(facts_of_bye, f"{path}.byes[{place}]"),
                extra=others(bye.extra),
            )
        )
        seats += new_seats(tables[-1], [entries[bye.player]], state_in(bye).scores)
    _refuse_strange_numbers(tables, path)
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(seats)


def _refuse_strange_numbers(tables: list[Table], path: str) -> None:
    """Raises ActionRefused unless all table numbers are different and fit their column."""
    numbers = [table.number for table in tables if table.number is not None]
    if len(set(numbers)) < len(numbers) or not all(1 <= number <= HIGHEST for number in numbers):
        raise ActionRefused(
            _("%(path)s: i numeri dei tavoli (site.number) non vanno bene. Togli la chiave «site» e riprova.")
            % {"path": path}
        )


def _table(round_: Round, place: int, table: engine.DocumentTable, path: str) -> Table:
    facts = facts_in(table.extra, TableFacts, f"{path}.")
    created = Table(
        round=round_,
        number=facts.number or place,
        why=_why(facts, path),
        by_hand=table.by_hand,
        reported=table.reported,
        extra=others(table.extra),
    )
    set_state(created, state_in(table))
    return created


def _quality(facts: RoundFacts, path: str) -> JsonObject:
    """The quality of the draw. Raises ActionRefused if it could not be shown in words."""
    try:
        quality_words(facts.quality_of_draw, str, 1)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ActionRefused(
            _("%(path)s.site.quality: non si può leggere. Togli la chiave «quality» e riprova.")
            % {"path": path}
        ) from error
    return facts.quality


def _why(facts: TableFacts, path: str) -> list[Reason]:
    """The reasons. Raises ActionRefused if one could not be shown in words."""
    try:
        for reason in facts.why:
            why(reason, str)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ActionRefused(
            _("%(path)s.site.why: nessun motivo che si possa leggere. Togli la chiave «why» e riprova.")
            % {"path": path}
        ) from error
    return facts.why
