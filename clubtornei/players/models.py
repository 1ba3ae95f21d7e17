"""Clubs, who runs them, and the people on their rosters."""

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubtornei.players.names import NamedQuerySet, SortKeyField


class Role(models.TextChoices):
    """What a member may do; each role may do all that the following ones may."""

    OWNER = "owner", _("Titolare")
    ARBITER = "arbiter", _("Arbitro")
    HELPER = "helper", _("Aiutante (solo risultati)")

    @property
    def includes(self) -> list["Role"]:
        """The roles that suffice where this one is asked for."""
        ranks = [Role.OWNER, Role.ARBITER, Role.HELPER]
        return ranks[: ranks.index(self) + 1]


class ClubQuerySet(models.QuerySet["Club"]):
    def of(self, user: AbstractBaseUser | AnonymousUser, role: Role = Role.HELPER) -> "ClubQuerySet":
        """The clubs in which the user has at least this role: the door to every organiser's query."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(memberships__user=user, memberships__role__in=role.includes)

    def own(self) -> "ClubQuerySet":
        """The real clubs: once there is one, the site is started."""
        return self.filter(demo=False)

    def demo(self) -> "ClubQuerySet":
        """The clubs that are there to be tried, and go away with one click."""
        return self.filter(demo=True)


class MembershipQuerySet(models.QuerySet["Membership"]):
    def by_role(self) -> "MembershipQuerySet":
        """Owners first, then arbiters, then helpers; with their users."""
        ranks = [models.When(role=role, then=rank) for rank, role in enumerate(Role)]
        return self.select_related("user").order_by(models.Case(*ranks), "user__username")


class Club(models.Model):
    name = models.CharField(_("nome del circolo"), max_length=100)
    slug = models.SlugField(max_length=60, unique=True)
    demo = models.BooleanField(default=False, editable=False)

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name


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


class Player(models.Model):
    """A person on a club's roster. Birth year, contact and notes are for the organisers only."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("cognome e nome"), max_length=200)
    sort_name = SortKeyField()
    affiliation = models.CharField(_("circolo"), max_length=100, blank=True)
    group = models.CharField(
        _("gruppo"),
        max_length=100,
        blank=True,
        help_text=_("Famiglia o altro legame di cui il sorteggio tiene conto."),
    )
    title = models.CharField(_("titolo"), max_length=10, blank=True)
    fide_rating = models.PositiveSmallIntegerField(_("Elo FIDE"), null=True, blank=True)
    fsi_rating = models.PositiveSmallIntegerField(_("Elo FSI"), null=True, blank=True)
    club_rating = models.PositiveSmallIntegerField(_("punteggio sociale"), null=True, blank=True)
    fide_id = models.PositiveIntegerField(_("codice FIDE"), null=True, blank=True)
    fsi_id = models.CharField(_("tessera FSI"), max_length=20, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("anno di nascita"), null=True, blank=True)
    contact = models.CharField(_("recapito"), max_length=200, blank=True)
    notes = models.TextField(_("note"), blank=True)

    objects = NamedQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "sort_name"], name="player_by_name")]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.UniqueConstraint(
                fields=["club", "fide_id"],
                name="one_player_a_fide_id",
                violation_error_message=_("Un altro giocatore del circolo ha già questo codice FIDE."),
            ),
            models.UniqueConstraint(
                fields=["club", "fsi_id"],
                condition=~Q(fsi_id=""),
                name="one_player_a_fsi_id",
                violation_error_message=_("Un altro giocatore del circolo ha già questa tessera FSI."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rating(self) -> int | None:
        """The rating an event starts from: FIDE's, else the federation's, else the club's own."""
        return self.fide_rating or self.fsi_rating or self.club_rating
