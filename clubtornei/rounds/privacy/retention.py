"""Deleting what is kept no longer: `manage.py tidy`, at each start and once a day."""

from collections import Counter
from datetime import timedelta

from axes.models import AccessAttempt, AccessFailureLog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, ExtractYear
from django.utils.timezone import now

from clubtornei.accounts.audit import KEPT
from clubtornei.accounts.club_history import delete_rows, history_below, history_models
from clubtornei.accounts.lockouts import ACCOUNT_WINDOW
from clubtornei.accounts.models import AuditEntry, Club, Invitation, Session
from clubtornei.events.models import Event, SignUp
from clubtornei.jobs import actions as jobs
from clubtornei.mail import actions as mail
from clubtornei.players.models import OF_AGE, Player
from clubtornei.rounds.models import Proposal, ResultEntry
from clubtornei.rounds.privacy.actions import apply_public_name

KEPT_SIGN_UPS, KEPT_ADDRESSES = timedelta(days=30), timedelta(days=1)


def tidy() -> Counter[str]:
    """Everything of the site that is due; how much, by what it was."""
    done = Counter(
        sessions=Session.objects.filter(expire_date__lt=now()).delete()[0],
        invitations=Invitation.objects.filter(expires_at__lt=now()).delete()[0],
        sign_ins=_old(AccessAttempt, settings.AXES_COOLOFF_TIME).delete()[0],
        audit=AuditEntry.objects.filter(at__lt=now() - KEPT).delete()[0],
        failures=_old(AccessFailureLog, ACCOUNT_WINDOW).delete()[0],
    )
    done["jobs"] = jobs.tidy()
    done["mail_addresses"] = mail.tidy()
    day_ago = Proposal.objects.filter(at__lt=now() - timedelta(days=1)).exclude(phone="")
    done["phones"] = day_ago.exclude(status=Proposal.Status.WAITING).update(phone="")
    done += _tidy_sign_ups()
    for club in Club.objects.all():
        with transaction.atomic():
            done["history"] += _tidy_history(club)
            done["proposals"] += _tidy_proposals(club)
    for player in _called_by_initials():
        done["initials"] += apply_public_name(player, in_teams=False)
    return done


def _old(model: type[AccessAttempt] | type[AccessFailureLog], kept: timedelta) -> "QuerySet[Model]":
    """The wrong passwords and codes that count no more."""
    old: QuerySet[Model] = model.objects.filter(attempt_time__lt=now() - kept)
    return old


def _called_by_initials() -> "QuerySet[Player]":
    """Who asks for it, and who was or may have been a minor in any event of the club: his birth may have been
    written down later than his name.
    """
    first = Event.objects.filter(club=OuterRef("club")).order_by("starts_on").values("starts_on__year")[:1]
    return Player.objects.annotate(
        born=Coalesce("birth_year", ExtractYear("birth_date")), since=Subquery(first) - OF_AGE
    ).filter(Q(initials=True) | Q(born__gte=F("since")))


def _tidy_sign_ups() -> Counter[str]:
    """Those of events closed long ago, but for a parent's consent; of the others where they came from."""
    closed = SignUp.objects.filter(event__closed_at__lt=now() - KEPT_SIGN_UPS)
    closed.exclude(consent_at=None).exclude(contact="", answers=[]).update(contact="", answers=[])
    closed = closed.filter(consent_at=None)
    old = SignUp.objects.filter(at__lt=now() - KEPT_ADDRESSES).exclude(address="")
    return Counter(sign_ups=closed.delete()[0], addresses=old.update(address=""))


def _tidy_history(club: Club) -> int:
    """Who did what in events that have been closed for so long, or deleted. Of a closed one that of the event
    itself stays: when its draw was announced and made, which anybody may check.
    """
    if club.history_days is None:
        return 0
    until = now() - timedelta(days=club.history_days)
    closed = list(Event.objects.filter(club=club, closed_at__lt=until).values_list("pk", flat=True))
    past = history_models()[Event]._base_manager.filter(club_id=club.pk)
    last = (
        past.exclude(pgh_obj_id__in=club.events.values("pk"))
        .values("pgh_obj_id")
        .annotate(last=Max("pgh_created_at"))
    )
    gone = [row["pgh_obj_id"] for row in last.filter(last__lt=until)]
    below = history_below(Event, [*closed, *gone])
    rows = [*(rows.filter(pgh_created_at__lt=until) for rows in below), past.filter(pgh_obj_id__in=gone)]
    deleted = sum(found.count() for found in rows)
    delete_rows(rows)
    entered, _kinds = ResultEntry.objects.filter(table__round__stage__event__in=closed, at__lt=until).delete()
    return deleted + entered


def _tidy_proposals(club: Club) -> int:
    """Those that are so old, but for what still waits for the arbiter."""
    if club.proposals_days is None:
        return 0
    until = now() - timedelta(days=club.proposals_days)
    old = Proposal.objects.filter(table__round__stage__event__club=club, at__lt=until)
    decided = old.exclude(status=Proposal.Status.WAITING, table__round__stage__event__closed_at=None)
    pks = list(decided.values_list("pk", flat=True))
    history = history_models()[Proposal]
    delete_rows([history._base_manager.filter(pgh_obj_id__in=pks)])
    return decided.delete()[0]
