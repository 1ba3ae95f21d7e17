import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubtornei.accounts.models import Role
from clubtornei.players.models import Player
from clubtornei.text.spreadsheets import SpreadsheetPage, as_xlsx
from tests.factories import make_club, make_member, make_player, make_user
from tests.markup import compact

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    """The club of the arbiter who is signed in."""
    club, user = make_club("Centurini"), make_user("ada")
    make_member(club, user, Role.ARBITER)
    client.force_login(user)
    return club


# Looking


def test_the_roster_is_in_order_and_counted(client, club):
    for name in ("Rossi Mario", "D’Angelo Nicolò", "Àlvaro Ada"):
        make_player(club, name)
    make_player(make_club(), "Bianchi Ugo")
    page = client.get(reverse("players:roster", args=[club.slug])).content.decode()
    assert page.index("Àlvaro Ada") < page.index("D’Angelo Nicolò") < page.index("Rossi Mario")
    assert "3 giocatori" in page
    assert "Bianchi" not in page


def test_a_search_without_an_answer_offers_to_add_the_name(client, club):
    make_player(club, "Rossi Mario")
    page = client.get(reverse("players:roster", args=[club.slug]), {"q": "Bianchi A"}).content.decode()
    assert "Nessun giocatore per «Bianchi A»" in page
    link = reverse("players:player_add", args=[club.slug]) + "?name=Bianchi%20A"
    assert link in page
    assert 'value="Bianchi A"' in client.get(link).content.decode()


def test_pages_keep_the_search(client, club):
    Player.objects.bulk_create(Player(club=club, name=f"Rossi {n:03}") for n in range(120))
    Player.objects.bulk_create(Player(club=club, name=f"Bianchi {n:03}") for n in range(10))
    roster = reverse("players:roster", args=[club.slug])
    first = client.get(roster, {"q": "rossi"}).context["page"]
    page = client.get(roster, {"q": "rossi", "page": first.next_page_number})
    assert "120 giocatori trovati" in page.text
    assert [player.name for player in page.context["page"]] == [f"Rossi {n:03}" for n in range(50, 100)]
    shown = page.context["page"]
    for number, names in [(shown.previous_page_number, first), (shown.next_page_number, range(100, 120))]:
        assert f"?q=rossi&amp;page={number}" in page.text
        assert len(client.get(roster, {"q": "rossi", "page": number}).context["page"]) == len(names)


def test_a_page_that_is_not_there_is_the_first_one(client, club):
    make_player(club, "Rossi Mario")
    for number in ("0", "-1", "99", "x"):
        page = client.get(reverse("players:roster", args=[club.slug]), {"page": number})
        assert "Rossi Mario" in page.text, number


def test_private_data_stays_out_of_the_list_and_of_caches(client, club):
    make_player(club, "Rossi Mario", birth_year=1951, contact="010 5551234", notes="paga in ritardo")
    answer = client.get(reverse("players:roster", args=[club.slug]))
    for private in ("1951", "5551234", "ritardo"):
        assert private not in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]


# Adding, changing, deleting


def test_a_player_is_added_with_a_tidy_name(client, club):
    url = reverse("players:player_add", args=[club.slug])
    answer = client.post(url, {"name": " Rossi,  Mario ", "fide_rating": "1850", "title": "CM"})
    assert answer.url == reverse("players:roster", args=[club.slug])
    player = club.players.get()
    assert (player.name, player.fide_rating, player.title) == ("Rossi Mario", 1850, "CM")


def test_one_player_after_the_other(client, club):
    url = reverse("players:player_add", args=[club.slug])
    assert client.post(url, {"name": "Rossi Mario", "another": "1"}).url == url


def test_a_faulty_player_is_refused_at_the_field(client, club):
    url = reverse("players:player_add", args=[club.slug])
    for field, value in [
        ("name", ""),
        ("name", "123"),
        ("name", "x" * 201),
        ("fide_rating", "4001"),
        ("fsi_rating", "-1"),
        ("club_rating", "forte"),
        ("fide_id", "0"),
        ("fide_id", "99999999999"),
        ("birth_year", "1899"),
        ("birth_year", "2999"),
        ("title", "x" * 11),
    ]:
        answer = client.post(url, {"name": "Rossi Mario", field: value})
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]
    assert not club.players.exists()


def test_ids_are_unique_in_the_club_only(client, club):
    make_player(club, "Rossi Mario", fide_id=880123)
    make_player(make_club(), "Verdi Ugo", fide_id=990456)
    url = reverse("players:player_add", args=[club.slug])
    refused = client.post(url, {"name": "Bianchi Ada", "fide_id": "880123"})
    assert refused.status_code == 422
    assert "ha già questo codice FIDE" in refused.content.decode()
    assert client.post(url, {"name": "Bianchi Ada", "fide_id": "990456"}).status_code == 302


def test_a_homonym_is_asked_about_and_then_allowed(client, club):
    make_player(club, "D’Angelo Nicolò", birth_year=1951, affiliation="Genova")
    url = reverse("players:player_add", args=[club.slug])
    data = {"name": "Dangelo Nicolo"}
    asked = client.post(url, data)
    assert asked.status_code == 422
    assert "D’Angelo Nicolò</a>, 1951, Genova" in asked.content.decode()
    assert 'name="homonym"' in asked.content.decode()
    assert club.players.count() == 1
    assert client.post(url, {**data, "homonym": "on"}).status_code == 302
    assert club.players.count() == 2


def test_a_player_is_changed_without_being_taken_for_his_own_homonym(client, club):
    player = make_player(club, "Rossi Mario", fide_rating=1500)
    url = reverse("players:player_edit", args=[club.slug, player.pk])
    assert client.get(url).status_code == 200
    assert client.post(url, {"name": "Rossi  Mario", "fide_rating": "1520"}).status_code == 302
    player.refresh_from_db()
    assert player.fide_rating == 1520


def test_a_homonym_on_the_roster_is_not_asked_about_again(client, club):
    make_player(club, "Rossi Mario")
    player = make_player(club, "Rossi Mario")
    url = reverse("players:player_edit", args=[club.slug, player.pk])
    assert client.post(url, {"name": "Rossi Mario", "group": "Rossi"}).status_code == 302


def test_deleting_asks_first(client, club):
    player = make_player(club, "Rossi Mario")
    url = reverse("players:player_delete", args=[club.slug, player.pk])
    assert "Rossi Mario" in client.get(url).content.decode()
    assert club.players.exists()
    assert client.post(url).url == reverse("players:roster", args=[club.slug])
    assert not club.players.exists()


# Importing


def columns(*fields: str, header: bool = False) -> dict[str, str]:
    chosen = {f"column_{place}": field for place, field in enumerate(fields)}
    return {"mapped": "1", **chosen, "header": str(int(header))}


def confirmed(client, club, preview, text, **data):
    """Press the preview's button: what the browser sends."""
    form, plan = preview.context["form"], preview.context["plan"]
    taken = [row.number for row in plan.rows if row.writes]
    sent = {"text": text, **columns(*form.columns, header=int(form["header"].value()))}
    sent = {**sent, "expected": plan.fingerprint, "take": taken, **data}
    return client.post(reverse("players:import_confirm", args=[club.slug]), sent, follow=True)


def test_a_preview_is_shown_again_in_another_language(client, club):
    address, text = reverse("players:import", args=[club.slug]), "Cognome;Nome\r\nRossi;Mario\r\n"
    preview = client.post(address, {"text": text})
    switch = f"{reverse('set_language')}?again=1&next={address}"
    assert f'<button form="preview" formaction="{switch.replace("&", "&amp;")}"' in compact(preview.text)
    again = client.post(switch, {"text": text, "language": "en"}, follow=True)
    assert "<h1>Import preview</h1>" in again.text and "Mario" in again.text


def test_a_paste_is_previewed_and_then_imported(client, club):
    make_player(club, "Bianchi Ada", fide_rating=1600)
    text = "Cognome\tNome\tElo FIDE\r\nRossi\tMario\t1850\r\nBianchi\tAda\t1620\r\nVerdi\tUgo\tforte\r\n"
    preview = client.post(reverse("players:import", args=[club.slug]), {"text": text})
    page = compact(preview.text)
    assert preview.status_code == 200
    assert "<s>1600</s>→<strong>1620</strong>" in page
    assert "«forte»" in page
    assert "1 nuovo" in page
    assert club.players.count() == 1, "nothing is written yet"
    answer = confirmed(client, club, preview, text)
    assert "1 aggiunto, 1 aggiornato, 1 saltato" in answer.content.decode()
    assert list(club.players.by_name().values_list("name", "fide_rating")) == [
        ("Bianchi Ada", 1620),
        ("Rossi Mario", 1850),
    ]


def test_a_preview_can_be_sent_back_as_it_stands_in_the_page(client, club):
    """The hidden fields of the page say all that the confirmation needs, and keep the text unharmed."""
    text = 'Giocatore;Note\n"Rossi ""il Rosso"" Mario";"<b>a & b"\n'
    page = client.post(reverse("players:import", args=[club.slug]), {"text": text})
    assert page.context["text"] == text
    assert "&lt;b&gt;a &amp; b" in page.content.decode()
    answer = confirmed(client, club, page, page.context["text"].replace("\n", "\r\n"))
    assert answer.status_code == 200
    assert club.players.get().notes == "<b>a & b"


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_file_is_previewed_and_then_imported(client, club, kind):
    if kind == "xlsx":
        rows = [("Rossi Mario", 1850), ("Bianchi Ada", None)]
        data = as_xlsx([SpreadsheetPage(title="Soci", columns=("Giocatore", "Elo FSI"), rows=rows)])
    else:
        data = "Giocatore;Elo FSI\r\nRossi Mario;1850\r\nBianchi Ada;\r\n".encode("cp1252")
    file = SimpleUploadedFile(f"elenco.{kind}", data)
    preview = client.post(reverse("players:import", args=[club.slug]), {"text": "", "file": file})
    assert preview.status_code == 200
    confirmed(client, club, preview, preview.context["text"])
    assert list(club.players.by_name().values_list("name", "fsi_rating")) == [
        ("Bianchi Ada", None),
        ("Rossi Mario", 1850),
    ]


def test_the_organiser_says_which_column_is_what(client, club):
    text = "Rossi Mario;1850;Genova\n"
    data = {"text": text, **columns("name", "club_rating", "group")}
    preview = client.post(reverse("players:import", args=[club.slug]), data)
    confirmed(client, club, preview, text)
    player = club.players.get()
    assert (player.club_rating, player.fide_rating, player.group) == (1850, None, "Genova")


def test_a_first_row_taken_for_headings_can_be_taken_back(client, club):
    text = "Nome\nRossi Mario\n"
    preview = client.post(reverse("players:import", args=[club.slug]), {"text": text, **columns("name")})
    assert [row.line.cells[0] for row in preview.context["plan"].rows] == ["Nome", "Rossi Mario"]


@pytest.mark.parametrize(
    ("text", "fields", "reason"),
    [
        ("Rossi;1850\n", ("name", "name"), "due colonne"),
        ("Rossi;1850\n", ("", "fide_rating"), "dove|quale colonna"),
        ("Rossi;Mario\n", ("name", "given_name"), "in due"),
        ("1;2\n", None, "quale colonna"),
        ("Giocatore;Elo\n", None, "nessuna riga"),
    ],
)
def test_columns_that_make_no_sense_are_told_before_any_plan(client, club, text, fields, reason):
    data = {"text": text, **(columns(*fields) if fields else {})}
    for name in ("players:import", "players:import_confirm"):
        answer = client.post(reverse(name, args=[club.slug]), data)
        assert answer.status_code == 422
        assert reason.split("|")[-1] in answer.content.decode()
    assert not club.players.exists()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"text": " \n "},
        {"text": "x" * 2_000_001},
        {"file": SimpleUploadedFile("vuoto.csv", b"")},
        {"file": SimpleUploadedFile("foto.xlsx", b"\x89PNG\0\0")},
    ],
)
def test_a_source_without_rows_comes_back_with_a_reason(client, club, data):
    answer = client.post(reverse("players:import", args=[club.slug]), data)
    assert answer.status_code == 422
    assert len(answer.context["form"].errors) == 1


def test_columns_changed_after_the_preview_are_looked_at_again(client, club):
    text = "Rossi Mario;1850\n"
    preview = client.post(reverse("players:import", args=[club.slug]), {"text": text})
    answer = confirmed(client, club, preview, text, column_1="club_rating")
    assert answer.status_code == 422
    assert "ricontrollala" in answer.content.decode()
    assert not club.players.exists()


@pytest.mark.parametrize("rows", [3, 50])
def test_preview_and_confirmation_cost_the_same_whatever_their_size(
    client, club, rows, django_assert_num_queries
):
    text = "Giocatore;Elo\n" + "".join(f"Rossi {n:04};1500\n" for n in range(rows))
    with django_assert_num_queries(4):
        preview = client.post(reverse("players:import", args=[club.slug]), {"text": text})
    with django_assert_num_queries(13):
        confirmed(client, club, preview, text)
    assert club.players.count() == rows


def test_the_list_tells_namesakes_apart_by_their_year_and_shows_no_other(client, club):
    make_player(club, "Rossi Mario", birth_year=1960)
    make_player(club, "ROSSI MARIO", birth_year=1971)
    make_player(club, "Bianchi Ada", birth_year=1982)
    page = client.get(reverse("players:roster", args=[club.slug])).text
    assert [year in page for year in ("1960", "1971", "1982")] == [True, True, False]


def test_members_are_marked_in_the_list_and_found_by_it(client, club):
    ada, bea = make_player(club, "Alti Ada"), make_player(club, "Bassi Bea")
    stranger = make_player(make_club(), "Alti Ada")
    address, roster = reverse("season:members", args=[club.slug]), reverse("players:roster", args=[club.slug])
    sent = {"shown": f"{ada.pk} {bea.pk} {stranger.pk}", "member": [ada.pk, stranger.pk]}
    assert client.post(f"{address}?who=guests", sent).url == f"{roster}?who=guests"
    assert [list(client.get(roster, {"who": who}).context["page"]) for who in ("members", "guests", "")] == [
        *([ada], [bea]),
        [ada, bea],
    ]
    assert not Player.objects.filter(pk=stranger.pk, member=True).exists()
    client.post(address, {"shown": f"{ada.pk}"})
    assert "la spunta" in client.get(roster, {"who": "members"}).text


def test_the_day_of_birth_gives_the_year_which_alone_is_enough(client, club):
    address = reverse("players:player_add", args=[club.slug])
    client.post(address, {"name": "Alti Ada", "birth_date": "1980-05-01"})
    client.post(address, {"name": "Bassi Bea", "birth_year": "1970"})
    assert list(club.players.by_name().values_list("birth_year", flat=True)) == [1980, 1970]
    page = client.get(address).text
    assert page.index('name="birth_date"') < page.index('name="fide_rating"')
