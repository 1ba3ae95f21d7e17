"""What a player does without the arbiter, where the arbiter has allowed it."""

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import Entry, Event, SignUpSettings
from clubtornei.events.stage_titles import player_count
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.participation.attendance.actions import set_plans, stage_entry
from clubtornei.rounds.participation.attendance.queries import RoundPlan, attendance_of, unpaired_rounds
from clubtornei.rounds.participation.entries.actions import check_in
from clubtornei.rounds.participation.signups.queries import settings_of
from clubtornei.rounds.participation.withdrawals.actions import first_round_to_miss, withdraw
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.rounds.state.stages import current_stage, stages_of
from clubtornei.rounds.state.visitor_requests import Arriving, Leaving, Planning, keep_for_laptop
from pairing.registry import SYSTEMS


class OwnRounds(Struct, frozen=True, kw_only=True):
    """`round`: the next one that is not paired, if there is one that can be missed; `absent`: whether he
    misses it; `withdrawn`: he has left; `over`: nothing is left to leave.
    """

    round: int | None
    absent: bool
    withdrawn: bool
    over: bool

    @property
    def may_leave(self) -> bool:
        return not self.withdrawn and not self.over

    @property
    def may_miss(self) -> bool:
        return self.round is not None and not self.absent and not self.withdrawn

    @property
    def may_play(self) -> bool:
        return self.round is not None and self.absent and not self.withdrawn


def own_rounds(event: Event, entry: Entry, settings: SignUpSettings) -> OwnRounds | None:
    """What he may announce of the rounds to come; None before the draw, or where he must ask the arbiter."""
    if not settings.self_leaving or event.closed or not is_locked(event):
        return None
    stage = current_stage(stages_of(event))
    try:
        attendance = attendance_of(stage, stage_entry(stage, entry.entry_no))
    except ActionRefused:
        return None
    ahead = unpaired_rounds(stage, player_count(stage))
    announced = SYSTEMS[stage.system].absence != "ignored"
    number = ahead[0] if ahead and announced else None
    return OwnRounds(
        round=number,
        absent=number in attendance.absent,
        withdrawn=attendance.withdrawn is not None,
        over=not ahead,
    )


@transaction.atomic
def check_oneself_in(event: Event, entry_no: int) -> Entry:
    """Be present, from the address in the hall or one's own. Raises ActionRefused."""
    if not settings_of(event).self_check_in:
        raise ActionRefused(_("Qui l’appello lo fa l’arbitro: vai da lui."))
    entry = check_in(event, entry_no, True)
    keep_for_laptop(event, Arriving(person=entry.link_key))
    return entry


@transaction.atomic
def plan_next_round(event: Event, entry: Entry, plan: RoundPlan) -> int:
    """Announce that one misses the next round, or plays it after all; which one. Raises ActionRefused."""
    rounds = _rounds(event, entry)
    if rounds.round is None:
        raise ActionRefused(_("Non c’è un turno da saltare: parla con l’arbitro."))
    set_plans(event, entry.entry_no, {rounds.round: plan})
    asked = Planning(person=entry.link_key, round=rounds.round, misses=plan != "plays")
    keep_for_laptop(event, asked)
    return rounds.round


@transaction.atomic
def leave(event: Event, entry: Entry) -> int:
    """Withdraw from the next round on; which one it is. Raises ActionRefused."""
    _rounds(event, entry)
    first = first_round_to_miss(current_stage(stages_of(event)), entry)
    withdraw(event, entry.pk, first)
    keep_for_laptop(event, Leaving(person=entry.link_key))
    return first


def _rounds(event: Event, entry: Entry) -> OwnRounds:
    rounds = own_rounds(event, entry, settings_of(event))
    if rounds is None:
        raise ActionRefused(_("Questo lo fa l’arbitro: parla con lui."))
    return rounds
