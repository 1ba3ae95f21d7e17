"""A file from outside: whatever is in it, it is restored whole or refused by name, and touches one club."""

import io
import struct
import zipfile
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import transaction

from clubtornei.accounts.models import Club
from clubtornei.club_copies import reading
from clubtornei.club_copies.packing import CIRCUITS, CLUB, PRESETS, ROSTER
from clubtornei.club_copies.reading import CopyUnreadable, opened
from clubtornei.club_copies.restoring import restore_event
from clubtornei.events.models import Event
from tests.club_copies.copies import all_files, copy_of, files_in, restore, zipped
from tests.factories import make_club, make_played_event, make_player

pytestmark = pytest.mark.django_db

Change = Callable[[Any], None]


@pytest.fixture
def club() -> Club:
    club = make_club()
    make_player(club, "Ada Alti")
    make_played_event(4, 2, club)
    return club


def refused(club: Club, copy: bytes) -> str:
    with pytest.raises(CopyUnreadable) as refusal, transaction.atomic():
        restore(club, copy, strange=True)
    return str(refusal.value)


def changed(copy: bytes, name: str, change: Change) -> bytes:
    files = all_files(copy)
    content = msgspec.json.decode(files[name])
    change(content)
    return zipped({**files, name: msgspec.json.encode(content)})


def put(*path: str | int, value: object) -> Change:
    """Another value at the path."""

    def change(content: Any) -> None:
        *before, last = path
        for step in before:
            content = content[step]
        content[last] = value

    return change


EVENT = "dati"
CHANGES = [
    (CLUB, put("format", value=99), "aggiorna"),
    (CLUB, put("program", value="altro"), CLUB),
    (CLUB, put("events", 0, "slug", value="../../etc/passwd"), CLUB),
    (CLUB, put("events", value="x"), CLUB),
    (CLUB, put("made_at", value="9999-12-31T23:59:59Z"), CLUB),
    (CLUB, put("made_at", value="2026-11-29T12:00:00"), CLUB),
    (CLUB, put("club", "website", value="javascript:alert(1)"), CLUB),
    (CLUB, put("club", "colour", value="red;}"), CLUB),
    (CLUB, put("club", "embedding_sites", value=["https://a.example; script-src *"]), CLUB),
    (CLUB, put("club", "slug", value="altro"), CLUB),
    (ROSTER, put("players", 0, "club", value=1), ROSTER),
    (ROSTER, put("players", 0, "name", value="x" * 300), ROSTER),
    (ROSTER, put("players", 0, "name", value="a\0b"), ROSTER),
    (ROSTER, put("players", 0, "sex", value="?"), ROSTER),
    (ROSTER, put("players", 0, "birth_date", value="domani"), ROSTER),
    (ROSTER, put("players", 0, "id", value="1"), ROSTER),
    (ROSTER, put("players", value={"id": 1}), ROSTER),
    (PRESETS, put("presets", value=[{"id": 1, "name": "a", "stages": [{"system": "x"}]}]), PRESETS),
    (
        CIRCUITS,
        put("circuits", value=[{"id": 1, "name": "a", "slug": "a", "frozen": {"members": 7}}]),
        CIRCUITS,
    ),
    (CIRCUITS, put("items", value=[{"id": 1, "circuit": 7, "name": "a"}]), CIRCUITS),
    (EVENT, put("event", "club", value=1), EVENT),
    (EVENT, put("event", "public_site", value="https://truffa.example"), EVENT),
    (EVENT, put("event", "received", value=True), EVENT),
    (EVENT, put("event", "id", value=[]), None),
    (EVENT, put("event", "slug", value="altro"), EVENT),
    (EVENT, put("event", "rating_lists", value=["x"]), EVENT),
    (EVENT, put("stages", 0, "system", value="x"), EVENT),
    (EVENT, put("stages", 0, "event", value=1), EVENT),
    (EVENT, put("entries", 0, "player", value=10**6), EVENT),
    (EVENT, put("entries", 0, "player", value=[1]), EVENT),
    (EVENT, put("entries", 1, "entry_no", value=1), EVENT),
    (EVENT, put("seats", 0, "entry", value=99), EVENT),
    (EVENT, put("seats", 0, "position", value=7), EVENT),
    (EVENT, put("seats", 0, "score", value="x"), EVENT),
    (EVENT, put("rounds", 0, "stage", value=2), EVENT),
    (EVENT, put("event", "names_removed_at", value="9999-12-31T23:59:59Z"), "names_removed_at"),
    ("storia", put("entries", 0, "pgh_created_at", value="infinity"), "pgh_created_at"),
    ("storia", put("entries", 0, "pgh_obj", value=None), "storia"),
    ("storia", put("entries", 0, "pgh_obj", value=[1]), "storia"),
    ("storia", put("stages", value=7), "storia"),
    ("storia", put("stages", 0, "who", value="a\0b"), None),
    ("storia", put("stages", 1, "withdrawals", value="x"), "storia"),
    (EVENT, put("result_entries", 0, "after", "scores", value=None), "after"),
    (EVENT, put("tables", 0, "why", value='[["berger",{"p":1e999999999}]]'), "why"),
    (EVENT, put("tables", 0, "why", value=[{"code": 7}]), "why"),
    ("storia", put("proposals", value=[{"state": []}]), "storia"),
]


def test_what_the_site_never_writes_is_refused_by_the_name_of_its_file(club: Club) -> None:
    whole, event = copy_of(club), club.events.get().slug
    before = files_in(whole)
    for number, (file, change, said) in enumerate(CHANGES):
        name = file if file.endswith(".json") else f"tornei/{event}/{file}.json"
        copy = changed(whole, name, change)
        if said is not None:
            assert said in refused(club, copy), number
            continue
        with transaction.atomic():
            restore(club, copy, strange=True)
            transaction.set_rollback(True)
    assert files_in(copy_of(club)) == before


def test_no_row_of_another_club_is_read_or_written(club: Club) -> None:
    """Keys of the database mean nothing in a copy, and slugs belong to the club that has them."""
    other = make_club()
    theirs = make_played_event(4, 1, other)
    before = files_in(copy_of(other))
    copy = copy_of(club)
    own = club.events.get()
    files = {name.replace(own.slug, theirs.slug): content for name, content in all_files(copy).items()}
    files = {
        name: content.replace(own.slug.encode(), theirs.slug.encode()) for name, content in files.items()
    }
    restore(club, zipped(files), strange=True)
    assert files_in(copy_of(other)) == before
    assert club.events.get().slug == f"{theirs.slug}-2"
    assert Event.objects.get(slug=theirs.slug).club == other


def test_a_file_that_is_missing_or_damaged_is_named(club: Club) -> None:
    files = all_files(copy_of(club))
    assert ROSTER in refused(club, zipped({name: files[name] for name in files if name != ROSTER}))
    deep = b'{"a":' * 5_000 + b"1" + b"}" * 5_000
    large = b'{"players": [{"id": 1, "name": "Ada", "birth_year": 1e999999999}]}'
    for content in (b"[]", b"{", b"\xff", deep, large):
        assert ROSTER in refused(club, zipped({**files, ROSTER: content}))
    whole = copy_of(club)
    place = whole.index(b"giocatori.json") + 100
    assert refused(club, whole[:place] + b"\0" * 200 + whole[place + 200 :])
    assert refused(club, whole[:-30])
    assert refused(club, b"no zip")


def test_no_bomb_is_unpacked(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_FILE", 3_000_000)
    files = all_files(copy_of(club))
    assert "troppo grande" in refused(club, zipped({**files, ROSTER: b" " * 3_000_001}))
    index = files[CLUB] + b" " * reading.LARGEST_INDEX
    assert "troppo grande" in refused(club, zipped({**files, CLUB: index})), "the site itself reads it"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(reading.MOST_FILES + 1):
            archive.writestr(str(number), b"")
    assert "troppi file" in refused(club, out.getvalue())


def test_a_list_of_files_longer_than_it_says_is_not_read() -> None:
    """What the end of a ZIP says of the length of its list is what zipfile reads."""
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 0xFFFFFFFF, 0, 0)
    with pytest.raises(CopyUnreadable), opened(io.BytesIO(end)):
        pass


def test_a_longer_list_of_files_behind_the_end_is_not_read() -> None:
    """zipfile takes the length from the end of a larger ZIP (ZIP64), where one is named."""
    first = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, 60_000_000, 0)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, 0, 1)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 46, 0, 0)
    with pytest.raises(CopyUnreadable, match="troppi file"), opened(io.BytesIO(first + locator + end)):
        pass


def test_only_what_a_copy_is_compressed_by_is_read(club: Club) -> None:
    files, out = all_files(copy_of(club)), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    assert "compresso" in refused(club, out.getvalue())
    named = zipped({**files, "è": b""}).replace("è".encode(), b"\xff\xff")
    assert "danneggiato" in refused(club, named)


@pytest.mark.parametrize("players", [[1], "x", {}, 10**30])
def test_one_event_names_no_player_of_another_club(club: Club, players: object) -> None:
    event = club.events.get()
    name = f"tornei/{event.slug}/dati.json"
    copy = changed(copy_of(club), name, put("entries", 0, "player", value=players))
    with opened(io.BytesIO(copy)) as archive, pytest.raises(CopyUnreadable), transaction.atomic():
        restore_event(club, archive, event.slug, strange=True)
