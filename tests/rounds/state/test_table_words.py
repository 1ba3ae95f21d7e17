"""What a table is called: a board in English where White plays Black, «tavolo» in Italian everywhere."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.printing.sheet import sheet_html
from clubtornei.rounds.state.table_words import table_words
from pairing.registry import SYSTEMS
from tests.factories import make_played_event, make_round
from tests.rounds.state.test_colours import OTHERS, SPEAKING, at_tables, event_of

HEAD = re.compile(r"^.*?</head>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
# Not those that are addresses.
ATTRIBUTE = re.compile(r'\b(?:aria-label|title|placeholder|alt|data-[\w-]+)="([^"/][^"]*)"')
TABLE = re.compile(r"(?<!Berger )\b(?:tables?|tbl)\b(?!-)(?: \S+){0,3}", re.IGNORECASE)
OF_HALLS = {"e/{}/prints/", "e/{}/settings/"}
"""They speak of tables to put something on, and of larger ones."""


@pytest.mark.unit
@pytest.mark.parametrize(
    ("system", "game", "english"),
    [
        ("dutch", "Scacchi", "Board 3, Bd, Why this pairing?"),
        ("round-robin", "", "Board 3, Bd, Why this pairing?"),
        ("knockout", "Dama", "Board 3, Bd, Why this pairing?"),
        ("dutch", "Burraco", "Table 3, Tbl, Why this table?"),
        ("rotation", "Scacchi", "Table 3, Tbl, Why this table?"),
    ],
)
def test_a_table_with_colours_is_a_board_in_english(system: str, game: str, english: str) -> None:
    words = table_words(SYSTEMS[system], Event(game=game))
    for language, said in (("it", "Tavolo 3, Tav., Perché questo tavolo?"), ("en", english)):
        with override(language):
            assert f"{words.titled(3)}, {words.short}, {words.why}" == said


def tables_in(html: str) -> list[str]:
    """Where it says table, with the words that follow, in what is shown or read out."""
    body = HEAD.sub("", html)
    shown = [TAG.sub(" ", body), *ATTRIBUTE.findall(body)]
    return [found[0] for text in shown for found in TABLE.finditer(" ".join(unescape(text).split()))]


@pytest.mark.django_db
def test_an_english_chess_club_reads_of_no_table(club: Club, arbiter: Client) -> None:
    drafted = event_of(club, "amalfi", game="Chess")
    played = make_played_event(
        8, 2, club, system="amalfi", options=drafted.stages.get().options, game="Chess"
    )
    playing = f"/e/{played.slug}/rounds/{make_round(played).number}/"
    addresses = [f"/{page}".format(drafted.slug) for page in {*SPEAKING, *OTHERS} - OF_HALLS]
    addresses += [playing, f"/t/{played.slug}/", f"/t/{played.slug}/players/1/", *at_tables(drafted)]
    english = {"Accept-Language": "en"}
    pages = {address: arbiter.get(address, headers=english).text for address in addresses}
    assert "Board 1" in pages[playing]
    assert {address: said for address, page in pages.items() if (said := tables_in(page))} == {}


@pytest.mark.django_db
def test_no_english_sheet_of_chess_says_table(club: Club) -> None:
    snapshot = EventSnapshot(event_of(club, "amalfi", game="Chess"))
    with override("en"):
        sheets = {
            name: sheet_html(SHEETS[name], snapshot, SHEETS[name].context(snapshot, 3, A4), "", None).html
            for name in ("pairings", "by-name", "slips")
        }
    assert "Bd" in TAG.sub(" ", sheets["pairings"]).split()
    assert "Board 1" in sheets["slips"]
    assert {name: said for name, sheet in sheets.items() if (said := tables_in(sheet))} == {}
