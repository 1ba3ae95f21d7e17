"""The people on the clubs' rosters."""

from collections.abc import Sequence
from datetime import date

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club
from clubtornei.players.names import NamedQuerySet, SortKeyField, initials_of

OF_AGE = 18


class RatingList(models.TextChoices):
    """The rating lists of which the roster knows a player's rating."""

    FIDE = "fide", _("Elo FIDE")
    FSI = "fsi", _("Elo FSI")
    CLUB = "club", _("Punteggio sociale")


class PlayerQuerySet(NamedQuerySet):
    def with_namesake(self) -> "PlayerQuerySet":
        """Annotated with `namesake`: whether somebody else on the roster has the name."""
        others = Player.objects.filter(club=OuterRef("club"), sort_name=OuterRef("sort_name"))
        found: PlayerQuerySet = self.annotate(namesake=Exists(others.exclude(pk=OuterRef("pk"))))
        return found


class Player(models.Model):
    """A person on a club's roster. Contact and notes are never shown to the public, and the birth year
    only where nothing else tells two namesakes of an event apart.
    """

    namesake = False  # annotated by with_namesake()

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
    # He asks for it himself; of minors nobody need ask.
    initials = models.BooleanField(_("solo le iniziali in pubblico"), default=False)

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

    def __str__(self) -> str:
        return self.name

    def may_be_minor(self, day: date) -> bool:
        """Whether he may be under age on that day, of whose birth only the year is known."""
        return self.birth_year is not None and day.year - self.birth_year <= OF_AGE

    def public_name(self, day: date) -> str:
        """What he is called in an event of that day, all of which is public."""
        return initials_of(self.name) if self.initials or self.may_be_minor(day) else self.name

    @property
    def particulars(self) -> list[int | str]:
        """Year of birth, affiliation and rating, those that are known: they tell namesakes apart."""
        return [fact for fact in (self.birth_year, self.affiliation, self.rating) if fact]

    @property
    def rating(self) -> int | None:
        """The rating he is known by: FIDE's, else the national federation's, else the club's own."""
        return self.fide_rating or self.fsi_rating or self.club_rating

    def ratings_in(self, lists: Sequence[str]) -> list[int | None]:
        """His ratings in these lists, in their order."""
        return [getattr(self, f"{rating_list}_rating") for rating_list in lists]
