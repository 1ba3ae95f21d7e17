"""The numbers of entries made after the draw (rules/amalfi.md#order-numbers, rules/club-swiss.md#numbers)."""

from collections.abc import Collection, Mapping, Sequence

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stage_titles import is_group, is_opening
from clubtornei.rounds.participation.entries.late_entry_queries import Opening
from pairing.numbering import by_rating
from pairing.registry import SYSTEMS
from scoring.document import DocumentPlayer


def place(openings: Sequence[Opening], entries: Collection[Entry]) -> list[str]:
    """Let new entries play from where they may: of parallel groups in the smallest, one after the other, and
    the first where several are. Returns the group of each, empty where there are none. Inside `writing`.
    """
    groups = []
    for entry in entries:
        opening = min(openings, key=lambda opening: len(opening.stage.entrants or ()))
        put_into(opening, entry)
        groups.append(opening.group)
    return groups


def put_into(opening: Opening, entry: Entry) -> None:
    """Let the entry, which is not saved, play from there. Inside `writing`."""
    entry.joined = opening.round
    if is_group(opening.stage) and opening.round > 1:
        opening.stage.entrants = [*(opening.stage.entrants or ()), entry.entry_no]
        opening.stage.save(update_fields=["entrants"])


def number_new_entries(event: Event) -> bool:
    """Number the entries made after the draw. Returns whether this changed the numbers of others.

    A system that numbers by rating renumbers everybody, unless the arbiter typed the numbers or the round is
    paired from which on they are frozen, and rounds already paired store the numbers that they were paired
    with. Otherwise new entries take the next numbers.
    Inside `writing`.
    """
    stage = event.stages.get(number=1)
    entries = {entry.entry_no: entry for entry in event.entries.select_related("player").order_by("entry_no")}
    before = {entry.entry_no: entry.number for entry in entries.values() if entry.number is not None}
    system = SYSTEMS[stage.system]
    if Opening(stage, stage.rounds.count() + 1).renumbers:
        players = [_engine_player(entry) for entry in entries.values()]
        numbers = dict(by_rating(players, event.seed, stage.number, by_name=system.equals_by_name))
    else:
        highest = max(before.values(), default=0)
        new = [entry for entry in entries.values() if entry.number is None]
        for entry in new:
            entry.late_number = True
        numbers = before | {entry.entry_no: number for number, entry in enumerate(new, highest + 1)}
    for entry in entries.values():
        entry.number = numbers[entry.entry_no]
    renumbered = any(numbers[entry_no] != number for entry_no, number in before.items())
    if renumbered:
        for opening in filter(is_opening, event.stages.all()):
            _store_numbers_in_rounds(opening, entries.values(), before)
    Entry.objects.bulk_update(entries.values(), ["number", "late_number"])
    return renumbered


def _engine_player(entry: Entry) -> DocumentPlayer:
    return DocumentPlayer(
        id=entry.entry_no,
        name=entry.whole_name,
        number=entry.entry_no,
        rating=entry.rating,
        other_ratings=tuple(entry.other_ratings),
        title=entry.title or None,
    )


def _store_numbers_in_rounds(stage: Stage, entries: Collection[Entry], numbers: Mapping[int, int]) -> None:
    """Store in each existing round the numbers, by entry number, that it was paired with."""
    for round_ in stage.rounds.filter(numbers__isnull=True):
        round_.numbers = {
            str(entry.entry_no): numbers[entry.entry_no]
            for entry in entries
            if entry.entry_no in numbers
            and entry.joined <= round_.number
            and (stage.entrants is None or entry.entry_no in stage.entrants)
        }
        round_.save(update_fields=["numbers"])
