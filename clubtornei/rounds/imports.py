"""Tournament document → database: a new event with all that it says. `bridge.py` is the way out."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubtornei.events.actions import new_event
from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.writing import Refused
from clubtornei.players.models import Club
from clubtornei.rounds.facts import EventFacts, PlayerFacts, RoundFacts, TableFacts, facts_in
from clubtornei.rounds.models import Round, Seat, Table
from pairing.reasons import why
from pairing.system import Reason
from scoring import document as engine
from scoring.document import Document

Entries = dict[int, Entry]
HIGHEST_TABLE = 32_767  # what the column holds


@transaction.atomic
def import_event(club: Club, document: Document) -> Event:
    """Write the document as a new, unpublished event of the club.

    Nobody is added to the roster: an imported entry is tied to a person only by the organiser's own hand.
    Raises Refused when the database has no room for something, naming its path; then nothing is written.
    """
    facts, extra = facts_in(document.extra, EventFacts, "")
    started = bool(document.stages[0].rounds)
    event = new_event(
        club,
        {
            "name": _fitting(document.name or _("Torneo importato"), 200, "name"),
            "game": _fitting(facts.game, 60, "site.game"),
            "place": _fitting(facts.place, 200, "site.place"),
            "starts_on": facts.starts_on or timezone.localdate(),
            "ends_on": facts.ends_on,
            "seed": _fitting(document.seed, 1000, "seed"),
            "commitment": _fitting(facts.commitment, 64, "site.commitment"),
            "draw_method": _fitting(facts.draw_method, 10, "site.draw_method"),
            "drawn_at": facts.drawn_at or (timezone.now() if started else None),
            "closed_at": facts.closed_at,
            "final_ranking": None if facts.final_ranking is None else to_builtins(facts.final_ranking),
            "extra": extra,
        },
    )
    entries = {
        player.id: _entry(event, player, f"players[{place}]", numbered=facts.numbered or started)
        for place, player in enumerate(document.players)
    }
    Entry.objects.bulk_create(entries.values())
    for place, stage in enumerate(document.stages):
        _import_stage(event, place, stage, entries)
    return event


def _fitting(text: str, length: int, path: str) -> str:
    if len(text) > length:
        raise Refused(
            _("%(path)s: il testo ha %(found)d caratteri, qui ce ne stanno %(length)d. Abbrevialo e riprova.")
            % {"path": path, "found": len(text), "length": length}
        )
    return text


def _entry(event: Event, player: engine.Player, path: str, *, numbered: bool) -> Entry:
    facts, extra = facts_in(player.extra, PlayerFacts, f"{path}.")
    if player.rating is not None and player.rating != round(player.rating, 3):
        raise Refused(_("%(path)s.rating: al massimo tre decimali.") % {"path": path})
    return Entry(
        event=event,
        ident=player.id,
        number=player.number if numbered else None,
        name=player.name,
        rating=player.rating,
        title=_fitting(player.title or "", 200, f"{path}.title"),
        affiliation=_fitting(player.club or "", 200, f"{path}.club"),
        group=_fitting(player.group or "", 200, f"{path}.group"),
        joined=player.joined,
        absent=list(player.absent),
        withdrawn=player.withdrawn,
        exempt=player.exempt,
        present=facts.present,
        extra=extra,
    )


def _import_stage(event: Event, place: int, stage: engine.Stage, entries: Entries) -> None:
    path = f"stages[{place}]"
    created = Stage.objects.create(
        event=event,
        number=place + 1,
        name=_fitting(stage.name, 200, f"{path}.name"),
        system=stage.system,
        options=dict(stage.options),
        scoring=stage.scoring,
        scoring_options=dict(stage.scoring_options),
        ranking=list(stage.ranking),
        entry_rule=stage.entry,
        entrants=None if stage.entrants is None else list(stage.entrants),
        declined=list(stage.declined),
        absences={str(ident): list(missed) for ident, missed in stage.absences.items()},
        withdrawals={str(ident): left for ident, left in stage.withdrawals.items()},
        extra=dict(stage.extra),
    )
    for number, round_ in enumerate(stage.rounds, 1):
        _import_round(created, number, round_, entries, f"{path}.rounds[{number - 1}]")


def _import_round(stage: Stage, number: int, round_: engine.Round, entries: Entries, path: str) -> None:
    facts, extra = facts_in(round_.extra, RoundFacts, f"{path}.")
    # A document of another hand says nothing of drafts: its rounds were played.
    foreign = facts.drawn_at is None
    created = Round.objects.create(
        stage=stage,
        number=number,
        published_at=timezone.now() if foreign else facts.published_at,
        numbers={str(ident): of for ident, of in round_.numbers.items()} or None,
        extra=extra,
    )
    if not foreign:
        Round.objects.filter(pk=created.pk).update(drawn_at=facts.drawn_at)
    tables: list[Table] = []
    seats: list[Seat] = []
    for place, table in enumerate(round_.tables):
        tables.append(_table(created, place + 1, table, f"{path}.tables[{place}]"))
        marks = _marks(table)
        seats += [
            Seat(round=created, table=tables[-1], entry=entries[ident], position=position, mark=mark)
            for position, (ident, mark) in enumerate(zip(table.seats, marks, strict=True), 1)
        ]
    for place, bye in enumerate(round_.byes):
        facts_of_bye, kept = facts_in(bye.extra, TableFacts, f"{path}.byes[{place}].")
        tables.append(
            Table(
                round=created,
                requested=bye.requested,
                why=_why(facts_of_bye, f"{path}.byes[{place}]"),
                extra=kept,
            )
        )
        seats.append(
            Seat(round=created, table=tables[-1], entry=entries[bye.player], position=1, mark=bye.points)
        )
    _refuse_strange_numbers(tables, path)
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(seats)


def _refuse_strange_numbers(tables: list[Table], path: str) -> None:
    """The numbers somebody wrote beside the tables: each once, and such as a table can have."""
    numbers = [table.number for table in tables if table.number is not None]
    if len(set(numbers)) < len(numbers) or not all(1 <= number <= HIGHEST_TABLE for number in numbers):
        raise Refused(
            _("%(path)s: i numeri dei tavoli (site.number) non vanno bene. Togli la chiave «site» e riprova.")
            % {"path": path}
        )


def _table(round_: Round, place: int, table: engine.Table, path: str) -> Table:
    facts, extra = facts_in(table.extra, TableFacts, f"{path}.")
    return Table(
        round=round_,
        number=facts.number or place,
        why=_why(facts, path),
        by_hand=table.by_hand,
        forfeit=table.forfeit,
        adjourned=facts.adjourned,
        games=[list(game) for game in table.games],
        extra=extra,
    )


def _why(facts: TableFacts, path: str) -> list[dict[str, Any]]:
    """The reasons, when they can be said: what nobody can read later is refused now."""
    try:
        for reason in facts.why:
            why(Reason(reason["code"], reason["facts"]), str)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Refused(
            _("%(path)s.site.why: nessun motivo che si possa leggere. Togli la chiave «why» e riprova.")
            % {"path": path}
        ) from error
    return facts.why


def _marks(table: engine.Table) -> list[Any]:
    if table.result is None:
        return [None] * len(table.seats)
    if table.shares is not None:
        return list(table.shares)
    return [_noted(mark) for mark in table.marks or ()]


def _noted(mark: engine.Mark) -> dict[str, Any]:
    """What was noted for a seat, and only that."""
    noted = {name: getattr(mark, name) for name in mark.__struct_fields__ if name != "extra"}
    return {name: value for name, value in noted.items() if value not in (None, False)} | dict(mark.extra)
