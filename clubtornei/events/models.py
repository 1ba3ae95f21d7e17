"""Events, their entries and their stages."""

from datetime import datetime

import pghistory
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property
from django.utils.timezone import localdate, now
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club, Role
from clubtornei.events.exact import ExactJSONField
from clubtornei.events.games import game_title, plays_with_colours
from clubtornei.players.models import EventList, Player, Rate, may_be_minor
from clubtornei.players.names import NamedQuerySet, SortKeyField, initials_of, is_initials
from clubtornei.players.titles import TITLES_IN_WORDS
from clubtornei.web.link_keys import link_key

LONGEST_MARK = 60
LONGEST_KEY = 36  # a UUID


class Ending(models.TextChoices):
    """What happens at larger tables when the playing time is up."""

    EDITION_2014 = "2014", _("Sdadata, edizione 2014: si finisce il giro, poi un altro giro intero")
    EDITION_2003 = "2003", _("Sdadata, edizione 2003: si finisce il turno di gioco, poi un giro intero")
    QUICK_4 = "quick-4", _("Sdadata veloce dei Master: come nel 2014, ma con 4 o meno in ogni giro di tiri")
    QUICK_5 = "quick-5", _("Sdadata veloce dei Master: come nel 2014, ma con 5 o meno in ogni giro di tiri")
    QUICK_6 = "quick-6", _("Sdadata veloce dei Master: come nel 2014, ma con 6 o meno in ogni giro di tiri")
    QUICK_7 = "quick-7", _("Sdadata veloce dei Master: come nel 2014, ma con 7 o meno in ogni giro di tiri")
    QUICK_8 = "quick-8", _("Sdadata veloce dei Master: come nel 2014, ma con 8 o meno in ogni giro di tiri")
    SECRET = "secret", _("Tempo segreto: il giudice fissa prima il minuto, e allora si fermano tutti")
    BARE = "bare", _("Il tempo scade e basta")

    @property
    def throws(self) -> bool:
        """Whether the games end by throwing dice (the Sdadata)."""
        return self not in (Ending.SECRET, Ending.BARE)


class HallNames(models.TextChoices):
    """How sheets and the hall's screens name players."""

    WHOLE = "whole", _("interi")
    PUBLIC = "public", _("come in pubblico")


SEVERAL = RawSQL(
    "EXISTS (SELECT FROM events_stage WHERE event_id = events_event.id AND number = 2)",
    (),
    output_field=models.BooleanField(),
)


LATEST_FIRST = ("-starts_on", "-pk")

SHOWN_IN_LISTS = ("club", "name", "slug", "game", "place", "starts_on", "ends_on", "closed_at")


class NumberingMethod(models.TextChoices):
    """How the numbers are given; the values are stored in Event.draw_method and in documents."""

    RANDOM = "lots", _("Sorteggio semplice")
    VARMA = "varma", _("Sorteggio Varma")
    RATING = "rating", _("Lista per Elo")
    HAND = "hand", _("Scritti a mano")

    @property
    def is_varma(self) -> bool:
        return self is NumberingMethod.VARMA

    @property
    def is_by_hand(self) -> bool:
        return self is NumberingMethod.HAND

    @property
    def by_chance(self) -> bool:
        """Whether the numbers are random, so that the draw can be shown number after number."""
        return self in (NumberingMethod.RANDOM, NumberingMethod.VARMA)


class EventQuerySet(models.QuerySet["Event"]):
    def for_member(self, user: AbstractBaseUser | AnonymousUser, role: Role = Role.HELPER) -> "EventQuerySet":
        """The events of the clubs in which the user has at least this role."""
        return self.filter(club__in=Club.objects.for_member(user, role))

    def run_here(self) -> "EventQuerySet":
        """Without those that a laptop sends."""
        return self.filter(received=False)

    def public(self) -> "EventQuerySet":
        return self.filter(published=True)

    def brief(self) -> "EventQuerySet":
        """With no other columns than those that lists of events show."""
        return self.only(*SHOWN_IN_LISTS)

    def with_several(self) -> "EventQuerySet":
        """Annotated with `several`: whether the event has more than one stage."""
        return self.annotate(several=SEVERAL)

    def in_progress(self) -> "EventQuerySet":
        return self.filter(closed_at__isnull=True)

    def past(self) -> "EventQuerySet":
        return self.filter(closed_at__isnull=False)

    def over_before(self, moment: datetime) -> "EventQuerySet":
        """The events closed before the moment; and received ones whose last day and whose laptop's last
        message were before it: it may never say that it has closed its event.
        """
        last_day = Coalesce("ends_on", "starts_on")
        silent = Q(received=True, receipt__received_at__lt=moment, last_day__lt=localdate(moment))
        return self.alias(last_day=last_day).filter(Q(closed_at__lt=moment) | silent)

    def in_progress_first(self) -> "EventQuerySet":
        return self.order_by(F("closed_at").desc(nulls_first=True), "-starts_on", "-pk")

    def latest_first(self) -> "EventQuerySet":
        return self.order_by(*LATEST_FIRST)


@pghistory.track(
    pghistory.InsertEvent(),
    pghistory.UpdateEvent(),
    pghistory.DeleteEvent(),
    exclude=[
        *("version", "last_entry_no", "names_removed_at", "hall_key", "public_key"),
        *("received", "public_site", "public_slug", "sent_version", "sent_at", "unreached"),
        "addresses_there",
    ],
)
class Event(models.Model):
    """A tournament. `version` is incremented by every write: what is cached of the event is cached by it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(_("nome"), max_length=200)
    slug = models.SlugField(max_length=80, unique=True)
    game = models.CharField(_("gioco"), max_length=60, blank=True)
    place = models.CharField(_("sede"), max_length=200, blank=True)
    starts_on = models.DateField(_("data d’inizio"))
    ends_on = models.DateField(_("data di fine"), null=True, blank=True)
    published = models.BooleanField(_("visibile al pubblico"), default=False)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    # The highest entry_no ever used: that of a deleted entry is not used again.
    last_entry_no = models.PositiveIntegerField(default=0, editable=False)

    # The lists that order the players, the event's own first; the others part who is level in it. Empty: an
    # event of before there was a choice, or of another program, whose players have a rating of any list.
    rating_lists = ArrayField(
        models.CharField(max_length=10, choices=EventList.choices), default=list, blank=True
    )
    # What report files ask of the event, as the document's `report`, but for what other columns say.
    report = ExactJSONField(default=dict, blank=True, editable=False)
    # How long a game lasts at larger tables and how it ends, where that is announced.
    minutes = models.PositiveSmallIntegerField(_("minuti di gioco"), null=True, blank=True)
    ending = models.CharField(_("fine della partita"), max_length=10, choices=Ending.choices, blank=True)
    # What the organiser announces in words (see events.notices), by code.
    notices = ExactJSONField(default=dict, blank=True, editable=False)
    # What he adds to the rules announced, in Markdown.
    announcement = models.TextField(_("testo dell’annuncio"), max_length=20_000, blank=True)

    # What each player pays, where it is taken note of; `fee` of an entry is what this one pays instead.
    entry_fee = models.DecimalField(_("quota"), max_digits=7, decimal_places=2, null=True, blank=True)

    # The prizes announced, in the form of the document; who gets them, once that is confirmed: see
    # rounds.state.site_facts.ConfirmedAwards. Empty once the results gave the prizes to others.
    prizes = ExactJSONField(default=dict, blank=True, editable=False)
    awards = ExactJSONField(null=True, editable=False)

    # How what was announced has changed since it was public: see rounds.state.site_facts.RuleChange.
    rule_changes = ExactJSONField(default=list, blank=True, editable=False)

    # The draw of numbers: before it the seed is fixed and its commitment published.
    seed = models.CharField(max_length=1000, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    draw_method = models.CharField(max_length=10, blank=True, editable=False)
    drawn_at = models.DateTimeField(null=True, editable=False)

    # The named formula that the stages were created by: name, players expected, options, scoring.
    formula = ExactJSONField(null=True, editable=False)

    # The rows of the ranking as it was when the event was closed.
    closed_at = models.DateTimeField(null=True, editable=False)
    final_ranking = ExactJSONField(null=True, editable=False)

    # Only where `writing` has locked it.
    club_closed: bool
    waited: bool

    # When somebody's name was replaced last: what was announced with it is no longer shown.
    names_removed_at = models.DateTimeField(null=True, editable=False)

    # What sheets and the hall's screens call those who are initials in public.
    hall_names = models.CharField(
        _("nomi sui fogli e sullo schermo"), max_length=6, choices=HallNames.choices, default=HallNames.WHOLE
    )

    # In the addresses of the hall's page and screens, and of the calendar and the overlays: see
    # rounds/participation/signups/links.py.
    hall_key = link_key()
    public_key = link_key()

    # Whether it comes from a laptop, where alone it is changed: see clubtornei/publishing/.
    received = models.BooleanField(default=False, editable=False)
    # Of an event that is published on a server: its address there, what was sent last, and whether the last
    # attempt has failed.
    public_site = models.CharField(max_length=200, blank=True, default="", editable=False)
    public_slug = models.CharField(max_length=80, blank=True, default="", editable=False)
    sent_version = models.PositiveBigIntegerField(default=0, editable=False)
    sent_at = models.DateTimeField(null=True, editable=False)
    unreached = models.BooleanField(default=False, editable=False)
    # How many addresses get mail of it from there; null: that server sends none.
    addresses_there = models.PositiveIntegerField(null=True, editable=False)

    # Unknown keys of an imported document, which the export writes out again.
    extra = ExactJSONField(default=dict, blank=True, editable=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        indexes = [
            # Of EventQuerySet.in_progress_first, for the front page.
            models.Index(
                F("closed_at").desc(nulls_first=True),
                F("starts_on").desc(),
                F("id").desc(),
                condition=Q(published=True),
                name="event_public_in_progress",
            ),
        ]
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

    @cached_property
    def several(self) -> bool:
        """Whether the event has more than one stage. One query, none after `with_several`."""
        return self.stages.filter(number=2).exists()

    @property
    def is_rated(self) -> bool:
        """Whether federations rate its game, as they do chess and draughts."""
        return plays_with_colours(self.game)

    @property
    def game_title(self) -> str:
        """The game in the reader’s language."""
        return game_title(self.game)

    @property
    def closed(self) -> bool:
        return self.closed_at is not None

    @property
    def drawn(self) -> bool:
        return self.drawn_at is not None

    @property
    def awaits_draw(self) -> bool:
        """Whether the draw is announced and still to be done."""
        return bool(self.commitment) and not self.drawn

    @property
    def is_sent(self) -> bool:
        """Whether it is published on a server, or is to be."""
        return bool(self.public_site) or self.unreached

    @property
    def sending_waits(self) -> bool:
        """Whether the server has an older version."""
        return self.unreached or self.sent_version < self.version

    @property
    def numbering_method(self) -> NumberingMethod | None:
        """How the numbers were given; None: not yet, or by an imported document that does not say."""
        return NumberingMethod(self.draw_method) if self.draw_method else None

    @property
    def whole_in_hall(self) -> bool:
        """Whether sheets and the hall's screens have whole names."""
        return self.hall_names == HallNames.WHOLE

    @property
    def rating_titles(self) -> list[str]:
        """What the rating lists are called, in their order; at least one."""
        return [str(EventList(name).label) for name in self.rating_lists] or [str(_("Elo"))]

    @property
    def other_rating_titles(self) -> list[str]:
        """The titles of the lists that part who is level in the first."""
        return self.rating_titles[1:]

    def ratings_of(self, player: Player) -> list[int | None]:
        """The ratings with which a player of the roster enters, in the order of the lists; at least one."""
        return player.ratings_in(self.rating_lists, self.rate) or [player.rating]

    @property
    def rate(self) -> Rate:
        """The rate of play, of which the ratings are."""
        return Rate(self.report.get("rate") or Rate.STANDARD)


@pghistory.track(
    pghistory.InsertEvent(), pghistory.UpdateEvent(), pghistory.DeleteEvent(), exclude=["link_key"]
)
class Entry(models.Model):
    """A player or a team in an event, with name, rating and club as they were on the day.

    `name`: as anybody may read it in this event, initials where only those are public, and namesakes told
    apart by the `mark` behind it (events/namesakes.py); `mark_chosen`: the arbiter chose the mark. `members`:
    of a team, its captain too.
    `entry_no`: the player's id in the tournament document; `number`: his draw or order number;
    `late_number`: he entered after the draw and got the next free number, without changing the others'.
    `rating`: in the first of the event's rating lists; `other_ratings`: in the others, in their order.
    `fixed_table`: the number of the table of two at which he always plays.
    `identity`: what report files ask of him, all his ratings too, in the form of the document; never public.
    `given_letters`: in memory, how many letters of the given name a short name has.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="entries")
    entry_no = models.PositiveIntegerField()
    number = models.PositiveIntegerField(_("numero"), null=True)
    late_number = models.BooleanField(default=False, editable=False)
    name = models.CharField(_("cognome e nome"), max_length=200)
    sort_name = SortKeyField()
    mark = models.CharField(_("contrassegno"), max_length=LONGEST_MARK, blank=True)
    mark_chosen = models.BooleanField(default=False, editable=False)
    captain = models.CharField(_("capitano"), max_length=200, blank=True)
    members = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    rating = models.DecimalField(_("punteggio Elo"), max_digits=13, decimal_places=3, null=True, blank=True)
    other_ratings = ArrayField(
        models.DecimalField(max_digits=13, decimal_places=3, null=True), default=list, blank=True
    )
    title = models.CharField(_("titolo"), max_length=200, blank=True)
    affiliation = models.CharField(_("circolo"), max_length=200, blank=True)
    group = models.CharField(_("gruppo"), max_length=200, blank=True)
    identity = ExactJSONField(default=dict, blank=True, editable=False)
    joined = models.PositiveIntegerField(_("primo turno giocato"), default=1)
    absent = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    withdrawn = models.PositiveIntegerField(_("primo turno non più giocato"), null=True, blank=True)
    exempt = models.PositiveSmallIntegerField(_("turni di esenzione"), default=0)
    fixed_table = models.PositiveSmallIntegerField(_("tavolo fisso"), null=True, blank=True)
    present = models.BooleanField(_("presente"), null=True)
    fee = models.DecimalField(_("quota"), max_digits=7, decimal_places=2, null=True, blank=True)
    paid = models.BooleanField(_("pagato"), default=False)
    link_key = link_key()
    extra = ExactJSONField(default=dict, blank=True, editable=False)
    given_letters = 1

    objects = NamedQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "entry_no"], name="one_entry_an_entry_no"),
            # Deferred, so that numbers may be exchanged in several statements.
            models.UniqueConstraint(
                fields=["event", "number"],
                name="one_entry_a_number",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(fields=["event", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(fields=["event", "fixed_table"], name="one_entry_a_fixed_table"),
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

    @property
    def roster_name(self) -> str:
        """For organisers the name of who is called by his initials; needs its player. Otherwise empty."""
        if not is_initials(self.own_name) or self.player is None:
            return ""
        return self.player.name if self.player.name != self.own_name else ""

    @property
    def whole_name(self) -> str:
        """As organisers read it; needs its player."""
        return self.roster_name or self.name

    def public_name(self, player: Player) -> str:
        """What the entry of this player is to be called in public. Needs its event and its sign-up, if any.

        By the first day of the event: who comes of age later is called as before.
        """
        sign_up: SignUp | None = getattr(self, "sign_up", None)
        return player.public_name(self.event.starts_on) if sign_up is None else sign_up.public_name(player)

    @property
    def title_in_words(self) -> str:
        return str(TITLES_IN_WORDS.get(self.title, self.title))

    @property
    def own_name(self) -> str:
        """The name without the mark."""
        return self.name.removesuffix(f" ({self.mark})") if self.mark else self.name


@pghistory.track(pghistory.InsertEvent(), pghistory.UpdateEvent(), pghistory.DeleteEvent())
class Stage(models.Model):
    """A part of an event played by one system.

    `system`, `scoring` and `ranking` are names known to the engines; `options`, `scoring_options` and
    `qualification` are in the form of the document. Where players are named, it is by their `entry_no`.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("nome"), max_length=200, blank=True)
    system = models.CharField(max_length=40)
    options = ExactJSONField(default=dict, blank=True)
    scoring = models.CharField(max_length=40)
    scoring_options = ExactJSONField(default=dict, blank=True)
    ranking = ExactJSONField(default=list, blank=True)
    qualification = ExactJSONField(null=True, blank=True)
    # Who plays in it, once confirmed; null: still as its rule gives, or everybody.
    entrants = ArrayField(models.PositiveIntegerField(), null=True, blank=True)
    declined = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    # Who was level where that decides who enters, the better first.
    decided = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    # How that was decided: see rounds.state.site_facts.CutDecision.
    decisions = ExactJSONField(default=list, blank=True, editable=False)
    # Whom the arbiter has added, as long as the entrants are not confirmed.
    invited = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    # Of later stages: entry_no → rounds missed, and entry_no → first round no longer played.
    absences = ExactJSONField(default=dict, blank=True)
    withdrawals = ExactJSONField(default=dict, blank=True)
    # Who may not meet whom, in the form of the document.
    prohibited = ExactJSONField(default=list, blank=True)
    # What the arbiter did and the rounds do not show, in the form of the document.
    interventions = ExactJSONField(default=list, blank=True, editable=False)
    # Bonus and penalty points that the arbiter gave, in the form of the document.
    adjustments = ExactJSONField(default=list, blank=True, editable=False)
    # Round number → the day (ISO 8601) on which it is or was to be played.
    days = ExactJSONField(default=dict, blank=True)
    # Requested byes: entry_no → round → points. The player is not paired in that round.
    requested_byes = ExactJSONField(default=dict, blank=True)
    extra = ExactJSONField(default=dict, blank=True, editable=False)

    # Whether it has begun: known where `with_begun` of rounds/state/stages.py has asked.
    begun: bool

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_stage_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="stages_count_from_1"),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.event} · {self.number}"


class SignUpSettings(models.Model):
    """Whether and how people sign up for an event by themselves, and what else they do without the arbiter.

    `limit`: how many may be entered at most, in whatever way; null: no more than the formula admits.
    """

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="sign_up_settings")
    enabled = models.BooleanField(_("ci si iscrive dalla pagina pubblica"), default=False)
    opens_at = models.DateTimeField(_("si aprono"), null=True, blank=True)
    closes_at = models.DateTimeField(_("si chiudono"), null=True, blank=True)
    limit = models.PositiveSmallIntegerField(_("posti"), null=True, blank=True)
    approval = models.BooleanField(_("le approva l’arbitro"), default=False)
    self_check_in = models.BooleanField(_("ci si segna presenti da soli, dal QR in sala"), default=False)
    self_leaving = models.BooleanField(_("con il proprio link ci si segna assenti o ritirati"), default=False)
    listed = models.BooleanField(_("chi si è iscritto si legge nella pagina pubblica"), default=True)
    asks_birth_year = models.BooleanField(_("si chiede l’anno di nascita"), default=False)
    # What else is asked: Question of rounds/participation/signups/questions.py.
    questions = ExactJSONField(default=list, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(closes_at__gt=F("opens_at")),
                name="sign_up_closes_after_it_opens",
                violation_error_message=_("Si chiudono prima di aprirsi."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.limit or '∞'}"


class SignUp(models.Model):
    """Somebody who has signed up for an event on its public page. Nothing of it is ever public but the name,
    where the event has a public list, written as names are in public.

    `player`: whom of the roster the name means, if it is clear; `entry`: once he is entered. `key`: of the
    form that was sent, so that a second click signs up nobody twice; `address`: of the network, as a
    fingerprint, for a day. `birth_year`: of a minor, or of anybody where it is asked; `consent_by`,
    `consent_at`: which parent has consented to the whole name in this event, and when. `answers`: pairs of a
    question as it was asked and what was answered.
    """

    class Status(models.TextChoices):
        SENT = "sent", _("da approvare")
        ACCEPTED = "accepted", _("accettata")
        REFUSED = "refused", _("rifiutata")
        CANCELLED = "cancelled", _("annullata")

    event = models.ForeignKey(Event, models.CASCADE, related_name="sign_ups")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="sign_ups")
    entry = models.OneToOneField(Entry, models.CASCADE, null=True, related_name="sign_up")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACCEPTED)
    name = models.CharField(_("cognome e nome"), max_length=200)
    sort_name = SortKeyField()
    affiliation = models.CharField(_("circolo"), max_length=100, blank=True)
    contact = models.CharField(_("recapito"), max_length=200, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("anno di nascita"), null=True, blank=True)
    consent_by = models.CharField(_("consenso al nome intero dato da"), max_length=200, blank=True)
    consent_at = models.DateTimeField(_("consenso al nome intero dato il"), null=True, blank=True)
    accepted_rules = models.BooleanField(_("Ho letto e accetto bando e regole del torneo"), default=False)
    answers = ExactJSONField(verbose_name=_("risposte"), default=list, blank=True, editable=False)
    key = models.CharField(max_length=LONGEST_KEY)
    address = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=now)
    link_key = link_key()

    objects = NamedQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="one_sign_up_a_form"),
            models.CheckConstraint(condition=~Q(name=""), name="sign_up_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        """Whether it was neither cancelled nor refused."""
        return self.status in (SignUp.Status.SENT, SignUp.Status.ACCEPTED)

    def public_name(self, player: Player) -> str:
        """What the player is called in public in this event. Needs its event."""
        day = self.event.starts_on
        of_roster = player.public_name(day)
        if player.initials:
            return of_roster
        if self.consent_at:
            return player.name
        age_unknown = player.birth_year is None and player.birth_date is None
        signed_up_as_minor = self.birth_year is not None and may_be_minor(self.birth_year, day)
        if age_unknown and signed_up_as_minor and not player.consent_at:
            return initials_of(player.name)
        return of_roster


class Preset(models.Model):
    """A way of playing that the club has made its own: what events begin with. `event`: in the form of the
    document's `site`; `stages`: their details.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="presets")
    name = models.CharField(_("nome"), max_length=100)
    details = ExactJSONField(default=dict)
    stages = ExactJSONField(default=list)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                name="one_preset_a_name",
                violation_error_message=_("Il circolo ha già un modello con questo nome."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RequestKey(models.Model):
    """The Idempotency-Key of a request that has been carried out; see `events.writing.once`. `content`: the
    digest of its address and of what it asked for. They go when the event is closed.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="request_keys", db_index=False)
    key = models.CharField(max_length=LONGEST_KEY)
    content = models.CharField(max_length=64)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="one_request_a_key")]

    def __str__(self) -> str:
        return self.key
