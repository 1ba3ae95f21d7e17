"""The rating lists that federations publish: one table each, the same for all clubs of the site, and one for
the lists that clubs have of their own.

A list is replaced as a whole (loading.py): nothing refers to a row of it, and backups leave it out, since it
can be loaded again.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club
from clubtornei.players.models import RatingList
from clubtornei.players.names import sort_key

LISTS = {RatingList.FIDE: _("Lista FIDE"), RatingList.FSI: _("Lista nazionale")}
FEWEST_LETTERS = 2
LAST_LETTER = "\U0010ffff"


class ListedQuerySet(models.QuerySet["ListedPlayer"]):
    def search(self, text: str) -> "ListedQuerySet":
        """The players whose FIDE or national number it is, or whose name begins with its first word and has
        words that begin with the others; names come in the order of their index.
        """
        words = sort_key(text).split()
        if len(words) == 1 and words[0].isdecimal():
            number = Q(fsi_id=words[0])
            if len(words[0]) < 10:
                number |= Q(fide_id=int(words[0]))
            return self.filter(number)
        if not words or len(words[0]) < FEWEST_LETTERS:
            return self.none()
        # In bytewise order: those between the word and the last text that begins with it.
        found = self.filter(sort_name__gte=words[0], sort_name__lt=f"{words[0]}{LAST_LETTER}")
        for word in words[1:]:
            found = found.filter(sort_name__contains=f" {word}")
        return found.order_by("sort_name")


class ListedPlayer(models.Model):
    """A player as a list has him; the columns are called as those of `players.Player` that they fill."""

    name = models.CharField(max_length=200)
    sort_name = models.CharField(max_length=400, db_collation="C")
    surname = models.CharField(max_length=100)
    given_name = models.CharField(max_length=100)
    fide_id = models.PositiveIntegerField(null=True)
    fsi_id = models.CharField(max_length=20)
    federation = models.CharField(max_length=3)
    sex = models.CharField(max_length=1)
    fide_title = models.CharField(max_length=3)
    category = models.CharField(max_length=10)
    affiliation = models.CharField(max_length=100)
    birth_year = models.PositiveSmallIntegerField(null=True)
    birth_date = models.DateField(null=True)
    fide_rating = models.PositiveSmallIntegerField(null=True)
    fide_rapid = models.PositiveSmallIntegerField(null=True)
    fide_blitz = models.PositiveSmallIntegerField(null=True)
    fide_k = models.PositiveSmallIntegerField(null=True)
    fide_rapid_k = models.PositiveSmallIntegerField(null=True)
    fide_blitz_k = models.PositiveSmallIntegerField(null=True)
    fsi_rating = models.PositiveSmallIntegerField(null=True)
    fsi_rapid = models.PositiveSmallIntegerField(null=True)
    fsi_blitz = models.PositiveSmallIntegerField(null=True)
    fsi_k = models.PositiveSmallIntegerField(null=True)
    fsi_rapid_k = models.PositiveSmallIntegerField(null=True)
    fsi_blitz_k = models.PositiveSmallIntegerField(null=True)

    objects = ListedQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class FidePlayer(ListedPlayer):
    class Meta:
        db_table = "exchange_fide"


class NationalPlayer(ListedPlayer):
    class Meta:
        db_table = "exchange_national"


class ClubListedPlayer(ListedPlayer):
    """A player of a list that only this club has."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="listed_players", db_index=False)
    list = models.CharField(max_length=10, choices=RatingList.choices)

    class Meta:
        indexes = [
            models.Index(fields=["club", "list", "sort_name"], name="club_list_by_name"),
            models.Index(fields=["club", "list", "fide_id"], name="club_list_by_fide_id"),
            models.Index(fields=["club", "list", "fsi_id"], name="club_list_by_fsi_id"),
        ]


TABLES: dict[str, type[ListedPlayer]] = {RatingList.FIDE: FidePlayer, RatingList.FSI: NationalPlayer}


class LoadedList(models.Model):
    """Which list is loaded: of what month, how many players, of which federations (none: all), and when.

    `club`: null: it is every club's. What a club has of its own it reads instead of that.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="loaded_lists")
    list = models.CharField(max_length=10, choices=RatingList.choices)
    month = models.CharField(max_length=7)
    players = models.PositiveIntegerField()
    federations = models.CharField(max_length=200, blank=True)
    loaded_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "list"], nulls_distinct=False, name="one_loaded_list_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.list} {self.month}"

    @property
    def listed(self) -> ListedQuerySet:
        """Who is in it."""
        if self.club_id is None:
            return TABLES[self.list].objects.all()
        return ClubListedPlayer.objects.filter(club=self.club_id, list=self.list)
