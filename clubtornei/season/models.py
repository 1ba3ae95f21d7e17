"""A club's year: circuits over many events, and what the club and its people want to be seen of them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club
from clubtornei.events.exact import ExactJSONField
from clubtornei.events.models import Event
from clubtornei.players.models import Player

LONGEST_TAG = 40


def no_counting() -> dict[str, str]:
    return {"way": "points"}


def by_points() -> list[str]:
    return ["points"]


class EventKind(models.TextChoices):
    """The kinds of an event of a circuit, as the engines name them."""

    INTERNAL = "internal", _("del circolo")
    FRIENDLY = "friendly", _("amichevole")
    EXTERNAL = "external", _("esterno")


class EventTag(models.Model):
    """A word that the club gives to an event, for its circuits to find it by."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="tags")
    name = models.CharField(_("etichetta"), max_length=LONGEST_TAG)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="one_tag_a_name")]

    def __str__(self) -> str:
        return self.name


class ClubPages(models.Model):
    """Whether the club has public pages of people and of its own ratings. Without a row: no."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="pages")
    people = models.BooleanField(_("pagine pubbliche delle persone"), default=False)

    def __str__(self) -> str:
        return str(self.club)


class EventRecord(models.Model):
    """What an event has brought, at a version and as a build of the site computes it (event_records.py).
    Its entries are named by entry_no, nobody by name.

    `outcome`: its ranking, for circuits; `tables`: those played, for ratings; `careers`: what each entry has
    reached and against whom, by entry_no, for pages of people.
    """

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="record")
    version = models.PositiveBigIntegerField()
    build = models.CharField(max_length=16)
    outcome = models.JSONField()
    tables = models.JSONField()
    careers = models.JSONField()

    def __str__(self) -> str:
        return str(self.event)


class ClubRatings(models.Model):
    """The club's ratings after all but its latest public events, as a build of the site computes them: see
    people/ratings.py. `content`: JSON, in which nobody has a name.
    """

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="+")
    build = models.CharField(max_length=16)
    content = models.TextField()

    def __str__(self) -> str:
        return str(self.club)


class Circuit(models.Model):
    """A ranking over many events. `version` is incremented by every write.

    Its events are those of the club that fit the rule, if it has one (game, tag, period), and those picked.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="circuits")
    name = models.CharField(_("nome"), max_length=200)
    slug = models.SlugField(max_length=80, unique=True)
    published = models.BooleanField(_("visibile al pubblico"), default=False)
    game = models.CharField(_("gioco"), max_length=60, blank=True)
    tag = models.CharField(_("etichetta"), max_length=LONGEST_TAG, blank=True)
    first_day = models.DateField(_("dal"), null=True, blank=True)
    last_day = models.DateField(_("al"), null=True, blank=True)
    counting = ExactJSONField(default=no_counting)
    rules = ExactJSONField(default=dict, blank=True)
    ranking = ExactJSONField(default=by_points)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    # What the events had brought when the circuit was closed: people by number, nobody by name.
    closed_at = models.DateTimeField(null=True, editable=False)
    frozen = ExactJSONField(null=True, editable=False)

    class Meta:
        ordering = ["-last_day", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="circuit_has_a_name"),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True)
                | Q(first_day__isnull=True)
                | Q(last_day__gte=models.F("first_day")),
                name="circuit_ends_after_it_starts",
                violation_error_message=_("L’ultimo giorno viene prima del primo."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def closed(self) -> bool:
        return self.closed_at is not None


class CircuitEvent(models.Model):
    """An event of a circuit as the circuit counts it: one of the club's, picked or left out or weighted
    otherwise than the rule says, or one played elsewhere or still to come, which has no `event`.

    `possible`, `players`, `most`, `games`: as in the circuit's document (rules/circuits.md#events).
    """

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="items")
    event = models.ForeignKey(Event, models.CASCADE, null=True, related_name="+")
    left_out = models.BooleanField(_("non conta"), default=False)
    name = models.CharField(_("nome"), max_length=200, blank=True)
    day = models.DateField(_("data"), null=True, blank=True)
    kind = models.CharField(_("genere"), max_length=10, choices=EventKind.choices, default=EventKind.INTERNAL)
    weight = models.DecimalField(_("peso"), max_digits=9, decimal_places=4, null=True, blank=True)
    counting = ExactJSONField(null=True, blank=True)
    source = models.CharField(_("fonte"), max_length=300, blank=True)
    players = models.PositiveIntegerField(_("giocatori in tutto"), null=True, blank=True)
    possible = models.DecimalField(
        _("punti possibili"), max_digits=12, decimal_places=4, null=True, blank=True
    )
    most = models.DecimalField(
        _("il massimo di un risultato"), max_digits=12, decimal_places=4, null=True, blank=True
    )
    games = models.PositiveSmallIntegerField(_("risultati che porterà"), default=1)

    class Meta:
        ordering = ["day", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "event"], name="an_event_once_a_circuit"),
            models.CheckConstraint(
                condition=Q(event__isnull=False) | ~Q(name=""), name="circuit_event_has_a_name"
            ),
            models.CheckConstraint(condition=Q(weight__isnull=True) | Q(weight__gte=0), name="weight_from_0"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.event)


class TypedResult(models.Model):
    """What somebody has reached in an event that was played elsewhere, as it was published there."""

    event = models.ForeignKey(CircuitEvent, models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(_("nome"), max_length=200)
    birth_year = models.PositiveSmallIntegerField(_("anno di nascita"), null=True, blank=True)
    place = models.PositiveIntegerField(_("posto"), null=True, blank=True)
    points = models.DecimalField(_("punti"), max_digits=12, decimal_places=4, null=True, blank=True)
    games = ExactJSONField(default=list, blank=True)
    played = models.PositiveIntegerField(_("partite"), null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
