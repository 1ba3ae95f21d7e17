"""A person over the years: events, results, opponents, ratings. Only of public events."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry
from clubtornei.events.templatetags.dates import days
from clubtornei.players.models import Player
from clubtornei.rounds.reports.ranking_columns import place_and_name
from clubtornei.rounds.reports.report import NAME, Column, Kind, Report, ReportRow, row_of
from clubtornei.season.circuits.outcomes import outcomes_of
from clubtornei.season.models import ClubPages
from clubtornei.season.people.games import PlayedTable, games_of
from clubtornei.season.people.ratings import Ladder, ladders_of, rating_text
from scoring.ratings import RatingPoint

WIDTH, HEIGHT, MARGIN = 640, 160, 12


class Graph(Struct, frozen=True, kw_only=True):
    """A rating over time, as a line of points in a drawing of WIDTH × HEIGHT."""

    title: str
    now: str
    games: int
    least: str
    most: str
    first_day: date
    last_day: date
    line: str
    dots: Sequence[tuple[str, str, str]]
    multiplayer: bool
    width: int = WIDTH
    height: int = HEIGHT


class Profile(Struct, frozen=True, kw_only=True):
    name: str
    events: Report
    opponents: Report
    graphs: Sequence[Graph]


def with_pages(club: Club) -> "QuerySet[Player]":
    """Who has a public page: whoever is for it, where the club has any."""
    allowed = ClubPages.objects.filter(club=club, people=True)
    found: QuerySet[Player] = club.players.filter(standing__public_page=True, club__in=allowed.values("club"))
    return found.order_by("sort_name", "pk")


def rating_lists(club: Club, fingerprint: str) -> list[Report]:
    """For each game those with a public page, by rating."""
    shown = {str(player.pk): player for player in with_pages(club)}
    lists = []
    for ladder in ladders_of(club, fingerprint):
        ranked = sorted(
            ((history[-1], shown[one]) for one, history in ladder.history.items() if one in shown),
            key=lambda pair: (-pair[0].value, pair[1].sort_name),
        )
        if ranked:
            lists.append(_rating_list(ladder, ranked))
    return lists


def _rating_list(ladder: Ladder, ranked: Sequence[tuple[RatingPoint, Player]]) -> Report:
    columns = (
        *place_and_name(),
        Column(key="rating", title=_("Punteggio"), kind=Kind.NUMBER),
        Column(key="games", title=_("Partite"), kind=Kind.NUMBER),
    )

    def row(place: int, point: RatingPoint, player: Player) -> ReportRow:
        name, rating = player.public_name(ladder.events[0].starts_on), Decimal(ladder.shown(point))
        return row_of(columns, place, name, rating, point.games, link=_page_of(player.club, player.pk))

    rows = tuple(row(place, *one) for place, one in enumerate(ranked, 1))
    return Report(title=ladder.title, columns=columns, rows=rows)


def _page_of(club: Club, player: int) -> str:
    return reverse("public:person", args=[club.slug, player])


def profile_of(club: Club, player: Player, fingerprint: str) -> Profile:
    entries = list(
        Entry.objects.filter(player=player, event__published=True)
        .select_related("event__club")
        .order_by("-event__starts_on", "-event")
    )
    events = [entry.event for entry in entries]
    first = min((event.starts_on for event in events), default=date.today())
    return Profile(
        name=player.public_name(first),
        events=_events(entries),
        opponents=_opponents(club, entries),
        graphs=[
            _graph(ladder, history)
            for ladder in ladders_of(club, fingerprint)
            if (history := ladder.history.get(str(player.pk)))
        ],
    )


def _events(entries: Sequence[Entry]) -> Report:
    """With place and points as far as there is a ranking."""
    outcomes = outcomes_of([entry.event for entry in entries])
    columns = (
        Column(key=NAME, title=_("Torneo"), kind=Kind.NAME),
        Column(key="days", title=_("Data"), kind=Kind.TEXT),
        Column(key="place", title=_("Posto"), kind=Kind.NUMBER),
        Column(key="players", title=_("Giocatori"), kind=Kind.NUMBER),
        Column(key="points", title=_("Punti"), kind=Kind.NUMBER),
    )

    def row(entry: Entry) -> ReportRow:
        found = outcomes[entry.event_id].entries or ()
        own = next((one for one in found if one.person == str(entry.entry_no)), None)
        reached = (own.place, len(found), own.points) if own else (None, None, None)
        link = reverse("public:card", args=[entry.event.slug, entry.entry_no])
        return row_of(columns, entry.event.name, days(entry.event), *reached, link=link)

    return Report(title=_("Tornei"), columns=columns, rows=tuple(map(row, entries)))


def _opponents(club: Club, entries: Sequence[Entry]) -> Report:
    """How often he was ahead of each, level and behind at the table; by how many games, then by name; the
    name as in the last event in which they met.
    """
    games = games_of([entry.event for entry in entries])
    players = {
        (event, entry_no): pk
        for event, entry_no, pk in Entry.objects.filter(
            event__in=[entry.event_id for entry in entries], player__isnull=False
        ).values_list("event", "entry_no", "player")
    }
    names: dict[str, str] = {}
    known: dict[str, int] = {}
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for entry in entries:  # the latest first
        event = games[entry.event_id]
        for table in event.of(entry.entry_no):
            for other, sign in _against(table, entry.entry_no):
                player = players.get((entry.event_id, other))
                person = f"p{player}" if player else f"n{event.names[other]}"
                names.setdefault(person, event.names[other])
                counts[person][1 + sign] += 1
                if player:
                    known[person] = player
    pages = set(with_pages(club).values_list("pk", flat=True))
    columns = (
        Column(key=NAME, title=_("Nome"), kind=Kind.NAME),
        Column(key="games", title=_("Partite"), kind=Kind.NUMBER),
        Column(key="ahead", title=_("Davanti"), kind=Kind.NUMBER),
        Column(key="level", title=_("Pari"), kind=Kind.NUMBER),
        Column(key="behind", title=_("Dietro"), kind=Kind.NUMBER),
    )

    def row(person: str) -> ReportRow:
        link = _page_of(club, known[person]) if known.get(person) in pages else ""
        return row_of(columns, names[person], sum(counts[person]), *counts[person], link=link)

    ordered = sorted(names, key=lambda person: (-sum(counts[person]), names[person]))
    return Report(title=_("Avversari"), columns=columns, rows=tuple(map(row, ordered)))


def _against(table: PlayedTable, entry_no: int) -> list[tuple[int, int]]:
    """Each other one at the table, and −1 where he was ahead of him, 0 where level, 1 where behind."""
    own = table.places[table.seats.index(entry_no)]
    return [
        (seat, (own > place) - (own < place))
        for seat, place in zip(table.seats, table.places, strict=True)
        if seat != entry_no
    ]


def _graph(ladder: Ladder, history: Sequence[RatingPoint]) -> Graph:
    values = [point.value for point in history]
    least, most = min(values), max(values)
    span = (most - least) or 1.0
    step = (WIDTH - 2 * MARGIN) / max(1, len(history) - 1)
    dots = [
        (
            f"{MARGIN + place * step:.1f}",
            f"{HEIGHT - MARGIN - (point.value - least) / span * (HEIGHT - 2 * MARGIN):.1f}",
            f"{ladder.events[point.event].name}: {ladder.shown(point)}",
        )
        for place, point in enumerate(history)
    ]
    return Graph(
        title=ladder.title,
        now=ladder.shown(history[-1]),
        games=history[-1].games,
        least=rating_text(least, multiplayer=ladder.multiplayer),
        most=rating_text(most, multiplayer=ladder.multiplayer),
        first_day=ladder.events[history[0].event].starts_on,
        last_day=ladder.events[history[-1].event].starts_on,
        line=" ".join(f"{x},{y}" for x, y, _text in dots),
        dots=dots,
        multiplayer=ladder.multiplayer,
    )
