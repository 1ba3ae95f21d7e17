"""Events, who takes part in them, and the stages they are played in."""

import pghistory
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club, Role
from clubtornei.events.exact import ExactJSONField
from clubtornei.players.models import Player
from clubtornei.players.names import NamedQuerySet, SortKeyField


class EventQuerySet(models.QuerySet["Event"]):
    def of(self, user: AbstractBaseUser | AnonymousUser, role: Role = Role.HELPER) -> "EventQuerySet":
        """The events of the clubs in which the user has at least this role."""
        return self.filter(club__in=Club.objects.of(user, role))

    def public(self) -> "EventQuerySet":
        return self.filter(published=True)

    def with_several(self) -> "EventQuerySet":
        """Each knows whether it has `several` stages, at no further query."""
        return self.annotate(several=Exists(Stage.objects.filter(event=OuterRef("pk"), number=2)))

    def with_playing(self) -> "EventQuerySet":
        """Each knows the system of the stage being `playing`, at no further query."""
        stages = Stage.objects.filter(BEGUN | Q(number=1), event=OuterRef("pk")).order_by("-number")
        return self.annotate(playing=Subquery(stages.values("system")[:1]))

    def in_progress(self) -> "EventQuerySet":
        return self.filter(closed_at__isnull=True)

    def past(self) -> "EventQuerySet":
        return self.filter(closed_at__isnull=False)

    def in_progress_first(self) -> "EventQuerySet":
        return self.order_by(F("closed_at").desc(nulls_first=True), "-starts_on", "-pk")

    def latest_first(self) -> "EventQuerySet":
        return self.order_by("-starts_on", "-pk")


@pghistory.track(
    pghistory.InsertEvent(),
    pghistory.UpdateEvent(),
    pghistory.DeleteEvent(),
    exclude=["version", "last_entry_no"],
)
class Event(models.Model):
    """A tournament. Its version grows with every write and is the cache key and ETag of what is shown."""

    several = False  # with_several()
    playing = ""  # with_playing()

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(_("nome"), max_length=200)
    slug = models.SlugField(max_length=80, unique=True)
    game = models.CharField(_("gioco"), max_length=60, blank=True)
    place = models.CharField(_("sede"), max_length=200, blank=True)
    starts_on = models.DateField(_("data d’inizio"))
    ends_on = models.DateField(_("data di fine"), null=True, blank=True)
    published = models.BooleanField(_("visibile al pubblico"), default=False)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    # The highest entry_no ever given to an entry: who is removed does not leave his to somebody else.
    last_entry_no = models.PositiveIntegerField(default=0, editable=False)

    # The draw: the seed is fixed, and its commitment shown, before the numbers are drawn.
    seed = models.CharField(max_length=1000, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    draw_method = models.CharField(max_length=10, blank=True, editable=False)
    drawn_at = models.DateTimeField(null=True, editable=False)

    # The named formula that the stages were made by: name, players expected, options, scoring.
    formula = ExactJSONField(null=True, editable=False)

    # Closing freezes the ranking: the rows as they were announced.
    closed_at = models.DateTimeField(null=True, editable=False)
    final_ranking = ExactJSONField(null=True, editable=False)

    # Keys of an imported document that ClubTornei does not know: kept, and given back by the export.
    extra = ExactJSONField(default=dict, blank=True, editable=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="event_has_a_name"),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="event_ends_after_it_starts",
                violation_error_message=_("La data di fine viene prima della data d’inizio."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def closed(self) -> bool:
        return self.closed_at is not None

    @property
    def drawn(self) -> bool:
        return self.drawn_at is not None


@pghistory.track(pghistory.InsertEvent(), pghistory.UpdateEvent(), pghistory.DeleteEvent())
class Entry(models.Model):
    """A player in an event, with name, rating and club as they were on the day.

    `entry_no` is the player's id in the tournament document; `number` the draw or order number; `late_number`:
    who entered after the draw, and took the next number without changing those of the others.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="entries")
    entry_no = models.PositiveIntegerField()
    number = models.PositiveIntegerField(_("numero"), null=True)
    late_number = models.BooleanField(default=False, editable=False)
    name = models.CharField(_("cognome e nome"), max_length=200)
    sort_name = SortKeyField()
    rating = models.DecimalField(_("punteggio Elo"), max_digits=13, decimal_places=3, null=True, blank=True)
    title = models.CharField(_("titolo"), max_length=200, blank=True)
    affiliation = models.CharField(_("circolo"), max_length=200, blank=True)
    group = models.CharField(_("gruppo"), max_length=200, blank=True)
    joined = models.PositiveIntegerField(_("primo turno giocato"), default=1)
    absent = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    withdrawn = models.PositiveIntegerField(_("primo turno non più giocato"), null=True, blank=True)
    exempt = models.PositiveSmallIntegerField(_("turni di esenzione"), default=0)
    present = models.BooleanField(_("presente"), null=True)
    extra = ExactJSONField(default=dict, blank=True, editable=False)

    objects = NamedQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "entry_no"], name="one_entry_an_entry_no"),
            # Deferred, so that a whole draw may exchange numbers in one statement after another.
            models.UniqueConstraint(
                fields=["event", "number"],
                name="one_entry_a_number",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(fields=["event", "player"], name="one_entry_a_player"),
            models.CheckConstraint(condition=~Q(name=""), name="entry_has_a_name"),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="entry_number_from_1"
            ),
            models.CheckConstraint(condition=Q(entry_no__gte=1, joined__gte=1), name="entry_counts_from_1"),
            models.CheckConstraint(
                condition=Q(withdrawn__isnull=True) | Q(withdrawn__gte=F("joined")),
                name="entry_leaves_after_joining",
            ),
        ]
        verbose_name = _("iscritto")

    def __str__(self) -> str:
        return self.name


BEGUN = Q(rounds__isnull=False) | Q(number__gt=1, entrants__isnull=False)
"""Stages that have a round, or, after the first one, where those who enter are settled. A row a round."""


class StageQuerySet(models.QuerySet["Stage"]):
    def with_begun(self) -> "StageQuerySet":
        """Each knows whether it has `begun`, at no further query."""
        return self.annotate(begun=Exists(Stage.objects.filter(BEGUN, pk=OuterRef("pk"))))


@pghistory.track(pghistory.InsertEvent(), pghistory.UpdateEvent(), pghistory.DeleteEvent())
class Stage(models.Model):
    """A part of an event played by one system. What it names are parts of the engines."""

    begun: bool  # with_begun()

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("nome"), max_length=200, blank=True)
    system = models.CharField(max_length=40)
    options = ExactJSONField(default=dict, blank=True)
    scoring = models.CharField(max_length=40)
    scoring_options = ExactJSONField(default=dict, blank=True)
    ranking = ExactJSONField(default=list, blank=True)
    entry_rule = ExactJSONField(null=True, blank=True)
    # Idents of entries; null: what the entry rule gives, or everybody.
    entrants = ArrayField(models.PositiveIntegerField(), null=True, blank=True)
    declined = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    # Whom the arbiter lets in by his own choice, while it is not settled who enters.
    invited = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    # Later stages: entry_no → rounds missed, entry_no → first round no longer played.
    absences = ExactJSONField(default=dict, blank=True)
    withdrawals = ExactJSONField(default=dict, blank=True)
    # Round number → the day (ISO) on which it is to be played, or was.
    days = ExactJSONField(default=dict, blank=True)
    # Byes asked for beforehand: entry_no → round → points. Who asked is absent from the pairing of that round.
    requested_byes = ExactJSONField(default=dict, blank=True)
    extra = ExactJSONField(default=dict, blank=True, editable=False)

    objects = StageQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_stage_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="stages_count_from_1"),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.event} · {self.number}"
