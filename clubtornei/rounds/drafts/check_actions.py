"""Deriving published rounds again from the public document: by a worker once they are out, and on demand."""

import hashlib
from typing import cast

from django.core.cache import cache
from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django_tasks import task
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.jobs.models import PRINTS
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.round_check import Outcome, RoundCheck, as_column, check_in, digest_of_round
from clubtornei.rounds.state.site_facts import table_number
from clubtornei.rounds.state.stale_pairings import stale_pairings
from clubtornei.text.text_fields import one_line
from pairing.checking import CheckedRound, check_round
from scoring.record import Document, DocumentTable, write

AFTER_PRINTS = -10  # priority: the hall waits for its sheets, nobody for a tick
KEPT = 24 * 60 * 60  # seconds, of what a reader has asked for


def check_soon(event: Event, stage: int, numbers: list[int]) -> None:
    """Let a worker derive these rounds of the stage again, once the transaction has ended."""
    check_published.using(priority=AFTER_PRINTS).enqueue(event.pk, stage, numbers)


@task(queue_name=PRINTS)
def check_published(event: int, stage: int, numbers: list[int]) -> None:
    for number in numbers:
        check_again(event, stage, number)


def check_again(event: int, stage: int, number: int) -> RoundCheck | None:
    """Derive a published round again, and keep with it what came of it. The event is locked while it is read
    and while that is written, not in between. None: there is no such round, or it is a draft.
    """
    with transaction.atomic():
        locked = Event.objects.select_for_update(of=("self",)).filter(pk=event).first()
        round_ = locked and Round.objects.published().of(locked, stage).filter(number=number).first()
        if not locked or not round_:
            return None
        document = document_of(locked, public=True)
        before, stale = check_in(round_.last_check), bool(stale_pairings(locked, stage, number))
    check = _derived_again(document, stage, number, locked.version, before, stale=stale)
    with writing(locked, even_closed=True, even_closed_club=True):
        same = Round.objects.filter(pk=round_.pk, published_at=round_.published_at)
        same.update(last_check=as_column(check))
    return check


def check_for_reader(
    document: Document, stage: int, number: int, version: int, kept: RoundCheck | None, *, stale: bool
) -> RoundCheck:
    """A round of the public document derived again for whoever asks: once for each state of what it rests on,
    however often that is. Nothing is written.
    """
    digest = _digest_of_basis(document, stage, number)
    if kept and kept.document == digest:
        return kept
    found = cache.get_or_set(
        f"check:{digest}",
        lambda: _derived_again(document, stage, number, version, kept, stale=stale),
        KEPT,
    )
    return cast(RoundCheck, found)


def valid_reason(reason: str) -> str:
    """Why tables of a round were made by hand, as one line. Raises ActionRefused where it is too long."""
    line, longest = one_line(reason), Round._meta.get_field("by_hand_reason").max_length or 0
    if len(line) > longest:
        raise ActionRefused(_("Il motivo ha più di %(most)d caratteri: accorcialo.") % {"most": longest})
    return line


def explain_by_hand(event: Event, round_: Round, reason: str, shown: str) -> None:
    """Write why the arbiter arranged tables of the round by hand. `shown`: the reason that the page showed;
    where it is another by now, ActionRefused is raised.
    """
    with writing(event):
        round_.refresh_from_db(fields=["by_hand_reason"])
        if round_.by_hand_reason != shown:
            raise ActionRefused(
                _("Intanto un altro ha scritto «%(theirs)s»: se non va bene, correggilo.")
                % {"theirs": round_.by_hand_reason}
            )
        round_.by_hand_reason = valid_reason(reason)
        round_.save(update_fields=["by_hand_reason"])


def _derived_again(
    document: Document, stage: int, number: int, version: int, before: RoundCheck | None, *, stale: bool
) -> RoundCheck:
    """`before`: its last check. `stale`: a result that it was paired with has been corrected."""
    played = document.stages[stage - 1].rounds[number - 1]
    tables = digest_of_round(played)
    checked = check_round(document, stage, number, early=True)
    by_hand = [table.seats for table in played.tables if table.by_hand]
    places = {table.seats: table_number(table, place) for place, table in enumerate(played.tables, 1)}
    return RoundCheck(
        outcome=_outcome(checked, tables, before, stale=stale),
        at=now(),
        version=version,
        document=_digest_of_basis(document, stage, number),
        tables=tables,
        expected=checked.missing,
        found=tuple((places.get(seats, 0), seats) for seats in checked.unexpected if seats not in by_hand),
        possible=checked.expected is not None,
    )


def _outcome(checked: CheckedRound, tables: str, before: RoundCheck | None, *, stale: bool) -> Outcome:
    if checked.ok:
        return Outcome.EQUAL
    if checked.by_hand:
        return Outcome.BY_HAND
    if before is None:
        return Outcome.EARLIER if stale else Outcome.DIFFERENT
    # The same tables were what the rules gave: since then something else has changed.
    was_equal = before.tables == tables and before.outcome in (Outcome.EQUAL, Outcome.EARLIER)
    return Outcome.EARLIER if was_equal else Outcome.DIFFERENT


def _digest_of_basis(document: Document, stage: int, number: int) -> str:
    """The SHA-256 of what is read of the document to derive the round again: nothing that was played in it or
    later, and nothing that only the site knows.
    """
    *earlier, last = document.stages[:stage]
    *before, played = last.rounds[:number]
    seated = replace(
        played,
        tables=tuple(DocumentTable(seats=table.seats, by_hand=table.by_hand) for table in played.tables),
        byes=tuple(replace(bye, extra={}) for bye in played.byes),
        extra={},
    )
    last = replace(last, rounds=(*before, seated))
    stages = tuple(replace(each, extra={}) for each in (*earlier, last))
    return hashlib.sha256(write(replace(document, stages=stages, extra={})).encode()).hexdigest()
