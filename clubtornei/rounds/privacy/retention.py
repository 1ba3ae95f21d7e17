"""Deleting what is kept no longer: `manage.py tidy`, soon after the start of a worker, and each night."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import MAXYEAR, timedelta

from axes.models import AccessAttempt, AccessFailureLog
from django.conf import settings
from django.db import transaction
from django.db.models import (
    Case,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce, ExtractYear, Left, Length, Now, NullIf
from django.utils.timezone import now

from clubtornei.accounts.audit import KEPT
from clubtornei.accounts.club_history import delete_history_of, delete_rows, history_below, history_models
from clubtornei.accounts.lockouts import ACCOUNT_WINDOW
from clubtornei.accounts.models import AuditEntry, Invitation, Session
from clubtornei.events.models import Entry, Event, SignUp, Stage
from clubtornei.jobs import actions as jobs
from clubtornei.mail import actions as mail
from clubtornei.players.models import OF_AGE, Player
from clubtornei.rounds.models import Proposal, ResultEntry, VisitorRequest
from clubtornei.rounds.privacy.actions import apply_public_name

AT_ONCE = 200  # events
INITIALS = r"^\S\.( \S\.)*( \(|$)"  # and a mark
KEPT_SIGN_UPS, KEPT_ADDRESSES = timedelta(days=30), timedelta(days=1)


def delete_what_is_over() -> Counter[str]:
    """Everything of the site that is due; how much, by what it was."""
    done = Counter(
        sessions=Session.objects.filter(expire_date__lt=now()).delete()[0],
        invitations=Invitation.objects.filter(expires_at__lt=now()).delete()[0],
        sign_ins=_old(AccessAttempt, settings.AXES_COOLOFF_TIME).delete()[0],
        audit=AuditEntry.objects.filter(at__lt=now() - KEPT).delete()[0],
        failures=_old(AccessFailureLog, ACCOUNT_WINDOW).delete()[0],
    )
    done["jobs"] = jobs.delete_old_jobs()
    done["mail_addresses"] = mail.delete_old_mail()
    day_ago = Proposal.objects.filter(at__lt=now() - timedelta(days=1)).exclude(phone="")
    done["phones"] = day_ago.exclude(status=Proposal.Status.WAITING).update(phone="")
    done += _tidy_sign_ups()
    done["history"] = _tidy_history()
    done["proposals"] = _tidy_proposals()
    for player in _still_called_by_name():
        done["initials"] += apply_public_name(player, in_teams=False)
    return done


def _old(model: type[AccessAttempt] | type[AccessFailureLog], kept: timedelta) -> "QuerySet[Model]":
    """The wrong passwords and codes that count no more."""
    old: QuerySet[Model] = model.objects.filter(attempt_time__lt=now() - kept)
    return old


def _still_called_by_name() -> "QuerySet[Player]":
    """Whom an event calls by more than his initials, though he asks for these, or was or may have been a
    minor then: his birth may have been written down later than his name. One query.
    """
    born = Coalesce("birth_year", ExtractYear("birth_date"))
    until = Case(When(initials=True, then=MAXYEAR), When(consent_at=None, then=born + OF_AGE))
    hidden = Player.objects.annotate(until=until).exclude(until=None)
    named = Entry.objects.exclude(name__regex=INITIALS).filter(event__starts_on__year__lte=OuterRef("until"))
    named = named.filter(Q(sign_up=None) | Q(sign_up__consent_at=None) | Q(player__initials=True))
    nobodys = named.filter(player=None, event__club=OuterRef("club"))
    marked = nobodys.exclude(mark="").annotate(own=Left("name", Length("name") - Length("mark") - 3))
    found = [
        hidden.filter(Exists(entries)).values("pk")
        for entries in (
            named.filter(player=OuterRef("pk")),
            nobodys.filter(sort_name=OuterRef("sort_name")),
            marked.filter(own=OuterRef("name")),
        )
    ]
    return Player.objects.filter(pk__in=found[0].union(*found[1:]))


def _tidy_sign_ups() -> Counter[str]:
    """Those of events that were over long ago, but for a parent's consent, and what visitors still wanted of
    these; of the others where they came from.
    """
    over = Event.objects.over_before(now() - KEPT_SIGN_UPS)
    VisitorRequest.objects.filter(event__in=over).delete()
    kept = SignUp.objects.filter(event__in=over)
    kept.exclude(consent_at=None).exclude(contact="", answers=[]).update(contact="", answers=[])
    old = SignUp.objects.filter(at__lt=now() - KEPT_ADDRESSES).exclude(address="")
    return Counter(sign_ups=kept.filter(consent_at=None).delete()[0], addresses=old.update(address=""))


def _kept_since(days: Coalesce | F) -> CombinedExpression:
    """What is older than that goes, where something is kept for so many days. Null: nothing goes."""
    return Now() - ExpressionWrapper(Value(timedelta(days=1)) * NullIf(days, 0), DurationField())


def _history_days() -> Coalesce:
    """For how many days the club keeps the history of its events; 0: for ever."""
    return Coalesce("club__history_days", Value(settings.HISTORY_DAYS or 0))


def _tidy_history() -> int:
    """Who did what in events that have been closed for so long, or deleted. Of a closed one that of the event
    itself stays, when its draw was announced and made, which anybody may check, and who entered each result.
    """
    history = history_models()
    past = history[Event]._base_manager.exclude(pgh_obj_id__in=Event.objects.values("pk"))
    last = past.values("pgh_obj_id", days=_history_days()).annotate(last=Max("pgh_created_at"))
    stages = history[Stage]._base_manager.filter(event_id=OuterRef("pk"))
    closed = Event.objects.filter(Exists(stages), closed_at__lt=_kept_since(_history_days()))
    deleted = 0
    for events in _in_parts(closed.values_list("pk", flat=True)):
        with transaction.atomic():
            deleted += delete_rows(history_below(Event, events)) + _tidy_entries(events)
    for events in _in_parts(
        last.filter(last__lt=_kept_since(F("days"))).values_list("pgh_obj_id", flat=True)
    ):
        with transaction.atomic():
            deleted += delete_history_of(Event, events)
    return deleted


def _in_parts(pks: Iterable[int]) -> Iterator[list[int]]:
    """Some events at a time: nothing is locked for long."""
    found = list(pks)
    return (found[first : first + AT_ONCE] for first in range(0, len(found), AT_ONCE))


def _tidy_entries(events: list[int]) -> int:
    """The entries of results but the last of each table that stands."""
    standing = ResultEntry.objects.filter(table=OuterRef("table"), undone=False).values("pk")[:1]
    old = ResultEntry.objects.filter(table__round__stage__event__in=events)
    pks = list(old.exclude(pk=Subquery(standing)).values_list("pk", flat=True))
    ResultEntry.objects.filter(pk__in=pks).delete()
    delete_rows([history_models()[ResultEntry]._base_manager.filter(pgh_obj_id__in=pks)])
    return len(pks)


def _tidy_proposals() -> int:
    """Those that are so old, but for what still waits for the arbiter. Who has not chosen keeps all."""
    event = "table__round__stage__event"
    old = Proposal.objects.filter(at__lt=_kept_since(F(f"{event}__club__proposals_days")))
    decided = old.exclude(**{"status": Proposal.Status.WAITING, f"{event}__closed_at": None})
    with transaction.atomic():
        pks = list(decided.values_list("pk", flat=True))
        deleted: int = Proposal.objects.filter(pk__in=pks).delete()[0]
        delete_rows([history_models()[Proposal]._base_manager.filter(pgh_obj_id__in=pks)])
        return deleted
