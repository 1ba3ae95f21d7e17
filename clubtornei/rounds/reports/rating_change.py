"""What an event does to the ratings of its players, and their performance, as a report for organisers
(rules/ratings.md#change).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.players.identity import identity_of
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.report import (
    NAME,
    Audience,
    Column,
    ColumnKind,
    Report,
    ReportRow,
    Value,
    filled,
    row_of,
)
from scoring.rating_change import RatedEvent, rated_event
from scoring.record import DocumentPlayer, Identity, facts_from

PERFORMANCE, CHANGE = "performance", "change"


def rating_report(event: Event) -> Report:
    """All stages together, by order number. One query more than a snapshot."""
    snapshot = EventSnapshot(event, whole_names=True)
    k_of = _k_of(event)
    rated = rated_event(snapshot.document, k_of)
    players = sorted(snapshot.document.players, key=lambda player: player.number)
    columns = (
        Column(key="number", title=_("N."), meaning=_("Numero di sorteggio"), kind=ColumnKind.NUMBER),
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="rating", title=event.rating_titles[0], kind=ColumnKind.NUMBER),
        Column(
            key="games",
            title=_("Partite"),
            meaning=_("Con avversari che hanno un Elo"),
            kind=ColumnKind.NUMBER,
        ),
        Column(key="score", title=_("Punti"), meaning=_("In queste partite"), kind=ColumnKind.NUMBER),
        Column(key="average", title=_("Media"), meaning=_("Media Elo avversari"), kind=ColumnKind.NUMBER),
        Column(key=PERFORMANCE, title=_("Performance"), kind=ColumnKind.NUMBER),
        Column(
            key="expected",
            title=_("Attesi"),
            meaning=_("Punti attesi dalla tabella FIDE"),
            kind=ColumnKind.NUMBER,
        ),
        Column(key="k", title=_("K"), kind=ColumnKind.NUMBER, audience=Audience.ORGANISERS),
        Column(key=CHANGE, title=_("Variazione"), kind=ColumnKind.NUMBER, audience=Audience.ORGANISERS),
    )
    rows = tuple(
        row_of(columns, *_values(player, rated[player.id], k_of.get(player.id)), player=player.id)
        for player in players
        if player.id in rated
    )
    return Report(
        title=_("Variazione Elo"),
        audience=Audience.ORGANISERS,
        columns=filled(columns, rows),
        rows=rows,
        footnotes=tuple(_footnotes(rows)),
    )


def _values(player: DocumentPlayer, found: RatedEvent, k: int | None) -> Iterator[Value]:
    yield player.number
    yield player
    yield Fraction(player.rating) if player.rating else None
    yield found.games
    yield found.score
    yield found.average
    yield found.performance
    yield found.expected
    yield k if player.rating else None
    yield found.change


def _k_of(event: Event) -> Mapping[int, int]:
    """The K of each player in the list that his rating comes from, at the event's rate of play."""
    known = {}
    for entry in event.entries.select_related("player"):
        identity = facts_from(entry.identity, Identity)
        today = identity_of(entry.player).ratings if entry.player else ()
        for listed in (*today, *identity.ratings):  # as on the day he entered, or else as it is today
            if listed.list == identity.rating_list and listed.rate == event.rate and listed.k:
                known[entry.entry_no] = listed.k
    return known


def has_ratings(snapshot: EventSnapshot) -> bool:
    """Whether players meet two by two, and any has a rating."""
    return not snapshot.multiplayer and any(player.rating for player in snapshot.players.values())


def _footnotes(rows: tuple[ReportRow, ...]) -> Iterator[str]:
    missing = [row.name for row in rows if row.values["rating"] and row.values["k"] is None]
    if missing:
        yield _("Manca il K, e con lui la variazione, di: %(names)s. Si scrive fra i dati del giocatore.") % {
            "names": ", ".join(missing)
        }
    yield _(
        "Secondo le regole FIDE (B.02): tabella 8.1.2, differenze oltre 400 contate 400 (non da 2650 in su),"
        " senza forfait né avversari senza Elo. Il calcolo ufficiale è della federazione."
    )
