"""Clubs, and the memberships by which users run them, each with a role."""

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator, URLValidator
from django.db import models
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from clubtornei.text.colours import HEX
from clubtornei.web.link_keys import link_key


class Role(models.TextChoices):
    """What a member may do. Each role includes the rights of those listed after it."""

    OWNER = "owner", _("Titolare")
    ARBITER = "arbiter", _("Arbitro")
    HELPER = "helper", _("Aiutante (solo risultati)")

    @property
    def includes(self) -> list["Role"]:
        """The roles that have at least the rights of this one."""
        ranks = [Role.OWNER, Role.ARBITER, Role.HELPER]
        return ranks[: ranks.index(self) + 1]

    @property
    def is_owner(self) -> bool:
        return self is Role.OWNER

    @property
    def is_arbiter(self) -> bool:
        """Whether the member may do more than enter results."""
        return self in Role.ARBITER.includes


class ClubQuerySet(models.QuerySet["Club"]):
    def for_member(self, user: AbstractBaseUser | AnonymousUser, role: Role = Role.HELPER) -> "ClubQuerySet":
        """The clubs in which the user has at least this role. Every organiser's query starts here."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(memberships__user=user, memberships__role__in=role.includes)

    def not_demo(self) -> "ClubQuerySet":
        """The clubs that are not a demo; once there is one, the site has been set up."""
        return self.filter(demo=False)

    def demo(self) -> "ClubQuerySet":
        """The demo clubs, which an owner can delete with one click."""
        return self.filter(demo=True)


def name_of_user(user: User) -> str:
    """The whole name, if the user has given one, else the user name."""
    return user.get_full_name() or user.get_username()


class MembershipQuerySet(models.QuerySet["Membership"]):
    def by_role(self) -> "MembershipQuerySet":
        """Ordered by role, owners first, then by user name; with their users, in the same query."""
        ranks = [models.When(role=role, then=rank) for rank, role in enumerate(Role)]
        return self.select_related("user").order_by(models.Case(*ranks), "user__username")


LONGEST, SHORTEST_HISTORY = MaxValueValidator(36_500), 30  # days
KEPT_PROPOSALS = [MinValueValidator(1), LONGEST]


LONGEST_SITE = 200
LONGEST_CONTACTS = 1_000
LOGO_NAME = 16


def kept_history(days: int) -> None:
    """Raises ValidationError: whoever gives a number of days keeps the history for a month at least."""
    if 0 < days < SHORTEST_HISTORY or days > LONGEST.limit_value:
        raise ValidationError(
            _("Da %(least)d a %(most)d, oppure 0: per sempre."),
            params={"least": SHORTEST_HISTORY, "most": LONGEST.limit_value},
        )


class Club(models.Model):
    name = models.CharField(_("nome del circolo"), max_length=100)
    slug = models.SlugField(max_length=60, unique=True)
    demo = models.BooleanField(_("circolo di prova"), default=False, editable=False)
    # Everything of it can be read, nothing written, until its owner opens it again.
    closed_at = models.DateTimeField(_("chiuso"), null=True, editable=False)
    # How long it keeps them; null: the history as HISTORY_DAYS says, the proposals for ever. 0: for ever.
    history_days = models.PositiveIntegerField(
        _("giorni per cui si tiene la storia"), null=True, blank=True, validators=[kept_history]
    )
    proposals_days = models.PositiveIntegerField(
        _("giorni per cui si tengono le proposte dai tavoli"),
        null=True,
        blank=True,
        validators=KEPT_PROPOSALS,
    )

    # Whose pages may show the public ones within theirs.
    embedding_sites = ArrayField(models.CharField(max_length=LONGEST_SITE), default=list, blank=True)

    # What its public page says of it.
    place = models.CharField(
        _("sede"), max_length=200, blank=True, help_text=_("Dove si gioca, come lo si trova.")
    )
    evenings = models.CharField(
        _("quando si gioca"),
        max_length=200,
        blank=True,
        help_text=_("Per esempio: martedì e venerdì dalle 21."),
    )
    contacts = models.TextField(
        _("contatti"),
        max_length=LONGEST_CONTACTS,
        blank=True,
        help_text=_("Di chi risponde a chi vuole venire: telefono, email. Li legge chiunque."),
    )
    website = models.URLField(_("sito"), blank=True, validators=[URLValidator(schemes=["http", "https"])])

    # How its pages and sheets look. `logo`: names the pictures of its ClubLogo; empty if it has none.
    colour = models.CharField(_("colore"), max_length=7, blank=True, validators=[RegexValidator(HEX)])
    logo = models.CharField(max_length=LOGO_NAME, blank=True, editable=False)

    # For the tabs; known where a member's page has asked for the club (access.py).
    has_circuits = False

    # Pairs: headings of an imported list, and what its columns hold, where the site guessed otherwise.
    import_columns = models.JSONField(default=list, blank=True, editable=False)

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def closed(self) -> bool:
        return self.closed_at is not None

    @property
    def presentation(self) -> tuple[str, ...]:
        """What its public page says of it beside its events."""
        return (self.place, self.evenings, self.contacts, self.website)

    @property
    def look(self) -> str:
        """What pages and sheets show of it: they are kept under this."""
        return shown_look(self.name, self.colour, self.logo, self.closed_at)


def shown_look(name: str, colour: str, logo: str, closed_at: datetime | None) -> str:
    """The look of a club that is called so, of which no more was read."""
    return f"{name}\n{colour}\n{logo}\n{closed_at or ''}"


class ClubLogo(models.Model):
    """The pictures of a club's logo: see logos.py. In rows of their own, read for themselves only."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="stored_logo")
    image = models.BinaryField()
    small = models.BinaryField()
    icon = models.BinaryField()

    class Meta:
        verbose_name = _("logo")

    def __str__(self) -> str:
        return self.club.name


class Membership(models.Model):
    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("ruolo"), max_length=10, choices=Role.choices, default=Role.ARBITER)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.club} · {self.get_role_display()}"


INVITATION_LASTS = timedelta(days=7)


def invitation_end() -> datetime:
    """When an invitation that is made now is no longer valid."""
    return now() + INVITATION_LASTS


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def valid(self) -> "InvitationQuerySet":
        return self.filter(expires_at__gt=now())


class Invitation(models.Model):
    """Lets whoever has its link become a member of the club, once. One that is used or withdrawn is deleted.

    `whom`: for the owner to know it by.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(_("ruolo"), max_length=10, choices=Role.choices, default=Role.ARBITER)
    whom = models.CharField(_("per chi"), max_length=100)
    email = models.EmailField(_("posta elettronica"), blank=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField(_("vale fino a"), default=invitation_end)
    link_key = link_key()

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["expires_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_is_known"),
        ]
        verbose_name = _("invito")

    def __str__(self) -> str:
        return f"{self.whom} · {self.club} · {self.get_role_display()}"

    @property
    def names(self) -> dict[str, str]:
        """What its form begins with: given and family name, where it is for two words."""
        words = self.whom.split()
        return {"first_name": words[0], "last_name": words[1]} if len(words) == 2 else {}


class PasswordLink(models.Model):
    """What the links with which a user sets a new password are made of: without it none is good."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="password_link"
    )
    link_key = link_key()

    def __str__(self) -> str:
        return str(self.user)


NEWEST_FIRST = ("-at", "-pk")


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    def of_club(self, club: Club) -> "AuditEntryQuerySet":
        """What happened in the club or to the whole site, the newest first, with the users, in one query."""
        entries = self.filter(Q(club=club) | Q(club=None)).select_related("by", "about")
        return entries.order_by(*NEWEST_FIRST)


class AuditEntry(models.Model):
    """One line of the log of roles, invitations, downloads and restores: see audit.py.

    `club`: null: it concerns the whole site. `by`: null: it was done at the terminal, or the account is gone.
    `about`: whose role it is about. `facts`: what the line names beside, such as a role or a file.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="audit_entries")
    at = models.DateTimeField(auto_now_add=True)
    what = models.CharField(max_length=30)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    facts = models.JSONField(default=dict)

    objects = AuditEntryQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what}"


DIGEST_IN_CACHE = "site-key"


class SiteKeyManager(models.Manager["SiteKey"]):
    def is_ours(self) -> bool:
        """Whether this machine signs with the key of the others on its database and its cache. The first one
        writes its own down.
        """
        ours = self._digest()
        row, _created = self.get_or_create(pk=1, defaults={"digest": ours})
        if not constant_time_compare(row.digest, ours):
            return False
        cache.add(DIGEST_IN_CACHE, ours, timeout=None)
        return constant_time_compare(cache.get(DIGEST_IN_CACHE, ours), ours)

    def change(self) -> None:
        """From now on the key of this machine is that of all."""
        self.update_or_create(pk=1, defaults={"digest": self._digest()})
        cache.set(DIGEST_IN_CACHE, self._digest(), timeout=None)

    def _digest(self) -> str:
        return salted_hmac("clubtornei.accounts", "site key", algorithm="sha256").hexdigest()


class SiteKey(models.Model):
    """What recognises the SECRET_KEY with which all machines on this database sign: one row, in no backup."""

    digest = models.CharField(max_length=64)

    objects = SiteKeyManager()

    def __str__(self) -> str:
        return self.digest


LONGEST_AGENT, LONGEST_ADDRESS = 300, 45


class Session(AbstractBaseSession):
    """A browser's session, and of a user who has signed in with it when, from where and with what."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")
    signed_in_at = models.DateTimeField(_("accesso fatto"), null=True)
    agent = models.CharField(_("browser"), max_length=LONGEST_AGENT, blank=True)
    address = models.CharField(_("indirizzo di rete"), max_length=LONGEST_ADDRESS, blank=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """Names it in a form: the key itself would let in whoever reads the page."""
        return hashlib.sha256(self.session_key.encode()).hexdigest()[:16]
