"""Rounds, their tables, and who sits where. A bye is a table with one seat."""

import hashlib
from datetime import datetime, timedelta
from uuid import uuid4

import pghistory
import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import RawSQL
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from clubtornei.events.exact import ExactJSONField
from clubtornei.events.models import Ending, Entry, Event, Stage
from clubtornei.players.models import Player
from clubtornei.rounds.columns import ReasonsField, ReportedField, ScoreField, TableStateField
from clubtornei.web.link_keys import link_key

BEGUN = Q(rounds__isnull=False) | (
    Q(number__gt=1, entrants__isnull=False)
    & (Q(qualification__isnull=True) | ~Q(qualification__has_key="deal"))
)
"""Stages that have a round, and later stages whose entrants are confirmed; parallel groups, which the draw of
the numbers confirms, only once they have a round. The join gives a row per round.
"""

FOLLOWED = RawSQL(
    """EXISTS (
        SELECT FROM rounds_round AS later
        WHERE later.stage_id = rounds_round.stage_id AND later.number > rounds_round.number
        AND later.drawn_at > rounds_round.published_at AND NOT EXISTS (
            SELECT FROM rounds_round AS at_once
            WHERE at_once.stage_id = later.stage_id AND at_once.drawn_at = at_once.published_at
        )
    )""",
    (),
    output_field=models.BooleanField(),
)
"""Whether a published round is followed (`Round.is_followed`). Every result asks, and a queryset would take
longer to be put into SQL than to be answered.
"""

PROPOSED = RawSQL(
    """EXISTS (
        SELECT FROM rounds_proposal AS waiting
        WHERE waiting.table_id = rounds_table.id AND waiting.status = 'waiting'
        AND waiting.at >= rounds_round.published_at
    )""",
    (),
    output_field=models.BooleanField(),
)
"""Whether a proposal of a table waits (`ProposalQuerySet.waiting`); as SQL for the same reason."""


class RoundQuerySet(models.QuerySet["Round"]):
    def published(self) -> "RoundQuerySet":
        return self.filter(published_at__isnull=False)

    def of(self, event: Event, stage: int | None = None) -> "RoundQuerySet":
        """The rounds of the stage with that number (None: the one being played), in their order."""
        of_stage = self.of_current_stages() if stage is None else self.filter(stage__number=stage)
        return of_stage.filter(stage__event=event).order_by("number")

    def of_current_stages(self) -> "RoundQuerySet":
        """The rounds of the stage being played of each event."""
        begun = Stage.objects.filter(BEGUN, event=models.OuterRef("stage__event")).order_by("-number")
        return self.filter(stage=models.Subquery(begun.values("pk")[:1]))


@pghistory.track(
    pghistory.InsertEvent(),
    pghistory.UpdateEvent(),
    pghistory.DeleteEvent(),
    exclude=["drafting", "last_check"],
)
class Round(models.Model):
    """A round of a stage: a draft until it is published; only then it is public and takes results."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)
    # The order numbers of its day, entry_no → number, where they were assigned again later.
    numbers = ExactJSONField(null=True, blank=True)
    # DraftChanges of drafts/draft_rows.py: the tables as drawn, and the undo steps; null: no change by hand.
    drafting = ExactJSONField(null=True, blank=True, editable=False)
    # The adjourned games that counted as drawn when it was paired: [round, place in it], both from 1.
    provisional = ExactJSONField(default=list, blank=True)
    # How good the draw is, if its system says so: its cost by criterion, and the proven lower bounds.
    quality = ExactJSONField(default=dict, blank=True, editable=False)
    # The arbiter lets the last round of a calendar be played while earlier games are open.
    played_early = models.BooleanField(default=False, editable=False)
    # Why the arbiter arranged tables of it by hand; anybody may read it.
    by_hand_reason = models.CharField(_("motivo"), max_length=200, blank=True, default="")
    # RoundCheck of state/round_check.py: what it was when it was last derived again; null: it never was.
    last_check = ExactJSONField(null=True, blank=True, editable=False)
    extra = ExactJSONField(default=dict, blank=True, editable=False)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_round_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"

    @property
    def published(self) -> bool:
        return self.published_at is not None

    def phase(self) -> str:
        """How far it is, as its pages compare it: a draft, published, then whether the next one is drafted or
        published. One query where it is published.
        """
        if not self.published:
            return "draft"
        following = Round.objects.filter(stage=self.stage_id, number=self.number + 1).first()
        if following is None:
            return "published"
        return "followed" if following.published else "drafted"

    def is_followed(self) -> bool:
        """Whether a later round was drawn when this one was out: its results are then only corrected. Once
        a calendar is published, whose rounds have one moment for both, no round rests on another. One query.
        """
        if self.published_at is None:
            return Round.objects.filter(stage=self.stage_id, number__gt=self.number).exists()
        return Round.objects.filter(FOLLOWED, pk=self.pk).exists()


class TableQuerySet(models.QuerySet["Table"]):
    def games(self) -> "TableQuerySet":
        """The tables that are no byes: a bye has no number."""
        return self.filter(number__isnull=False)

    def with_seats(self) -> "TableQuerySet":
        """The tables with their seats, entries and players; one more query, however many there are."""
        return self.prefetch_related(models.Prefetch("seats", SEATED, to_attr="seated"))

    def as_rows(self) -> "TableQuerySet":
        """With round, stage and `followed`, which the rows of tables show beside their seats."""
        return self.select_related("round__stage").annotate(followed=FOLLOWED)

    def with_proposed(self) -> "TableQuerySet":
        """With `proposed`, in the same query, where they are read `as_rows`."""
        return self.annotate(proposed=PROPOSED)


STATE = ("forfeit", "adjourned", "unrated", "games", "score")
"""Of a table's columns, those that its ResultEntry rows tell."""


@pghistory.track(
    pghistory.InsertEvent(condition=pgtrigger.Q(new__by_hand=True)),
    pghistory.UpdateEvent(),
    pghistory.DeleteEvent(),
    exclude=["link_key", *STATE],
)
class Table(models.Model):
    """A table of a round, or a bye: a table with one seat and no number. `why`: the reasons of the pairing.

    Its history begins where it is changed by hand, or deleted: the round tells when it was drawn.

    `forfeit`, `adjourned`, `unrated`, `games`, `score` and the scores of the seats are its TableState
    (columns.py).
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField(null=True)
    why = ReasonsField(default=list, blank=True)
    by_hand = models.BooleanField(default=False)
    forfeit = models.BooleanField(default=False)
    adjourned = models.BooleanField(default=False)
    unrated = models.BooleanField(default=False)
    requested = models.BooleanField(default=False)  # a bye its player asked for
    games = ExactJSONField(default=list, blank=True)
    # What each of two scored in the game, where the more points win.
    score = ExactJSONField(null=True, blank=True)
    # What is reported for rating, where the game ended otherwise than it counts.
    reported = ReportedField(null=True, editable=False)
    extra = ExactJSONField(default=dict, blank=True, editable=False)
    # In the address on its sheet. Once its round is taken back it has another one.
    link_key = link_key()

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = [models.F("number").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number"),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="tables_count_from_1"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number or '–'}"

    @cached_property
    def followed(self) -> bool:
        """Whether a later round rests on this one: see `Round.is_followed`. One query, none `as_rows`."""
        return self.round.is_followed()

    @cached_property
    def proposed(self) -> bool:
        """Whether a proposal of its players waits. One query, none where it was read with the table."""
        return self.proposals.waiting().exists()

    @cached_property
    def seated(self) -> list["Seat"]:
        """The seats in their order, with their entries. One query, none after `with_seats`."""
        return list(SEATS_AT_TABLES.filter(table=self).order_by("position"))

    @property
    def seating(self) -> str:
        """Who sits there, by entry number in the order of the seats, as forms send it back in `seats`: a
        table keeps its key when its round is taken back and others are seated at it.
        """
        return ",".join(str(seat.entry.entry_no) for seat in self.seated)


SEATS_IN_ORDER = """
    IF EXISTS (
        SELECT FROM rounds_seat WHERE table_id IN (NEW.table_id, OLD.table_id)
        GROUP BY table_id HAVING min(position) <> 1 OR max(position) <> count(*)
    ) THEN
        RAISE EXCEPTION 'the seats of the table of seat % are not 1 to n', COALESCE(NEW.id, OLD.id)
            USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_are_1_to_n';
    END IF;
    IF EXISTS (
        SELECT FROM rounds_seat JOIN rounds_table ON rounds_table.id = rounds_seat.table_id
        WHERE rounds_seat.id = NEW.id AND rounds_seat.round_id <> rounds_table.round_id
    ) THEN
        RAISE EXCEPTION 'seat % is not in the round of its table', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_in_its_tables_round';
    END IF;
    RETURN NULL;
"""


@pghistory.track(pghistory.UpdateEvent(row="OLD"), pghistory.DeleteEvent(), exclude=["score"])
class Seat(models.Model):
    """A place at a table; its position gives the colour or the wind. `score`: see `columns.Score`.

    Its history has what was, and not what is. Scores are told by the ResultEntry rows of the table.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", db_index=False)
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    score = ScoreField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_a_round"),
            models.UniqueConstraint(
                fields=["table", "position"],
                name="one_seat_a_position",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(condition=Q(position__gte=1), name="seats_count_from_1"),
        ]
        triggers = [
            # Deferred: a whole table is written, or two players change places, before it is looked at.
            pgtrigger.Trigger(
                name="seats_in_order",
                when=pgtrigger.After,
                operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
                timing=pgtrigger.Deferred,
                func=SEATS_IN_ORDER,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.position} · {self.entry}"


NOT_AT_TABLES = (
    *("sort_name", "captain", "members", "rating", "other_ratings", "title", "affiliation", "group"),
    *("identity", "joined", "absent", "exempt", "fixed_table", "present", "fee", "paid", "link_key", "extra"),
)
"""Fields of an Entry that no row of a table shows: to read them is a third of what the seats cost."""
FOR_NAMES = {"id", "name", "initials", "birth_year", "birth_date"}
"""Fields of a Player from which comes how he is called."""
NOT_OF_PLAYERS = [
    f"entry__player__{field.name}" for field in Player._meta.concrete_fields if field.name not in FOR_NAMES
]
SEATED = Seat.objects.select_related("entry__player").defer(*NOT_OF_PLAYERS)
SEATS_AT_TABLES = SEATED.defer(*(f"entry__{name}" for name in NOT_AT_TABLES))
"""Seats with what a row of a table shows of their players."""


@pghistory.track(
    pghistory.UpdateEvent(condition=pgtrigger.AnyChange("undone")),
    pghistory.DeleteEvent(),
    exclude=["version", "who"],
)
class ResultEntry(models.Model):
    """One entry or correction of a table's result: the states before and after, and who made it. Undo
    restores the state before.

    `version`: that of the event after it was made, or undone, for pages that ask what has changed since
    theirs. It is deleted with its table; then it is in its history, which also tells when it was undone.
    `who`: the name of who made it, if a copy of the club has brought it: no user of this site is known.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="result_entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    who = models.CharField(max_length=310, blank=True, default="", editable=False)
    at = models.DateTimeField(auto_now_add=True)
    before = TableStateField()
    after = TableStateField()
    undone = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["-pk"]  # not by time: clocks are moved
        verbose_name = _("registrazione di un risultato")

    def __str__(self) -> str:
        return f"{self.table} · {self.at:%d/%m/%Y %H:%M}"


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def waiting(self) -> "ProposalQuerySet":
        """The undecided proposals, except those made before the round was taken back and published again."""
        return self.filter(status=Proposal.Status.WAITING, at__gte=F("table__round__published_at"))


@pghistory.track(pghistory.DeleteEvent(), exclude=["phone"])
class Proposal(models.Model):
    """A result proposed from the table, at the address on its sheet. It changes nothing until an arbiter
    confirms it. All are kept; a new one replaces the waiting one of the same phone.

    Its history has those that are gone with their table: when it was made and decided, the row tells itself.
    `state`: the table with the proposed result. `phone`: a number that the browser was given, and no more.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("in attesa dell’arbitro")
        CONFIRMED = "confirmed", _("confermata")
        REJECTED = "rejected", _("respinta")
        REPLACED = "replaced", _("sostituita da un’altra")

    table = models.ForeignKey(Table, models.CASCADE, related_name="proposals")
    at = models.DateTimeField(auto_now_add=True)
    state = TableStateField()
    phone = models.CharField(max_length=32, blank=True, default="", editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    objects = ProposalQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]  # not by time: clocks are moved
        constraints = [
            models.UniqueConstraint(
                fields=["table", "phone"], condition=Q(status="waiting"), name="one_proposal_waits_a_phone"
            )
        ]
        verbose_name = _("proposta di risultato")

    def __str__(self) -> str:
        return f"{self.table} · {self.at:%d/%m/%Y %H:%M}"

    @property
    def undecided(self) -> bool:
        return self.status == Proposal.Status.WAITING

    def waits(self, round_: Round) -> bool:
        """Whether it is undecided and was made since its round was published: see `waiting`."""
        return self.undecided and round_.published_at is not None and self.at >= round_.published_at


class ClockQuerySet(models.QuerySet["Clock"]):
    def of(self, round_: Round) -> "ClockQuerySet":
        """The clock of the round, if it has one."""
        return self.filter(stage=round_.stage_id, number=round_.number)

    def take_off(self) -> None:
        """Take the clocks off rounds that become drafts, or are deleted.

        A secret minute that was not made public stays, with its clock at full time: it was fixed beforehand,
        and nobody may fix another by having the round drawn again.
        """
        fixed = self.filter(secret_minute__isnull=False, stopped_at=None)
        fixed.update(ends_at=None, left=60 * models.F("minutes"))
        self.exclude(pk__in=fixed.values("pk")).delete()


class Clock(models.Model):
    """The clock of all tables of a round. It runs until `ends_at`, or is paused with `left` seconds.

    No result depends on it, so that it has no history. It belongs to the round's `number`, so that a secret
    minute outlives a draft that is discarded and drawn again.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="clocks")
    number = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField(_("minuti"), default=90)
    ending = models.CharField(
        _("allo scadere"), max_length=10, choices=Ending.choices, default=Ending.EDITION_2014
    )
    ends_at = models.DateTimeField(null=True)
    left = models.PositiveIntegerField(null=True)
    started_at = models.DateTimeField(null=True)  # first of all; the secret minute is kept from then on
    stopped_at = models.DateTimeField(null=True)  # the judge has ended all games
    secret_minute = models.PositiveSmallIntegerField(null=True)
    secret_salt = models.CharField(max_length=32, blank=True)
    judge = models.ForeignKey(  # who fixed the secret minute, and alone may see it
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    objects = ClockQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True, left__isnull=False)
                | Q(ends_at__isnull=False, left__isnull=True),
                name="clock_runs_or_stands",
            ),
            models.UniqueConstraint(fields=["stage", "number"], name="one_clock_for_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.stage} · {self.number} · {self.minutes}′"

    @property
    def running_until(self) -> str:
        """When it is over, as a page sends it back; empty while it stands."""
        return self.ends_at.isoformat() if self.ends_at else ""

    @property
    def secret(self) -> bool:
        """Whether a secret minute is fixed that is not public yet."""
        return self.secret_minute is not None and self.stopped_at is None

    @property
    def secret_text(self) -> str:
        """The secret minute and its salt, as they are published when it has come."""
        return f"{self.secret_minute} {self.secret_salt}" if self.secret_minute else ""

    @property
    def secret_hash(self) -> str:
        """The SHA-256 of that text, which is public from the start; empty where no minute is fixed."""
        return hashlib.sha256(self.secret_text.encode()).hexdigest() if self.secret_minute else ""

    @property
    def stops_at(self) -> datetime | None:
        """When the secret minute comes; None while the clock does not run."""
        if self.ends_at is None:
            return None
        return self.ends_at + timedelta(minutes=(self.secret_minute or self.minutes) - self.minutes)

    @property
    def time_left(self) -> str:
        """On a paused clock, as minutes and seconds: 90:00."""
        minutes, seconds = divmod(self.left or 0, 60)
        return f"{minutes}:{seconds:02}"

    @property
    def throws(self) -> bool:
        """Whether the games end by throwing dice (the Sdadata)."""
        return Ending(self.ending).throws


class EndOfGame(models.Model):
    """The end of a table's game after the time is up. `order`: the positions of the players still in, in the
    order of play; `running`: the position whose turn it was; `turns`: those since then, each a TurnEvent
    (clock/end_of_game.py).
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="end_of_game")
    order = ExactJSONField()
    running = models.PositiveSmallIntegerField()
    turns = ExactJSONField(default=list)

    def __str__(self) -> str:
        return f"{self.table} · {len(self.turns)}"


class PublishedDocument(models.Model):
    """An event's document, as organisers export it, from when the event or a round was last published."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="published_document", primary_key=True)
    at = models.DateTimeField()
    document = models.TextField()

    def __str__(self) -> str:
        return f"{self.event} · {self.at:%Y-%m-%d %H:%M}"


class Screen(models.Model):
    """What a projector in the hall shows, and for how long. `message`: shown instead until it is taken back;
    that of the number `ALL` on all of them. `light`: dark on ivory, for a hall full of sun.

    No result depends on it, so that it has no history.
    """

    class Contents(models.TextChoices):
        AUTOMATIC = "automatic", _("Da sé: i posti, poi risultati e classifica")
        BOARD = "board", _("Chi siede dove, in ordine alfabetico")
        RESULTS = "results", _("I risultati, con la classifica accanto")
        STANDINGS = "standings", _("La classifica")
        BRACKET = "bracket", _("Il tabellone: chi è ancora in gara")

    ALL = 0
    MOST = 9  # of an event
    SECONDS = 12
    LONGEST_MESSAGE = 120

    event = models.ForeignKey(Event, models.CASCADE, related_name="screens")
    number = models.PositiveSmallIntegerField()
    contents = models.CharField(
        _("che cosa mostra"), max_length=10, choices=Contents.choices, default=Contents.AUTOMATIC
    )
    seconds = models.PositiveSmallIntegerField(_("secondi per pagina"), default=SECONDS)
    message = models.CharField(_("messaggio"), max_length=LONGEST_MESSAGE, blank=True)
    light = models.BooleanField(_("chiaro"), default=False)

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="screens_are_numbered")]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"


class VisitorRequest(models.Model):
    """What a visitor did on a server to an event that comes from a laptop, until the laptop has it. `asked`:
    one of `state/visitor_requests.py`. `key`: by which the laptop says that it has it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="visitor_requests")
    key = models.UUIDField(default=uuid4, editable=False)
    asked = ExactJSONField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.key)
