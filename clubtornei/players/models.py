"""The people on the clubs' rosters."""

from collections.abc import Collection, Sequence
from datetime import date

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from clubtornei.accounts.models import Club
from clubtornei.players.names import PART_LENGTH, NamedQuerySet, SortKeyField, initials_of
from clubtornei.text.untyped import LazyText
from scoring.trf import FIDE_TITLES

OF_AGE = 18
MEMBERS, GUESTS = "members", "guests"


class RatingList(models.TextChoices):
    """The rating lists of which the roster knows a player's rating."""

    FIDE = "fide", _("Elo FIDE")
    FSI = "fsi", _("Elo FSI")
    CLUB = "club", _("Punteggio sociale")


class EventList(models.TextChoices):
    """What may order the players of an event: one list, or two official ones that together are its list."""

    FIDE = RatingList.FIDE.value, RatingList.FIDE.label
    FSI = RatingList.FSI.value, RatingList.FSI.label
    CLUB = RatingList.CLUB.value, RatingList.CLUB.label
    FIDE_ELSE_FSI = "fide_fsi", _("Elo FIDE, altrimenti FSI")
    FSI_ELSE_FIDE = "fsi_fide", _("Elo FSI, altrimenti FIDE")

    @property
    def lists(self) -> tuple[RatingList, ...]:
        """The lists that it is made of; who is missing from one has his rating of the next."""
        return tuple(RatingList(name) for name in self.value.split("_"))


class Rate(models.TextChoices):
    """The rates of play for which lists have a rating each."""

    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")


class Sex(models.TextChoices):
    MAN = "m", _("uomo")
    WOMAN = "w", _("donna")


def rating_column(rating_list: str, rate: str = Rate.STANDARD) -> str:
    """The column with the rating in a list at a rate of play."""
    return f"{rating_list}_{'rating' if rate == Rate.STANDARD else rate}"


def _rating(label: LazyText) -> "models.PositiveSmallIntegerField[int | None, int | None]":
    return models.PositiveSmallIntegerField(label, null=True, blank=True)


def _month(label: LazyText) -> "models.CharField[str, str]":
    return models.CharField(label, max_length=7, blank=True)


def may_be_minor(birth_year: int, day: date) -> bool:
    """Whether somebody born in that year may be under age on that day."""
    return day.year - birth_year <= OF_AGE


class PlayerQuerySet(NamedQuerySet):
    def on_roster_of(self, club: Club) -> "PlayerQuerySet":
        """The club's, annotated with `namesake`: whether somebody else of them has the name."""
        names = Player.objects.filter(club=club).order_by().values("sort_name")
        shared = names.annotate(players=Count("pk")).filter(players__gt=1).values("sort_name")
        found: PlayerQuerySet = self.filter(club=club).annotate(namesake=Q(sort_name__in=shared))
        return found

    def marked(self, mark: str) -> "PlayerQuerySet":
        """Members or guests; with anything else everybody."""
        if mark == MEMBERS:
            return self.filter(member=True)
        return self.filter(member=False) if mark == GUESTS else self


ROSTER_CHANGED = """
        INSERT INTO players_rosterversion (club_id, version)
        SELECT id, 1 FROM accounts_club WHERE id = (coalesce(NEW.club_id, OLD.club_id))
        ON CONFLICT (club_id) DO UPDATE SET version = players_rosterversion.version + 1;
        RETURN NULL;
    """
"""The function of the trigger by which a roster has a new version. The trigger is deferred: the version's row
is locked last, when nothing else is waited for any more.
"""


class RosterVersion(models.Model):
    """Changes with whatever is written of a club's players. Written by a trigger. Without a row: 0."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="roster_version")
    version = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.club} · {self.version}"


def roster_version(club: int) -> int:
    """The version of the roster of the club with this primary key. One query."""
    return RosterVersion.objects.filter(club=club).values_list("version", flat=True).first() or 0


class Player(models.Model):
    """A person on a club's roster. Contact, notes, birth and what report files ask are never shown to the
    public. `consent_by`, `consent_at`: which parent of a minor has consented to the whole name, and when.

    Nine ratings and their coefficients are columns and no table of their own: a player has at most one of
    each, and an import shows and ticks what changes by column. A list has one month for all its rates.
    """

    namesake = False  # annotated by on_roster_of()

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
    fide_rating = _rating(_("Elo FIDE"))
    fsi_rating = _rating(_("Elo FSI"))
    club_rating = _rating(_("punteggio sociale"))
    fide_rapid = _rating(_("Elo FIDE rapid"))
    fide_blitz = _rating(_("Elo FIDE blitz"))
    fsi_rapid = _rating(_("Elo FSI rapid"))
    fsi_blitz = _rating(_("Elo FSI blitz"))
    club_rapid = _rating(_("punteggio sociale rapid"))
    club_blitz = _rating(_("punteggio sociale blitz"))
    fide_k = _rating(_("K FIDE"))
    fide_rapid_k = _rating(_("K FIDE rapid"))
    fide_blitz_k = _rating(_("K FIDE blitz"))
    fsi_k = _rating(_("K FSI"))
    fsi_rapid_k = _rating(_("K FSI rapid"))
    fsi_blitz_k = _rating(_("K FSI blitz"))
    club_k = _rating(_("K sociale"))
    club_rapid_k = _rating(_("K sociale rapid"))
    club_blitz_k = _rating(_("K sociale blitz"))
    fide_month = _month(_("mese della lista FIDE"))
    fsi_month = _month(_("mese della lista FSI"))
    club_month = _month(_("mese della lista sociale"))
    fide_id = models.PositiveIntegerField(_("codice FIDE"), null=True, blank=True)
    fsi_id = models.CharField(_("tessera FSI"), max_length=20, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("anno di nascita"), null=True, blank=True)
    birth_date = models.DateField(_("data di nascita"), null=True, blank=True)
    surname = models.CharField(_("cognome"), max_length=PART_LENGTH, blank=True)
    given_name = models.CharField(
        pgettext_lazy("nome di battesimo", "nome"), max_length=PART_LENGTH, blank=True
    )
    sex = models.CharField(_("sesso"), max_length=1, choices=Sex.choices, blank=True)
    federation = models.CharField(_("federazione"), max_length=3, blank=True)
    fide_title = models.CharField(
        _("titolo FIDE"), max_length=3, choices=[(title, title) for title in FIDE_TITLES], blank=True
    )
    category = models.CharField(_("categoria nazionale"), max_length=10, blank=True)
    member = models.BooleanField(_("socio"), default=False)
    # Where the club has pages of people at all.
    public_page = models.BooleanField(_("pagina pubblica"), default=False)
    contact = models.CharField(_("recapito"), max_length=200, blank=True)
    notes = models.TextField(_("note"), blank=True)
    # He asks for it himself; of minors nobody need ask.
    initials = models.BooleanField(_("solo le iniziali in pubblico"), default=False)
    consent_by = models.CharField(_("consenso al nome intero dato da"), max_length=200, blank=True)
    consent_at = models.DateTimeField(_("consenso al nome intero dato il"), null=True, blank=True)

    objects = PlayerQuerySet.as_manager()

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
        triggers = [
            pgtrigger.Trigger(
                name="roster_version",
                when=pgtrigger.After,
                operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
                timing=pgtrigger.Deferred,
                func=ROSTER_CHANGED,
            )
        ]

    def __str__(self) -> str:
        return self.name

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """With those of the club, which is no field of any form."""
        super().validate_constraints(set(exclude or ()) - {"club"})

    @property
    def told_apart(self) -> str:
        """For organisers: the name, with club and year of birth of who has a `namesake`."""
        marks = ", ".join(str(mark) for mark in (self.affiliation, self.birth_year) if mark)
        return f"{self.name} ({marks})" if self.namesake and marks else self.name

    @property
    def birthday(self) -> date | None:
        """The day of his birth, unless the year has been corrected since."""
        day = self.birth_date
        return day if day and self.birth_year in (None, day.year) else None

    def may_be_minor(self, day: date) -> bool:
        """Whether he is under age on that day, or may be, where of his birth only the year is known."""
        if born := self.birthday:
            return day.year - born.year - ((day.month, day.day) < (born.month, born.day)) < OF_AGE
        return self.birth_year is not None and may_be_minor(self.birth_year, day)

    def public_name(self, day: date) -> str:
        """What he is called in public on that day: adults whole unless they asked for initials, minors by
        initials unless a parent has consented.
        """
        hidden = self.initials or (self.may_be_minor(day) and not self.consent_at)
        return initials_of(self.name) if hidden else self.name

    @property
    def particulars(self) -> list[int | str]:
        """Year of birth, affiliation and rating, those that are known: they tell namesakes apart."""
        return [fact for fact in (self.birth_year, self.affiliation, self.rating) if fact]

    @property
    def rating(self) -> int | None:
        """The rating he is known by: FIDE's, else the national federation's, else the club's own."""
        return self.fide_rating or self.fsi_rating or self.club_rating

    def ratings_in(self, lists: Sequence[str], rate: str = Rate.STANDARD) -> list[int | None]:
        """His ratings in these lists of an event at that rate of play, in their order."""
        return [self._rating_in(EventList(name), rate) for name in lists]

    def _rating_in(self, event_list: EventList, rate: str) -> int | None:
        ratings = (getattr(self, rating_column(name, rate)) for name in event_list.lists)
        return next((rating for rating in ratings if rating), None)

    def list_of_rating(self, name: str, rate: str = Rate.STANDARD) -> str:
        """The list in which his rating in that list of an event is; empty: he has none."""
        lists = EventList(name).lists
        return next((found for found in lists if getattr(self, rating_column(found, rate))), "")


class PlayerMerge(models.Model):
    """Two people of the roster who were one, and what is needed to part them again.

    `kept`: who is on the roster; `name`: of who was merged into him; `merged`: the columns of the row that
    was deleted; `moved`: the keys of all that went over (season/merging/actions.py).
    """

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    name = models.CharField(_("cognome e nome"), max_length=200)
    at = models.DateTimeField(_("quando"), auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    merged = models.JSONField(encoder=DjangoJSONEncoder)
    moved = models.JSONField()

    class Meta:
        ordering = ["-pk"]  # not by time: clocks are moved

    def __str__(self) -> str:
        return self.name
