"""A person over the years: events, results, opponents, ratings. Only of public events."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.db import connection
from django.db.models import Func, JSONField, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct, convert

from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, Event
from clubtornei.events.templatetags.dates import short_day
from clubtornei.players.models import Player
from clubtornei.rounds.reports.ranking_columns import place_and_name
from clubtornei.rounds.reports.report import NAME, Column, ColumnKind, Report, ReportRow, row_of
from clubtornei.season.event_records import Career, is_recorded, records_of
from clubtornei.season.models import ClubPages, EventRecord
from clubtornei.season.people.ratings import Ladder, ladders_of, rating_text
from clubtornei.web.key_pages import KeyPage, key_page
from scoring.ratings import RatingPoint

WIDTH, HEIGHT, MARGIN = 640, 160, 12
ON_A_PAGE = 20


class Graph(Struct, frozen=True, kw_only=True):
    """A rating over time, as a line of points in a drawing of WIDTH × HEIGHT; the latest have a dot each."""

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
    """`page`: which of the events are listed."""

    name: str
    events: Report
    page: KeyPage[Entry]
    opponents: Report
    graphs: Sequence[Graph]


def with_pages(club: Club) -> "QuerySet[Player]":
    """Who has a public page: whoever is for it, where the club has any."""
    allowed = ClubPages.objects.filter(club=club, people=True)
    found: QuerySet[Player] = club.players.filter(public_page=True, club__in=allowed.values("club"))
    return found.order_by("sort_name", "pk")


def rating_lists(club: Club) -> list[Report]:
    """For each game those with a public page, by rating."""
    shown = {str(player.pk): player for player in with_pages(club)}
    lists = []
    for ladder in ladders_of(club):
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
        Column(key="rating", title=_("Punteggio"), kind=ColumnKind.NUMBER),
        Column(key="games", title=_("Partite"), kind=ColumnKind.NUMBER),
    )

    def row(place: int, point: RatingPoint, player: Player) -> ReportRow:
        name, rating = player.public_name(ladder.events[0].starts_on), Decimal(ladder.shown(point))
        return row_of(columns, place, name, rating, point.games, link=_page_of(player.club, player.pk))

    rows = tuple(row(place, *one) for place, one in enumerate(ranked, 1))
    return Report(title=ladder.title, columns=columns, rows=rows)


def _page_of(club: Club, player: int) -> str:
    return reverse("public:person", args=[club.slug, player])


def profile_of(club: Club, player: Player, page: str | None) -> Profile:
    """`page`: of the list of events."""
    events = Event.objects.public().filter(entries__player=player).annotate(recorded=is_recorded())
    columns = ("pk", "version", "starts_on", "recorded")
    played = list(events.order_by("starts_on", "pk").values_list(*columns, named=True))
    records_of({event.pk: event.version for event in played if not event.recorded}, "careers")
    listed = key_page(_entries(player), ("-event__starts_on", "-event", "-pk"), page, ON_A_PAGE)
    return Profile(
        name=player.public_name(played[0].starts_on if played else date.today()),
        events=_events(listed),
        page=listed,
        opponents=_opponents(club, player, [event.pk for event in played]),
        graphs=[
            _graph(ladder, history)
            for ladder in ladders_of(club)
            if (history := ladder.history.get(str(player.pk)))
        ],
    )


def _entries(player: Player) -> "QuerySet[Entry]":
    """His entries of public events, each with its `career`, which is read of those that are shown alone."""
    own = Cast(OuterRef("entry_no"), TextField())
    career = Func("careers", own, function="jsonb_extract_path", output_field=JSONField())
    records = EventRecord.objects.filter(event=OuterRef("event")).values(career=career)
    found = Entry.objects.filter(player=player, event__published=True).annotate(career=Subquery(records))
    columns = ("entry_no", "event__slug", "event__name", "event__starts_on", "event__ends_on")
    with_events: QuerySet[Entry] = found.select_related("event")
    return with_events.only(*columns)


def _events(entries: Iterable[Entry]) -> Report:
    """With place and points as far as there is a ranking."""
    columns = (
        Column(key=NAME, title=_("Torneo"), kind=ColumnKind.NAME),
        Column(key="days", title=_("Data"), kind=ColumnKind.TEXT),
        Column(key="place", title=_("Posto"), kind=ColumnKind.NUMBER),
        Column(key="players", title=_("Giocatori"), kind=ColumnKind.NUMBER),
        Column(key="points", title=_("Punti"), kind=ColumnKind.NUMBER),
    )

    def row(entry: Entry) -> ReportRow:
        career = convert(entry.career or {}, Career, str_keys=True)  # type: ignore[attr-defined]
        points = None if career.points is None else Fraction(career.points)
        link = reverse("public:card", args=[entry.event.slug, entry.entry_no])
        reached = (career.place, career.players, points)
        day = short_day(entry.event.starts_on).replace(" ", "\N{NO-BREAK SPACE}")
        return row_of(columns, entry.event.name, day, *reached, link=link)

    return Report(title=_("Tornei"), columns=columns, rows=tuple(map(row, entries)))


OPPONENTS = """
    SELECT other.player_id,
           (array_agg(other.name ORDER BY array_position(%(events)s::bigint[], own.event_id) DESC))[1],
           sum((met.value->>0)::int), sum((met.value->>1)::int), sum((met.value->>2)::int)
    FROM events_entry own
    JOIN season_eventrecord record ON record.event_id = own.event_id
    CROSS JOIN jsonb_each(record.careers -> own.entry_no::text -> 'met') met
    JOIN events_entry other ON other.event_id = own.event_id AND other.entry_no = met.key::int
    WHERE own.player_id = %(player)s AND own.event_id = ANY(%(events)s::bigint[])
    GROUP BY other.player_id, CASE WHEN other.player_id IS NULL THEN other.name END
"""
"""Who is not on the roster is known by the name alone."""


def _opponents(club: Club, player: Player, events: list[int]) -> Report:
    """How often he was ahead of each, level and behind at the table in these events; by how many games, then
    by name; the name as in the last of the events in which they met.
    """
    with connection.cursor() as cursor:
        cursor.execute(OPPONENTS, {"player": player.pk, "events": events})
        rows = cursor.fetchall()
    pages = set(with_pages(club).values_list("pk", flat=True))
    columns = (
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="games", title=_("Partite"), kind=ColumnKind.NUMBER),
        Column(key="ahead", title=_("Davanti"), kind=ColumnKind.NUMBER),
        Column(key="level", title=_("Pari"), kind=ColumnKind.NUMBER),
        Column(key="behind", title=_("Dietro"), kind=ColumnKind.NUMBER),
    )

    def row(opponent: int | None, name: str, *counts: int) -> ReportRow:
        link = _page_of(club, opponent) if opponent in pages else ""
        return row_of(columns, name, sum(counts), *counts, link=link)

    ordered = sorted(rows, key=lambda found: (-sum(found[2:]), found[1]))
    return Report(title=_("Avversari"), columns=columns, rows=tuple(row(*found) for found in ordered))


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
        dots=dots[-ON_A_PAGE:],
        multiplayer=ladder.multiplayer,
    )
