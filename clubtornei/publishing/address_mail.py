"""On a server: those who have left an address are told what a sending changes for them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from clubtornei.events.models import Event, SignUp
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.participation.signups.queries import ACTIVE
from clubtornei.rounds.state.event_mail import tell_accepted, tell_ended, tell_published, tell_taken_back
from clubtornei.rounds.state.round_check import digest_of_rows

Rounds = dict[tuple[int, int], "SeatedRound"]
"""By the numbers of stage and round."""


class SeatedRound(Struct, frozen=True):
    """A published round; `seating`: the digest of who sits where."""

    round: Round
    seating: str


def seated_rounds(event: Event) -> Rounds:
    """The published rounds as they stand. Four queries."""
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in Table.objects.filter(round__stage__event=event).with_seats():
        tables[table.round_id].append(table)
    rounds = Round.objects.published().filter(stage__event=event).select_related("stage").order_by("pk")
    return {
        (one.stage.number, one.number): SeatedRound(one, digest_of_rows(tables[one.pk])) for one in rounds
    }


def tell_of_rounds(event: Event, before: Rounds) -> None:
    """Inside `writing`. A round that is seated as before keeps the time at which it was published."""
    after = seated_rounds(event)
    same = {key for key, one in after.items() if key in before and before[key].seating == one.seating}
    for key in same:
        Round.objects.filter(pk=after[key].round.pk).update(published_at=before[key].round.published_at)
    for key in before.keys() - same:
        tell_taken_back(event, before[key].round)
    published: dict[tuple[int, datetime | None], list[Round]] = defaultdict(list)
    for key in sorted(after.keys() - same):
        round_ = after[key].round
        published[round_.stage.number, round_.published_at].append(round_)
    for rounds in published.values():
        tell_published(event, rounds)


def tell_of_sign_ups(event: Event, before: Mapping[UUID, str], after: Collection[SignUp]) -> None:
    """`before`: by the keys of personal links the status of each. Inside `writing`."""
    changed = [one for one in after if one.link_key in before and before[one.link_key] != one.status]
    ended = [one for one in changed if before[one.link_key] in ACTIVE and one.status not in ACTIVE]
    decided = (SignUp.Status.SENT, SignUp.Status.REFUSED)
    accepted = [
        one for one in changed if before[one.link_key] in decided and one.status == SignUp.Status.ACCEPTED
    ]
    tell_ended(event, ended)
    tell_accepted(event, accepted)
