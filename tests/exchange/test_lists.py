"""Rating lists: loaded from FIDE's zip or a national CSV, searched, and taken over into a roster."""

import html
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given, strategies as st

from clubtornei.accounts.models import Club, Role
from clubtornei.exchange import loading, rating_files
from clubtornei.exchange.loading import ListRequest
from clubtornei.exchange.models import ClubListedPlayer, FidePlayer, LoadedList, NationalPlayer
from clubtornei.exchange.queries import differences_of, found_in, loaded_lists
from clubtornei.exchange.rating_files import ListUnreadable, _folded
from clubtornei.jobs.models import Job, files
from clubtornei.jobs.process import ReportProgress
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key
from tests.factories import make_club, make_drawn_event, make_event, make_player, signed_in
from tests.jobs.doing import do_jobs

pytestmark = pytest.mark.django_db

HEADER = (
    f"{'ID Number':15}{'Name':61}{'Fed':4}{'Sex':4}{'Tit':5}{'WTit':5}{'OTit':15}{'FOA':4}{'SRtng':6}"
    f"{'SGm':4}{'SK':3}{'RRtng':6}{'RGm':4}{'Rk':3}{'BRtng':6}{'BGm':4}{'BK':3}{'B-day':6}Flag\r\n"
)
OLDER = HEADER.replace("FOA ", "")


def said(_progress: object) -> None:
    """Nobody waits."""


def load(path: Path, rating_list: str, *, tell: ReportProgress = said, **asked: Any) -> LoadedList:
    with open(path, "rb") as file:
        return loading.load(file, ListRequest(**{"list": rating_list, "month": "2026-11"} | asked), tell)


def line(number: int, name: str, federation: str = "ITA", rating: int = 0, *, header: str = HEADER) -> str:
    """A line of FIDE's file."""
    facts = {"ID Number": number, "Name": name, "Fed": federation, "Sex": "M", "WTit": "WFM"}
    facts |= {"SRtng": rating, "SK": 20, "RRtng": 0, "B-day": 1990}
    text = " " * len(header)
    for heading, fact in facts.items():
        start = header.index(heading)
        text = text[:start] + str(fact) + text[start + len(str(fact)) :]
    return f"{text.rstrip()}\r\n"


def zipped(folder: Path, *lines: str, header: str = HEADER) -> Path:
    path = folder / "players_list.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("players_list.txt", header + "".join(lines))
    return path


def loaded(folder: Path, *lines: str, federations: tuple[str, ...] = ()) -> LoadedList:
    return load(zipped(folder, *lines), "fide", federations=federations)


@pytest.mark.parametrize("header", [HEADER, OLDER], ids=["FOA", "without FOA"])
def test_columns_are_found_by_the_headings(header: str, club: Club, tmp_path: Path) -> None:
    path = zipped(tmp_path, line(801234, "Rossi, Mario", rating=1800, header=header), header=header)
    load(path, "fide")
    row = FidePlayer.objects.get()
    assert (row.fide_id, row.name, row.surname, row.given_name) == (801234, "Rossi Mario", "Rossi", "Mario")
    assert (row.federation, row.sex, row.fide_title, row.birth_year) == ("ITA", "m", "WFM", 1990)
    assert (row.fide_rating, row.fide_k, row.fide_rapid) == (1800, 20, None)


def test_a_list_replaces_the_one_before(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(1, "Rossi, Mario"), line(2, "Verdi, Ugo"))
    again = loaded(tmp_path, line(3, "Neri, Eva"))
    assert [row.name for row in FidePlayer.objects.all()] == ["Neri Eva"]
    assert (again.players, LoadedList.objects.count()) == (1, 1)


def test_only_the_federations_asked_for_are_loaded(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(1, "Rossi, Mario"), line(2, "Kurz, Hans", "GER"), federations=("ITA",))
    assert [row.federation for row in FidePlayer.objects.all()] == ["ITA"]


def test_a_loading_that_ends_early_keeps_the_list_of_before(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(1, "Rossi, Mario"))
    path = zipped(tmp_path, *(line(number, f"Verdi, Ugo {number}") for number in range(1, 6_001)))

    def ends(_progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(path, "fide", month="2026-12", tell=ends)
    assert [row.name for row in FidePlayer.objects.all()] == ["Rossi Mario"]
    assert LoadedList.objects.get().month == "2026-11"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("rossi", ["Rossi Ada", "Rossi Mario", "Rossini Eva"]),
        ("Rossi M", ["Rossi Mario"]),
        ("ROSSÌ mà", ["Rossi Mario"]),
        ("Mario Rossi", ["Rossi Mario"]),
        ("mario rossini", []),
        ("801", ["Rossi Mario"]),
        ("8", []),
        ("r", []),
        ("", []),
        ("99999999999999999999", []),
    ],
)
def test_the_search_folds_names_and_knows_numbers(
    text: str, names: list[str], club: Club, tmp_path: Path
) -> None:
    people = ((801, "Rossi, Mario"), (802, "Rossi, Ada"), (803, "Rossini, Eva"), (804, "Verdi, Mario"))
    loaded(tmp_path, *(line(number, name) for number, name in people))
    assert [row.name for row in found_in(LoadedList.objects.get(list="fide"), text)] == names


@given(st.text(alphabet="abzABZ09 ,.-’éñ", max_size=30))
def test_names_in_plain_letters_have_the_sort_key_of_all_names(name: str) -> None:
    assert _folded(name) == sort_key(name)


def test_a_national_list_is_a_csv_whose_columns_are_matched_as_those_of_a_roster(
    club: Club, tmp_path: Path
) -> None:
    path = tmp_path / "fsi.csv"
    path.write_bytes(
        "NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF;K FSI rapid\n"
        "Niccolò, Ada;ITA;1990-05-31;f;2N;801234;1800;77123;1850;20;30\n"
        "Senza numeri;ITA;;;;;;77124;;;\n".encode("latin-1")
    )
    load(path, "fsi")
    row = found_in(LoadedList.objects.get(list="fsi"), "niccolo")[0]
    assert (row.fsi_id, row.fsi_rating, row.sex, str(row.birth_date)) == ("77123", 1850, "w", "1990-05-31")
    assert (row.fide_k, row.fsi_rapid_k) == (20, 30)
    assert found_in(LoadedList.objects.get(list="fsi"), "77124")[0].fsi_rating is None
    assert NationalPlayer.objects.count() == 2


def test_a_title_of_a_national_list_is_fides_or_its_own_category(tmp_path: Path) -> None:
    path = tmp_path / "fsi.csv"
    path.write_text(
        "NAME;TITLE;IDNAT;ELONAT\nRossi Mario;1N;1;1900\nVerdi Ugo;fm;2;2200\n"
        "Neri Eva;CM;3;2000\nGallo Ivo;;4;\n"
    )
    load(path, "fsi")
    found = NationalPlayer.objects.order_by("fsi_id").values_list("fide_title", "category")
    assert list(found) == [("", "1N"), ("FM", ""), ("", "CM"), ("", "")]


def test_a_cell_of_a_national_list_that_cannot_be_read_leaves_the_player_in_it(tmp_path: Path) -> None:
    path = tmp_path / "fsi.csv"
    path.write_text("NAME;BIRTHDAY;IDNAT;ELONAT\nRossi Mario;0;1;1900\nVerdi Ugo;1990;2;2200,5\n")
    load(path, "fsi")
    found = NationalPlayer.objects.order_by("fsi_id").values_list("birth_year", "fsi_rating")
    assert list(found) == [(None, 1900), (1990, None)]


@pytest.mark.parametrize(
    ("content", "why"), [(b"a,b\n1,2\n", "ID Number"), (b"", "ID Number"), (b"\x00\xff", "ID Number")]
)
def test_what_is_no_list_is_refused(content: bytes, why: str, club: Club, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(ListUnreadable, match=why):
        load(path, "fide")


@pytest.mark.parametrize("end", [b"\xff", b"\xe8", b"\xf0\x9f"])
def test_a_national_list_may_end_in_what_is_not_utf_8(end: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fsi.csv"
    path.write_bytes(b"NAME;IDNAT\nVerdi Ugo" + end)
    assert load(path, "fsi").players == 1


def test_a_small_zip_of_endless_lines_is_no_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_files, "MOST_LINES", 3)
    with pytest.raises(ListUnreadable, match="più di 3 righe"):
        load(zipped(tmp_path, "\n" * 4), "fide")


ONE_RATE = (
    "ID Number      Name                            Fed Sex Tit  WTit OTit  FOA NOV26 Gms K   B-day\n"
    "801234         Rossi, Mario                    ITA M                       1800  0   20  1990\n"
)


def packed(folder: Path, name: str, text: str) -> Path:
    with zipfile.ZipFile(folder / "list.zip", "w") as archive:
        archive.writestr(name, text)
    return folder / "list.zip"


@pytest.mark.parametrize("rate", ["standard", "rapid", "blitz"])
def test_a_list_of_one_rate_fills_the_columns_of_the_rate_in_its_name(
    rate: str, club: Club, tmp_path: Path
) -> None:
    load(packed(tmp_path, f"{rate}_rating_list.txt", ONE_RATE), "fide")
    row = FidePlayer.objects.get()
    ratings = {"standard": row.fide_rating, "rapid": row.fide_rapid, "blitz": row.fide_blitz}
    assert ratings == {"standard": None, "rapid": None, "blitz": None} | {rate: 1800}
    assert row.fide_k == (20 if rate == "standard" else None)
    assert (row.name, row.federation, row.sex, row.birth_year) == ("Rossi Mario", "ITA", "m", 1990)


def test_a_list_of_one_rate_that_nothing_tells_is_refused_and_never_loaded_emptily(
    club: Club, tmp_path: Path
) -> None:
    with pytest.raises(ListUnreadable, match=r"una sola cadenza.*combined"):
        load(packed(tmp_path, "players.txt", ONE_RATE), "fide")
    assert not LoadedList.objects.exists()


@pytest.mark.parametrize("name", ["players_list_xml_foa.xml", "players.txt"])
def test_a_list_in_xml_is_refused_with_the_form_to_take(name: str, club: Club, tmp_path: Path) -> None:
    with pytest.raises(ListUnreadable, match="formato TXT"):
        load(packed(tmp_path, name, "<playerslist><player>"), "fide")


def test_a_zip_that_is_not_packed_as_the_federations_pack_it_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "list.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("players.txt", "ID Number")
    with pytest.raises(ListUnreadable, match="zip"):
        load(tmp_path / "list.zip", "fide")


def test_a_zip_whose_directory_lies_before_its_beginning_is_refused(club: Club, tmp_path: Path) -> None:
    path = zipped(tmp_path, line(1, "Rossi, Mario"))
    content = bytearray(path.read_bytes())
    content[-6:-2] = (len(content) * 2).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(ListUnreadable, match="rovinato"):
        load(path, "fide")


def test_the_elo_of_a_national_list_is_national(tmp_path: Path) -> None:
    path = tmp_path / "fsi.csv"
    path.write_text("Cognome;Nome;Tessera;Elo\nRossi;Mario;1;1900\n")
    load(path, "fsi")
    row = NationalPlayer.objects.get()
    assert (row.fsi_rating, row.fide_rating) == (1900, None)


def test_numbers_too_large_to_be_any_are_left_out(club: Club, tmp_path: Path) -> None:
    people = [line(99_999_999_999, "Troppo, Id"), line(801, "Rossi, Mario", rating=99_999)]
    assert loaded(tmp_path, *people).players == 1
    row = FidePlayer.objects.get()
    assert (row.name, row.fide_rating, row.fide_k) == ("Rossi Mario", None, 20)


@pytest.mark.parametrize("place", [60, -60], ids=["a player", "the directory"])
def test_a_damaged_zip_is_refused_in_a_sentence(
    place: int, club: Club, owner: Client, tmp_path: Path
) -> None:
    """By the job, under its limit of memory: the directory of a zip may take gigabytes."""
    content = bytearray(zipped(tmp_path, line(1, "Rossi, Mario")).read_bytes())
    content[place : place + 20] = bytes(20)
    assert upload(owner, club, bytes(content)).status_code == 302
    do_jobs()
    shown = owner.get(reverse("exchange:lists", args=[club.slug]))
    assert "Lo zip è rovinato: scaricalo di nuovo." in html.unescape(shown.content.decode())


def test_a_quote_that_does_not_end_is_refused_with_its_line(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "fsi.csv"
    path.write_text('NAME;IDNAT\nRossi Mario;1\n"Verdi Ugo;2\n' + "Neri Eva;3\n" * 20_000)
    with pytest.raises(ListUnreadable, match="riga 3"):
        load(path, "fsi")


def test_two_encodings_in_one_file_are_refused_in_a_sentence(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "fsi.csv"
    path.write_bytes(b"NAME;IDNAT\n" + "Verdì Ugo;2\n".encode() * 10_000 + "Nerì Eva;3\n".encode("latin-1"))
    with pytest.raises(ListUnreadable, match="UTF-8"):
        load(path, "fsi")


def upload(owner: Client, club: Club, content: bytes, **fields: Any) -> Any:
    file = SimpleUploadedFile("list.zip", content)
    data = {"list": "fide", "whose": "all", "month": "2026-11", "file": file, **fields}
    return owner.post(reverse("exchange:lists", args=[club.slug]), data)


def test_the_page_loads_a_list_and_says_how_it_ended(club: Club, owner: Client, tmp_path: Path) -> None:
    content = zipped(tmp_path, line(1, "Rossi, Mario"), line(2, "Kurz, Hans", "GER")).read_bytes()
    assert upload(owner, club, content, federations="ita sui").status_code == 302
    do_jobs()
    text = html.unescape(owner.get(reverse("exchange:lists", args=[club.slug])).content.decode())
    assert "Del mese 2026-11: 1 giocatori." in text
    assert "Lista caricata." in text
    assert not files().exists(Job.objects.get().upload)


def test_a_file_that_is_no_list_is_refused_on_the_page(club: Club, owner: Client) -> None:
    upload(owner, club, b"nome;elo\n")
    do_jobs()
    text = html.unescape(owner.get(reverse("exchange:lists", args=[club.slug])).content.decode())
    assert "manca la colonna «ID Number»" in text
    assert not LoadedList.objects.exists()


def test_while_a_list_is_loaded_the_page_shows_it_and_no_other_begins(
    club: Club, owner: Client, tmp_path: Path
) -> None:
    content = zipped(tmp_path, line(1, "Rossi, Mario")).read_bytes()
    assert upload(owner, club, content).status_code == 302
    page = owner.get(reverse("exchange:lists", args=[club.slug])).content.decode()
    assert "Annulla il caricamento" in page
    assert upload(owner, club, content).status_code == 422
    owner.post(reverse("exchange:cancel", args=[club.slug, "fide"]), {"whose": "all"})
    do_jobs()
    page = html.unescape(owner.get(reverse("exchange:lists", args=[club.slug])).content.decode())
    assert "la lista di prima resta" in page and not LoadedList.objects.exists()
    assert not files().exists(Job.objects.get().upload)


def test_a_player_of_the_list_enters_the_roster_and_the_event(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(801, "Rossi, Mario", rating=1800))
    event, arbiter = make_event(club, system="dutch", rating_lists=["fide"]), signed_in(club, Role.ARBITER)
    found = arbiter.get(reverse("exchange:search", args=[club.slug]), {"q": "rossi", "event": event.slug})
    page = found.content.decode()
    assert "Iscrivi" in page
    assert "Giocatori" in page and "Stampe" in page  # as on the event’s own pages
    row = FidePlayer.objects.get()
    arbiter.post(reverse("exchange:add", args=[club.slug, "fide"]), {"player": row.pk, "event": event.slug})
    player = Player.objects.get()
    assert (player.fide_id, player.surname, player.fide_rating, player.fide_month) == (
        *(801, "Rossi", 1800),
        "2026-11",
    )
    assert event.entries.get().rating == 1800


def test_who_cannot_enter_is_not_put_on_the_roster_either(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(801, "Rossi, Mario"))
    data = {"player": FidePlayer.objects.get().pk, "event": make_drawn_event(0, club).slug}
    address = reverse("exchange:add", args=[club.slug, "fide"])
    answer = signed_in(club, Role.ARBITER).post(address, data, follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert not Player.objects.exists()


def test_who_is_on_the_roster_by_number_is_not_added_again(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(801, "Rossi, Mario", rating=1800))
    known = make_player(club, "Rossi Mario Rocco", fide_id=801)
    address = reverse("exchange:add", args=[club.slug, "fide"])
    signed_in(club, Role.ARBITER).post(address, {"player": FidePlayer.objects.get().pk})
    known.refresh_from_db()
    assert (Player.objects.count(), known.name, known.fide_rating) == (1, "Rossi Mario Rocco", 1800)


def test_ratings_change_only_where_they_are_ticked(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(801, "Rossi, Mario", rating=1800), line(802, "Verdi, Ugo", rating=1700))
    one = make_player(club, "Rossi Mario", fide_id=801, fide_rating=1750, fide_title="WFM", fide_k=20)
    other = make_player(club, "Verdi Ugo", fide_id=802, fide_rating=1650)
    make_player(make_club(), fide_id=801, fide_rating=1)
    arbiter, address = signed_in(club, Role.ARBITER), reverse("exchange:update", args=[club.slug, "fide"])
    page = html.unescape(arbiter.get(address).content.decode())
    assert "1750 → 1800" in page
    keys = {found.player.pk: found.key for found in differences_of(club, "fide")}
    arbiter.post(address, {"take": keys[one.pk]})
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.fide_rating, one.fide_month, other.fide_rating) == (1800, "2026-11", 1650)
    assert [found.player for found in differences_of(club, "fide")] == [other]


def test_what_a_list_does_not_say_is_no_difference(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "fsi.csv"
    path.write_text("NAME;IDNAT;ELONAT\nRossi Mario;77;1900\nVerdi Ugo;78;1700\n")
    load(path, "fsi")
    facts: dict[str, Any] = {"fsi_rapid": 1800, "fsi_k": 20, "category": "1N"}
    make_player(club, "Rossi Mario", fsi_id="77", fsi_rating=1900, fsi_month="2026-11", **facts)
    other = make_player(club, "Verdi Ugo", fsi_id="78", fsi_rating=1650, **facts)
    found = list(differences_of(club, "fsi"))
    assert [(each.player, [change.field for change in each.changes]) for each in found] == [
        (other, ["fsi_rating", "fsi_month"])
    ]


def test_the_month_follows_the_list_where_its_values_are_the_same(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(801, "Rossi, Mario", rating=1800))
    make_player(club, "Rossi Mario", fide_id=801, fide_rating=1800)
    [same] = differences_of(club, "fide")
    values = {change.field: change.after for change in same.changes}
    player = same.player
    for name, value in (values | {"fide_month": "2026-10"}).items():
        setattr(player, name, value)
    player.save()
    arbiter, address = signed_in(club, Role.ARBITER), reverse("exchange:update", args=[club.slug, "fide"])
    assert "2026-10 → 2026-11" in html.unescape(arbiter.get(address).content.decode())
    [stale] = differences_of(club, "fide")
    arbiter.post(address, {"take": stale.key})
    player.refresh_from_db()
    assert (player.fide_rating, player.fide_month) == (1800, "2026-11")
    assert list(differences_of(club, "fide")) == []


def test_a_difference_that_is_another_by_now_is_left_alone(club: Club, tmp_path: Path) -> None:
    loaded(tmp_path, line(801, "Rossi, Mario", rating=1800))
    player = make_player(club, "Rossi Mario", fide_id=801, fide_rating=1750)
    key = next(iter(differences_of(club, "fide"))).key
    loaded(tmp_path, line(801, "Rossi, Mario", rating=1900))
    address = reverse("exchange:update", args=[club.slug, "fide"])
    signed_in(club, Role.ARBITER).post(address, {"take": key})
    player.refresh_from_db()
    assert player.fide_rating == 1750


# Every club's, and a club's own


def lists_page(club: Club) -> str:
    return reverse("exchange:lists", args=[club.slug])


@pytest.mark.parametrize("demo", [False, True])
def test_what_all_clubs_share_no_owner_replaces_or_cancels(demo: bool, club: Club, tmp_path: Path) -> None:
    """Not those of the demo either. The file becomes the list of their club alone."""
    loaded(tmp_path, line(1, "Rossi, Mario"))
    content = zipped(tmp_path, line(2, "Verdi, Ugo")).read_bytes()
    other = make_club(demo=demo)
    owner, real = signed_in(other, Role.OWNER), signed_in(make_club(), Role.OWNER)
    assert 'name="whose"' not in owner.get(lists_page(other)).text
    assert upload(owner, other, content).status_code == 302
    do_jobs()
    assert [row.name for row in FidePlayer.objects.all()] == ["Rossi Mario"]
    administrator = signed_in(club, Role.OWNER)
    User.objects.filter(memberships__club=club).update(is_superuser=True)
    assert upload(administrator, club, content).status_code == 302
    for cancels in (owner, real):
        cancels.post(reverse("exchange:cancel", args=[other.slug, "fide"]), {"whose": "all"})
        cancels.post(reverse("exchange:cancel", args=[other.slug, "fide"]))
    do_jobs()
    assert [row.name for row in FidePlayer.objects.all()] == ["Verdi Ugo"]


def test_a_club_reads_its_own_list_and_no_other_does(club: Club, owner: Client, tmp_path: Path) -> None:
    other, arbiter = make_club(), signed_in(club, Role.ARBITER)
    loaded(tmp_path, line(801, "Rossi, Mario", rating=1800))
    content = zipped(tmp_path, line(801, "Rossi, Mario", rating=1900), line(802, "Rosa, Eva")).read_bytes()
    assert upload(owner, club, content, whose="own").status_code == 302
    do_jobs()
    assert [len(found_in(loaded_lists(one)["fide"], "ros")) for one in (club, other)] == [2, 1]
    assert "Rosa Eva" in arbiter.get(reverse("exchange:search", args=[club.slug]), {"q": "rosa"}).text
    rosa = ClubListedPlayer.objects.get(fide_id=802)
    stranger = signed_in(other, Role.ARBITER)
    stranger.post(reverse("exchange:add", args=[other.slug, "fide"]), {"player": rosa.pk})
    assert not other.players.exists()
    for one, listed in ((club, 1900), (other, 1800)):
        make_player(one, "Rossi Mario", fide_id=801, fide_rating=1700)
        [found] = differences_of(one, "fide")
        assert listed in [change.after for change in found.changes]
    assert owner.post(reverse("exchange:remove", args=[club.slug, "fide"])).status_code == 302
    assert not ClubListedPlayer.objects.exists()
    assert loaded_lists(club) == loaded_lists(other)


def test_a_clubs_own_list_has_an_end(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_OF_A_CLUB", 1)
    path = zipped(tmp_path, line(1, "Rossi, Mario"), line(2, "Verdi, Ugo"))
    with pytest.raises(ListUnreadable, match="più di 1 giocatori"):
        load(path, "fide", club=club.pk)
    assert not LoadedList.objects.exists()
