"""A lively club to try everything on: invented people, and an event at each stage of its life.

Everything is done by the same actions as in the browser, so the demo is never in a state that an organiser
could not reach.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.timezone import localdate

from clubtornei.events import actions as events
from clubtornei.events.formulas import formulas, usual_ranking
from clubtornei.events.models import Event
from clubtornei.players.models import Club, Player, Role
from clubtornei.rounds.actions import closing, numbers, pairing, results
from clubtornei.rounds.models import Round, Table

USER = "demo"
CLUB = "Circolo dimostrativo Alfiere e Pedone"
OURS, TORRE, DOPOLAVORO, CAVALLO = "Alfiere e Pedone", "La Torre", "Dopolavoro Ferroviario", "Cavallo Scosso"

# Invented: name, club, title, FIDE rating, national rating, birth year.
PEOPLE: Sequence[tuple[str, str, str, int | None, int | None, int | None]] = (
    ("Abbondanza Ferruccio", OURS, "", None, 1512, 1951),
    ("Accorsi Nicolò", OURS, "CM", 2044, 2071, 1998),
    ("Belluschi Ada", TORRE, "", 1788, 1804, 1987),
    ("Bertolotti Pier Giorgio", DOPOLAVORO, "", None, 1440, 1949),
    ("Bonacossa Teresa", OURS, "", 1655, 1690, 2004),
    ("Calcagnì Rosalia", CAVALLO, "", None, 1533, 1979),
    ("Cattabrighi Ivo", TORRE, "", 1901, 1915, 1972),
    ("Colajacono Salvatore", DOPOLAVORO, "", 1722, 1730, 1965),
    ("D’Ambrogio Lucia", OURS, "", 1610, 1648, 1994),
    ("D’Incecco Raffaele", CAVALLO, "FM", 2231, 2260, 1983),
    ("De Cillis Beatrice", TORRE, "", None, 1399, 2011),
    ("Degl’Innocenti Guido", OURS, "", 1834, 1850, 1969),
    ("Dell’Orso Caterina", DOPOLAVORO, "", None, None, 2014),
    ("Di Bartolo Gesualdo", OURS, "", 1577, 1602, 1957),
    ("Esposti Marco", TORRE, "", 1956, 1970, 1990),
    ("Fabbroni Loredana", OURS, "", None, 1466, 1962),
    ("Fiordaliso Enea", CAVALLO, "", None, 1345, 2012),
    ("Garrone Ugo", DOPOLAVORO, "", 1690, 1711, 1953),
    ("Ghislandi Chiara", OURS, "WCM", 1998, 2015, 2001),
    ("Iacopozzi Bruno", TORRE, "", 1533, 1560, 1946),
    ("La Spada Concetta", OURS, "", None, 1420, 1971),
    ("Lo Turco Davide", CAVALLO, "", 1866, 1880, 1996),
    ("Maccaferri Olga", OURS, "", 1745, 1766, 1980),
    ("Malfatti Sandro", DOPOLAVORO, "", None, 1505, 1959),
    ("Mezzanotte Pia", OURS, "", None, None, 2013),
    ("Monterosso Elia", TORRE, "CM", 2102, 2120, 2003),
    ("Nardò Giuseppe", OURS, "", 1621, 1650, 1974),
    ("Oliverio Tancredi", CAVALLO, "", 1699, 1705, 1999),
    ("Pacchiarotti Silvio", OURS, "", 1480, 1522, 1955),
    ("Passalacqua Irene", TORRE, "", 1820, 1833, 1992),
    ("Pirrò Massimo", OURS, "", None, 1584, 1967),
    ("Quattrini Amedeo", DOPOLAVORO, "", 1759, 1775, 1985),
    ("Ravà Emanuele", OURS, "", 1911, 1930, 1978),
    ("Sant’Elia Ginevra", CAVALLO, "", None, 1477, 2009),
    ("Scognamillo Ciro", OURS, "", 1544, 1590, 1961),
    ("Tagliabò Carlotta", TORRE, "", 1641, 1660, 2006),
    ("Tonnarelli Egidio", OURS, "", None, 1366, 1944),
    ("Ubaldini Vera", DOPOLAVORO, "", 1708, 1719, 1988),
    ("Ventrella Lino", OURS, "", None, 1410, 1970),
    ("Zappalà Agata", CAVALLO, "", 1877, 1892, 1995),
)

DRAWN, WHITE_WINS, BLACK_WINS = "=-=", "1-0", "0-1"


@transaction.atomic
def make_demo(password: str) -> Club:
    """The demo club with its owner, its roster and three events: to be drawn, half played, closed."""
    club = Club.objects.create(name=CLUB, slug="demo", demo=True)
    user = User.objects.create_user(USER, password=password)
    club.memberships.create(user=user, role=Role.OWNER)
    roster = _roster(club)
    chance = random.Random(CLUB)
    today = localdate()
    _closed_event(club, user, chance, roster[1:16:2], today - timedelta(days=120))
    _event_in_progress(club, user, chance, roster[18:38:2], today - timedelta(days=24))
    _event_to_be_drawn(club, roster[:28:2], today + timedelta(days=(5 - today.weekday()) % 7 or 7))
    return club


def _roster(club: Club) -> list[Player]:
    return Player.objects.bulk_create(
        Player(
            club=club,
            name=name,
            affiliation=affiliation,
            title=title,
            fide_rating=fide,
            fsi_rating=national,
            birth_year=born,
        )
        for name, affiliation, title, fide, national, born in PEOPLE
    )


def _event_to_be_drawn(club: Club, players: Sequence[Player], day: date) -> None:
    event = _event(club, "round-robin.double", "Coppa del Sabato", day, place="Sala del circolo")
    events.enter(event, players)


def _event_in_progress(
    club: Club, user: User, chance: random.Random, players: Sequence[Player], day: date
) -> None:
    """Four rounds are played but for an adjourned game; the fifth is on, some boards are still playing."""
    event = _event(club, "round-robin.single", "Torneo sociale", day, day + timedelta(days=63))
    _draw(event, players)
    for number in (1, 2, 3, 4):
        tables = _next_round(event, number)
        _play(event, user, chance, tables[:-1])
        last = {2: "+--", 4: "adjourned"}.get(number, DRAWN)
        results.record_result(event, user, tables[-1].pk, last)
    _play(event, user, chance, _next_round(event, 5)[1:3])
    events.publish(event)


def _closed_event(
    club: Club, user: User, chance: random.Random, players: Sequence[Player], day: date
) -> None:
    event = _event(club, "round-robin.single", "Memorial Arturo Pezzi", day, day + timedelta(days=1))
    _draw(event, players)
    for number in range(1, len(players)):
        _play(event, user, chance, _next_round(event, number))
    closing.close(event)
    events.publish(event)


def _event(
    club: Club, formula: str, name: str, first: date, last: date | None = None, place: str = ""
) -> Event:
    """An event of chess with the formula's usual options and ranking."""
    card = formulas()[formula]
    details: Mapping[str, Any] = {
        "name": f"{name} {first.year}",
        "game": "Scacchi",
        "starts_on": first,
        "ends_on": last,
        "place": place or "Biblioteca comunale",
    }
    stage = {
        "system": card.system,
        "options": dict(card.options),
        "scoring": "game",
        "ranking": list(usual_ranking(card.system)),
    }
    return events.create_event(club, details, stage)


def _draw(event: Event, players: Sequence[Player]) -> None:
    events.enter(event, players)
    events.check_all_in(event)
    numbers.announce_draw(event)
    numbers.draw_numbers(event, numbers.Method.LOTS)


def _next_round(event: Event, number: int) -> list[Table]:
    """The tables of the round, drawn and published."""
    pairing.draw_round(event, number)
    round_: Round = pairing.publish(event, number)
    return list(round_.tables.games().order_by("number"))


def _play(event: Event, user: User, chance: random.Random, tables: Sequence[Table]) -> None:
    for table in tables:
        white, black = table.seats.select_related("entry").order_by("position")
        code = _result(chance, float(white.entry.rating or 1400), float(black.entry.rating or 1400))
        results.record_result(event, user, table.pk, code)


def _result(chance: random.Random, white: float, black: float) -> str:
    """The stronger one mostly wins (by Elo's formula), and every third game or so is a draw."""
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    thrown = chance.random()
    if abs(thrown - expected) < 0.15:
        return DRAWN
    return WHITE_WINS if thrown < expected else BLACK_WINS
