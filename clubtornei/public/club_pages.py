"""What the public sees of a club: its public events, the people who have played in them, and its records."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.apps import apps
from django.db.models import Count, Min, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.models import LATEST_FIRST, Entry, Event, EventQuerySet
from clubtornei.players.models import roster_version
from clubtornei.rounds.models import Round
from clubtornei.rounds.reports.report import NAME, Column, ColumnKind, Report, ReportRow, row_of
from clubtornei.rounds.state.stages import HAS_ROUNDS
from clubtornei.season.models import Circuit
from clubtornei.season.people.profiles import with_pages
from clubtornei.text.numerals import parse_int
from clubtornei.web.key_pages import KeyPage, key_page

ON_A_PAGE = 20
NEWS = 50
IN_CALENDAR = timedelta(days=365)
FIRST = 3
"""How many stand in a list of records."""


class ClubState(Struct, frozen=True):
    """A club, its public circuits, whether it has pages of people, and what changes with anything public."""

    club: Club
    circuits: Sequence[Circuit]
    has_pages: bool
    fingerprint: str


def club_state(slug: str) -> ClubState:
    """Four queries. Raises Http404 for a club with nothing public: nobody need know that there is one."""
    club = Club.objects.select_related("pages").filter(slug=slug).first()
    if club is None:
        raise Http404
    known = list(Event.objects.public().filter(club=club).order_by("pk").values_list("pk", "version"))
    circuits = list(Circuit.objects.filter(club=club, published=True))
    has_pages = hasattr(club, "pages") and club.pages.people
    if not (known or circuits or has_pages or any(club.presentation)):
        raise Http404
    shown = [(circuit.pk, circuit.version) for circuit in circuits]
    facts = (
        club.look,
        club.presentation,
        known,
        localdate(),
        shown,
        has_pages and roster_version(club.pk),
    )
    return ClubState(club, circuits, has_pages, repr(facts))


def events_of(club: Club) -> dict[str, Sequence[Event]]:
    """The public events that are not closed: what is on, the latest first, and what comes, the next first."""
    found = Event.objects.public().in_progress().filter(club=club).annotate(has_rounds=HAS_ROUNDS)
    events = list(found.select_related("sign_up_settings").order_by("starts_on", "pk"))
    today = localdate()
    on = [event for event in events if event.has_rounds or event.starts_on <= today]
    return {"on": on[::-1], "coming": [event for event in events if event not in on]}


def archive_of(club: Club, q: str, year: int | None, page: str | None) -> KeyPage[Event]:
    """The closed ones, the latest first: of a year, and with all words in name, game or place."""
    found = Event.objects.public().past().brief().filter(club=club)
    if year:
        found = found.filter(starts_on__year=year)
    for word in q.split():
        found = found.filter(Q(name__icontains=word) | Q(game__icontains=word) | Q(place__icontains=word))
    return key_page(found, LATEST_FIRST, page, ON_A_PAGE)


def in_calendar(club: Club) -> EventQuerySet:
    """The public events that are not closed, or were within the last year."""
    recent = Q(closed_at=None) | Q(closed_at__gte=now() - IN_CALENDAR)
    return Event.objects.public().filter(recent, club=club)


def years_of(club: Club) -> list[int]:
    """The years in which an event of the club was closed, the latest first."""
    days = Event.objects.public().past().filter(club=club).dates("starts_on", "year", order="DESC")
    return [day.year for day in days]


def year_in(text: str) -> int | None:
    year = parse_int(text)
    return year if year is not None and 1 <= year <= 9999 else None


class ClubPerson(Struct, frozen=True):
    """Somebody of the roster as his latest public event calls him. `page`: whose it is, if he has one."""

    name: str
    page: int | None
    events: int
    won: int
    latest: date


class Records(Struct, frozen=True):
    """`most_played`, `most_won`: people, the first of each; `largest`: events with the number of players."""

    events: int
    people: int
    most_played: list[ClubPerson]
    most_won: list[ClubPerson]
    largest: Sequence[tuple[Event, int]]


def people_of(club: Club) -> list[ClubPerson]:
    """Everybody of the roster who has played in public, by name; five queries.

    By the names of the events, so that of minors and of who asks for it there are the initials.
    """
    entries = Entry.objects.filter(
        event__in=Event.objects.public().filter(club=club), player__isnull=False, members=[]
    ).order_by()
    played = dict(entries.values_list("player").annotate(Count("pk")))
    wins = _wins(club, entries)
    latest = entries.order_by("player", "-event__starts_on", "-event", "-entry_no").distinct("player")
    rows = latest.values_list("player", "name", "sort_name", "event__starts_on", named=True)
    pages = set(with_pages(club).values_list("pk", flat=True))
    return [
        ClubPerson(
            row.name,
            row.player if row.player in pages else None,
            played[row.player],
            wins[row.player],
            row.event__starts_on,
        )
        for row in sorted(rows, key=lambda row: (row.sort_name, row.player))
    ]


def people_report(club: Club, people: Sequence[ClubPerson]) -> Report:
    columns = (
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="events", title=_("Tornei"), kind=ColumnKind.NUMBER),
        Column(key="won", title=_("Vinti"), kind=ColumnKind.NUMBER),
        Column(key="latest", title=_("L’ultimo"), kind=ColumnKind.NUMBER),
    )

    def row(one: ClubPerson) -> ReportRow:
        link = reverse("public:person", args=[club.slug, one.page]) if one.page else ""
        return row_of(columns, one.name, one.events, one.won, one.latest.year, link=link)

    return Report(title=_("Persone"), columns=columns, rows=tuple(map(row, people)))


def records_of(club: Club, people: Sequence[ClubPerson]) -> Records:
    """Two queries."""
    events = Event.objects.public().filter(club=club)
    sized = events.annotate(size=Count("entries")).filter(size__gt=0).order_by("-size", "-starts_on", "pk")
    by_played = sorted(people, key=lambda person: -person.events)[:FIRST]
    by_won = sorted((person for person in people if person.won), key=lambda person: -person.won)[:FIRST]
    largest = [(event, event.size) for event in sized[:FIRST]]
    return Records(events.count(), len(people), by_played, by_won, largest)


def _wins(club: Club, entries: "QuerySet[Entry]") -> Counter[int]:
    """How many of the closed events each player has won. Two queries; of the rankings only the first rows
    are read.
    """
    closed = Event.objects.public().past().filter(club=club)
    places = [(f"final_ranking__{row}__player", f"final_ranking__{row}__rank") for row in range(FIRST)]
    won: dict[int, list[int]] = defaultdict(list)  # the events by the entry_no of who won them
    for pk, *first in closed.values_list("pk", *(name for pair in places for name in pair)):
        for entry_no, rank in zip(first[::2], first[1::2], strict=True):
            if rank == 1:
                won[entry_no].append(pk)
    winners = Q(pk__in=[])
    for entry_no, events in won.items():
        winners |= Q(entry_no=entry_no, event__in=events)
    return Counter(entries.filter(winners).values_list("player", flat=True))


class NewsItem(Struct, frozen=True):
    """What has happened to an event: it was published (no `round`), a round was, or it was closed."""

    event: Event
    at: datetime
    round: int | None = None
    stage: int | None = None
    closed: bool = False

    @property
    def key(self) -> str:
        """Names it for ever."""
        return "closed" if self.closed else f"round-{self.stage}-{self.round}" if self.round else "published"


def news_of(club: Club) -> list[NewsItem]:
    """The latest first; four queries, however much has happened."""
    events = {
        event.pk: event for event in Event.objects.public().filter(club=club).brief().latest_first()[:NEWS]
    }
    history = apps.get_model("events", "EventEvent").objects.filter(pgh_obj__in=events, published=True)
    first = history.order_by().values("pgh_obj").annotate(first=Min("pgh_created_at"))
    rounds = Round.objects.published().filter(stage__event__in=events).order_by("-published_at")
    listed = rounds.values_list("stage__event", "stage__number", "number", "published_at")[:NEWS]
    news = [NewsItem(events[row["pgh_obj"]], row["first"]) for row in first]
    news += [NewsItem(events[pk], at, number, stage=stage) for pk, stage, number, at in listed if at]
    news += [NewsItem(event, event.closed_at, closed=True) for event in events.values() if event.closed_at]
    return sorted(news, key=lambda item: item.at, reverse=True)[:NEWS]
