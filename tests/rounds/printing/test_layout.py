"""What a reader asks of a sheet: nothing beyond the page, nothing over another, nothing missing, nothing too
small, and no more pages than it needs. Of events of every size, on both formats of paper.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from io import BytesIO
from typing import Any

import pdfplumber
import pytest
from django.utils import translation

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A3, A4, SMALLEST, PaperFormat
from clubtornei.rounds.printing.rendering import render
from clubtornei.rounds.printing.sheet import sheet_html
from tests.factories import make_all_results, make_drawn_event, make_result, make_round, make_seated_event

pytestmark = pytest.mark.django_db

NAMES = [
    "Rossi Mario",
    "Santacroce-Bentivoglio Massimiliano Maria",
    "D’Angelo Nicolò",
    "Bianchi Giulia",
    "Della Valle Pierfrancesco",
    "Ferrari Alessandro",
    "Wolkenstein-Trostburg",
    "Esposito Gennaro",
    "Ricci Valentina",
    "Conti Maria Teresa",
    "Mancini Stefano",
    "Moretti Giovanni Battista",
]
CLUBS = ["Circolo Scacchistico Bolognese", "La Torre", "", "Circolo Scacchistico Dopolavoro Ferroviario"]
LONG_EVENT = "Trentaquattresimo Memorial Internazionale Castelbarco Visconti di Bergamo Alta"
PUBLIC = "/t/memorial-internazionale-castelbarco-visconti-di-bergamo-alta/"
CRITERIA = ["points", "direct", "sonneborn_berger", "wins"]
SWISS = {"system": "amalfi", "options": {"rounds": 7}, "ranking": ["points", "buchholz", "progressive"]}
KNOCKOUT = {"system": "knockout", "options": {"third_place": True}}
ROTATION = {"system": "rotation", "options": {"rounds": 3}, "scoring": "places"}

WALL = {"pairings", "tables", "by-name", "standings"}
WALL_TYPE = 14  # points: the smallest of a name on the wall
MANY, VERY_MANY = 20, 100  # players
LARGE = {"bracket", "scores", "crosstable"}
"""What is read of many players, beside what has its most pages; of very many pages are only counted: they
look the same.
"""
ONCE = {"announcement", "acceptance", "players", "players-by-name", "numbers"}
"""What looks alike in all systems: of the first event alone."""
EDGE = 12.0  # points: nothing is printed nearer to the edge of the paper
ROUNDING = 0.1
DISCS = ("○", "●")
NOT_MEANT = re.compile(
    r'^[^>]*>|<div id="running">.*?(?=<div id="foot|<header)|<p class="(?:soft|plays)">.*?</p>'
    r'|<span class="soft">[^<]*</span>(?=(?:(?!</?[ou]l).)*</ul>)'
)
"""The tag of the body, the heading of second pages, and what the poster leaves out."""

EVENTS: dict[str, tuple[int, dict[str, Any], int]] = {
    "round robin of 8": (8, {"ranking": CRITERIA}, 3),
    "round robin of 24": (24, {"ranking": CRITERIA}, 2),
    "Swiss of 8": (8, SWISS, 3),
    "Swiss of 45": (45, SWISS, 2),
    "Swiss of 120": (120, SWISS, 2),
    "knockout of 13": (13, KNOCKOUT, 2),
    "knockout of 64": (64, KNOCKOUT, 2),
    "rotation of 24": (24, ROTATION, 1),
    "seating of 9": (9, {}, 1),
}
MOST_PAGES = {
    ("Swiss of 8", "pairings"): 1,
    ("Swiss of 8", "standings"): 1,
    ("Swiss of 45", "pairings"): 2,
    ("Swiss of 45", "by-name"): 2,
    ("Swiss of 45", "standings"): 2,
    ("Swiss of 120", "pairings"): 3,
    ("round robin of 24", "crosstable"): 1,
    ("round robin of 8", "calendar"): 1,
    ("knockout of 13", "bracket"): 1,
    ("knockout of 64", "bracket"): 3,
    ("rotation of 24", "calendar"): 1,
}
MOST_PAGES_ON_A3 = {
    ("knockout of 64", "bracket"): 1,
    ("Swiss of 120", "by-name"): 2,
}


def made(name: str, club: Club) -> EventSnapshot:
    """The event after its rounds, with names, clubs, titles and ratings of every length."""
    players, stage, rounds = EVENTS[name]
    if stage:
        event = make_drawn_event(players, club, name=LONG_EVENT, **stage)
    else:
        event = make_seated_event(players, club)
        event.stages.update(scoring_options={"ties": "rtu-2003"})
    for number in range(rounds):
        round_ = make_round(event)
        if number < rounds - 1:
            make_all_results(event, round_, "1-0")
    return dressed(event)


def dressed(event: Event) -> EventSnapshot:
    entries = list(event.entries.order_by("entry_no"))
    for place, entry in enumerate(entries):
        entry.name = NAMES[place % 12] + (f" {place}" if place >= 12 else "")
        entry.affiliation = CLUBS[place % 4]
        entry.rating, entry.title = 1500 + place, "CM" if place % 4 == 0 else ""
    event.entries.model.objects.bulk_update(entries, ["name", "affiliation", "rating", "title"])
    event.version += 1
    event.save()
    return EventSnapshot(event)


def printed(snapshot: EventSnapshot, name: str, paper: PaperFormat) -> tuple[str, bytes]:
    """The sheet of the last round: its HTML and its PDF."""
    context = SHEETS[name].context(snapshot, snapshot.progress.rounds, paper)
    made = sheet_html(SHEETS[name], snapshot, context, "http://testserver", PUBLIC, paper)
    return made.html, render([made])


def faults(html: str, pages: Sequence[Any], names: Sequence[str], *, on_wall: bool) -> Iterator[str]:
    for page in pages:
        words = page.extract_words(keep_blank_chars=True, extra_attrs=["size"])
        if not words:
            yield f"page {page.page_number} is empty"
        for word in words:
            inside = (
                word["x0"] >= EDGE
                and word["x1"] <= page.width - EDGE
                and word["top"] >= EDGE
                and word["bottom"] <= page.height - EDGE
            )
            if not inside:
                yield f"at the edge: {word['text']}"
            if word["text"].strip() in DISCS:
                yield f"{word['text']} without its result"
            if word["size"] < SMALLEST - ROUNDING:
                yield f"{word['size']:.1f} points: {word['text']}"
            if on_wall and word["text"].strip() in names and word["size"] < WALL_TYPE - ROUNDING:
                yield f"{word['size']:.1f} points on the wall: {word['text']}"
        yield from _over_each_other(words)
    shown = _run_together("".join(char["text"] for page in pages for char in page.chars))
    said = re.split("<[^>]*>", NOT_MEANT.sub("", html.partition("<body")[2]))
    yield from (f"not shown: {text}" for text in map(unescape, said) if _run_together(text) not in shown)


def _over_each_other(words: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Words of which one covers a part of another. Of the height of a line its letters fill about half."""
    boxes = sorted(
        (
            word["top"] + 0.3 * word["size"],
            word["bottom"] - 0.3 * word["size"],
            word["x0"],
            word["x1"],
            word["text"],
        )
        for word in words
    )
    for place, (_top, bottom, left, right, text) in enumerate(boxes):
        for other_top, _bottom, other_left, other_right, other in boxes[place + 1 :]:
            if other_top >= bottom:
                break
            if min(right, other_right) - max(left, other_left) > 1:
                yield f"over each other: {text}, {other}"


def _run_together(text: str) -> str:
    return re.sub(r"[\s\u00ad\u200b\u2060]+", "", text).upper()


@pytest.mark.parametrize("event", EVENTS)
def test_sheets_can_be_read(event: str, club: Club) -> None:
    snapshot = made(event, club)
    names = [player.name for player in snapshot.players.values()]
    limits = {A4: MOST_PAGES, A3: MOST_PAGES_ON_A3}
    counted = {
        paper: {sheet: most for (of, sheet), most in limits[paper].items() if of == event} for paper in limits
    }
    first, *_others = EVENTS
    read = set(SHEETS) - (set() if event == first else ONCE)
    if len(names) > MANY:
        read &= LARGE | counted[A4].keys() if len(names) <= VERY_MANY else set()
    found = []
    for paper, most in counted.items():
        for name, sheet in SHEETS.items():
            is_read = paper is A4 and name in read and sheet.applies(snapshot) and sheet.ready(snapshot)
            if not is_read and name not in most:
                continue
            html, content = printed(snapshot, name, paper)
            with pdfplumber.open(BytesIO(content)) as pdf:
                pages = pdf.pages
                if is_read:
                    found += [
                        f"{name}, {fault}" for fault in faults(html, pages, names, on_wall=name in WALL)
                    ]
                if len(pages) > most.get(name, len(pages)):
                    found.append(f"{name}, {paper.name}: {len(pages)} pages")
    assert found == []


def test_the_annulled_games_of_who_left_are_struck_in_the_calendar(club: Club) -> None:
    event = make_drawn_event(6, club)
    make_all_results(event, make_round(event), "1-0")
    withdraw(event, event.entries.get(entry_no=3).pk, 2)
    event.refresh_from_db()
    _html, content = printed(EventSnapshot(event), "calendar", A4)
    with pdfplumber.open(BytesIO(content)) as pdf:
        (page,) = pdf.pages
        words = page.extract_words(keep_blank_chars=True)
        struck = [word for word in words if any(_is_through(line, word) for line in page.lines)]
    texts = [" ".join(word["text"].split()) for word in struck]
    assert texts == ["3 1 – 0", "3 Giocatore 003 – 4 Giocatore 004"]


def _is_through(line: dict[str, Any], word: dict[str, Any]) -> bool:
    across = min(line["x1"], word["x1"]) - max(line["x0"], word["x0"])
    return across > 1 and word["top"] < line["top"] < word["bottom"]


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_result_with_a_word_lies_over_nobody(language: str, club: Club) -> None:
    event = make_drawn_event(8, club, **SWISS)
    round_ = make_round(event)
    for table, code in enumerate(("+--", "---", "1-0u", "=-=u"), 1):
        make_result(event, round_, table, code)
    with translation.override(language):
        html, content = printed(dressed(event), "pairings", A4)
    with pdfplumber.open(BytesIO(content)) as pdf:
        assert list(faults(html, pdf.pages, [], on_wall=True)) == []


def test_names_without_an_end_are_broken(club: Club) -> None:
    event = make_drawn_event(4, club)
    make_round(event)
    event.entries.update(name="W" * 200)
    event.version += 1
    event.save()
    snapshot = EventSnapshot(event)
    for name in ("pairings", "standings", "calendar", "crosstable"):
        html, content = printed(snapshot, name, A4)
        with pdfplumber.open(BytesIO(content)) as pdf:
            assert list(faults(html, pdf.pages, [], on_wall=False)) == [], name
