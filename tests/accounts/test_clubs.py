"""Several clubs: one user in many, another made, renamed, closed, handed over, deleted."""

import html

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.club_actions import hand_over
from clubtornei.accounts.club_history import history_models, history_of
from clubtornei.accounts.models import Club, ClubLogo, Invitation, Membership, Role
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import discard
from clubtornei.rounds.results.actions import undo_result
from clubtornei.rounds.results.proposal_actions import propose_result
from clubtornei.rounds.results.table_links import address_of
from tests.factories import (
    logo_file,
    make_all_results,
    make_club,
    make_drawn_event,
    make_event,
    make_member,
    make_result,
    make_round,
    make_user,
    signed_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client: Client) -> User:
    """Of the club `club`, and signed in."""
    user = make_user("ada")
    client.force_login(user)
    return user


@pytest.fixture
def club(owner: User) -> Club:
    return make_club("Centurini", owner=owner)


def post(client: Client, page: str, club: Club, **data: str) -> str:
    return client.post(reverse(f"accounts:{page}", args=[club.slug]), data, follow=True).text


# The switcher


def test_who_is_in_several_clubs_goes_from_one_to_the_other(client: Client, club: Club, owner: User) -> None:
    other = make_member(make_club("Alfieri"), owner, Role.HELPER).club
    make_club("Di altri")
    home = client.get(reverse("rounds:club", args=[club.slug])).text
    assert reverse("accounts:clubs") in home
    page = client.get(reverse("accounts:clubs")).text
    assert page.index("Alfieri") < page.index("Centurini")
    assert reverse("rounds:club", args=[other.slug]) in page
    assert "Di altri" not in page


def test_the_clubs_cost_three_queries(client: Client, owner: User, django_assert_num_queries) -> None:
    """Session, user, memberships with their clubs; a fourth, if no club of many is his on this page."""
    for _number in range(50):
        make_club(owner=owner)
    with django_assert_num_queries(3):
        page = client.get(reverse("accounts:clubs")).context["page"]
    following = client.get(reverse("accounts:clubs"), {"page": page.next_page_number}).context["page"]
    assert len(page) == 48 and not {*page} & {*following}
    Membership.objects.filter(pk__in=[row.pk for row in page]).update(role=Role.HELPER)
    with django_assert_num_queries(4):
        assert client.get(reverse("accounts:clubs")).context["form"]


# Another club


def test_an_owner_makes_another_club(client: Client, club: Club, owner: User) -> None:
    answer = client.post(reverse("accounts:clubs"), {"name": "Centurini!"})
    other = Club.objects.exclude(pk=club.pk).get()
    assert answer.url == reverse("rounds:club", args=[other.slug])
    assert other.memberships.get().user == owner
    assert other.slug != club.slug
    assert client.get(reverse("players:roster", args=[other.slug])).status_code == 200


def test_the_same_page_sent_twice_makes_one_club(client: Client, club: Club) -> None:
    path = reverse("accounts:clubs")
    assert client.post(path, {"name": "Torri Bianche"}).status_code == 302
    again = client.post(path, {"name": "torri bianche"})
    assert (again.status_code, "ce n’è già uno con questo nome" in again.text) == (422, True)
    assert Club.objects.filter(name__iexact="Torri Bianche").count() == 1


@pytest.mark.parametrize("role", [Role.ARBITER, Role.HELPER, None])
def test_who_owns_none_makes_none(client: Client, owner: User, role: Role | None) -> None:
    make_club(demo=True, owner=owner)
    if role:
        make_member(make_club(), owner, role)
    before = Club.objects.count()
    assert 'name="name"' not in client.get(reverse("accounts:clubs")).text
    assert client.post(reverse("accounts:clubs"), {"name": "Nuovo"}).status_code == 422
    assert Club.objects.count() == before


# Its name


def test_a_club_is_renamed_on_its_public_pages_at_once(client: Client, club: Club) -> None:
    event = make_event(club, published=True)
    public = reverse("public:event", args=[event.slug])
    assert "Centurini" in Client().get(public).text
    assert "Il circolo ora si chiama Torri Bianche." in post(client, "club", club, name="Torri Bianche")
    page = Client().get(public).text
    assert "Torri Bianche" in page
    assert "Centurini" not in page
    club.refresh_from_db()
    assert (club.name, client.get(reverse("rounds:club", args=[club.slug])).status_code) == (
        "Torri Bianche",
        200,
    )


# Closed


def test_a_closed_club_is_read_and_not_written(client: Client, club: Club, owner: User) -> None:
    event = make_event(club, published=True)
    Invitation.objects.create(club=club, whom="Eva")
    assert "Il circolo è chiuso" in post(client, "club_close", club)
    assert client.get(reverse("rounds:event", args=[event.slug])).status_code == 200
    assert Client().get(reverse("public:event", args=[event.slug])).status_code == 200
    add = reverse("players:player_add", args=[club.slug])
    refused = client.post(add, {"name": "Rossi Mario"})
    assert refused.status_code == 403
    assert "Il circolo Centurini è chiuso" in refused.text
    assert not club.players.exists()
    assert not Invitation.objects.exists()
    assert "Il circolo è di nuovo aperto." in post(client, "club_reopen", club)
    assert (
        client.post(reverse("players:player_add", args=[club.slug]), {"name": "Rossi Mario"}).status_code
        == 302
    )


def test_nor_does_anybody_propose_a_result_from_its_tables(club: Club, client: Client) -> None:
    event = make_drawn_event(4, club)
    table = make_round(event).tables.select_related("round__stage").get(number=1)
    post(client, "club_close", club)
    path = address_of(table)
    answer = Client().post(path, {"result": "1-0"})
    assert (answer.status_code, "Il circolo è chiuso" in answer.text) == (422, True)
    assert not table.proposals.exists()


# Handed over


@pytest.mark.parametrize("stays", [Role.OWNER, Role.ARBITER, Role.HELPER, "leave"])
def test_a_club_is_handed_over(client: Client, club: Club, owner: User, stays: str) -> None:
    eva = make_member(club, make_user("eva"))
    page = post(client, "club_hand_over", club, to=str(eva.pk), stays=stays)
    assert "eva è ora titolare di Centurini." in page
    roles = {member.user.username: member.role for member in club.memberships.by_role()}
    assert roles == {"eva": Role.OWNER} | ({} if stays == "leave" else {"ada": stays})


def test_it_is_handed_over_to_a_member_only(client: Client, club: Club, owner: User) -> None:
    stranger = make_member(make_club())
    for to in (stranger, club.memberships.get()):
        data = {"to": to.pk, "stays": "leave"}
        assert client.post(reverse("accounts:club_hand_over", args=[club.slug]), data).status_code == 422
    assert Membership.objects.get(club=club).role == Role.OWNER


@pytest.mark.parametrize("role", [Role.ARBITER, None])
def test_who_has_just_lost_it_hands_nothing_over(club: Club, owner: User, role: Role | None) -> None:
    """Another owner was quicker: the page was still that of an owner."""
    eva = make_member(club, make_user("eva"))
    own = Membership.objects.filter(club=club, user=owner)
    if role:
        own.update(role=role)
    else:
        own.delete()
    with pytest.raises(ValidationError, match="Non ne sei più titolare"):
        hand_over(club, owner, eva, Role.ARBITER)
    eva.refresh_from_db()
    assert eva.role == Role.ARBITER


# Deleted


def make_history(club: Club) -> Event:
    """Of every model that has one; also of what is there no longer."""
    event = make_drawn_event(4, club)
    round_ = make_round(event)
    arbiter = make_user()
    make_result(event, round_, 1, "1-0", arbiter)
    undo_result(event, arbiter, round_)
    propose_result(event, round_.tables.get(number=2).pk, "1-0")
    make_all_results(event, round_)
    discard(event, make_round(event, published=False).number)
    gone = make_event(club)
    gone.delete()
    return event


def test_deleting_a_club_takes_its_name_typed_again(client: Client, club: Club) -> None:
    assert "Il nome non è quello del circolo." in post(client, "club_delete", club, name="Centur")
    assert "«Centurini» è stato eliminato." in post(client, "club_delete", club, name="Centurini")
    assert not Club.objects.exists()
    assert User.objects.get().username == "ada"


def test_with_a_club_its_history_goes_and_no_other_does(client: Client, club: Club) -> None:
    other = make_club()
    for one in (club, other):
        make_history(one)
    kept = {rows.model: rows.count() for rows in history_of([other])}
    found = {rows.model: rows.count() for rows in history_of([club])}
    assert found == kept, "both clubs have gone through the same"
    assert set(found) == set(history_models().values())
    assert {rows._meta.label for rows, count in found.items() if not count} <= {"rounds.ProposalEvent"}
    post(client, "club_delete", club, name="Centurini")
    assert [rows.count() for rows in history_of([club])] == [0] * len(found)
    assert {model: model.objects.count() for model in kept} == kept


def test_who_made_the_changes_is_forgotten_with_them(club: Club, client: Client) -> None:
    arbiter = signed_in(club, Role.ARBITER)
    event = make_event(club)
    arbiter.post(reverse("rounds:publish_event", args=[event.slug]), {"published": "1"})
    contexts = history_models()[Event].pgh_context.field.related_model
    assert contexts.objects.exists()
    post(client, "club_delete", club, name="Centurini")
    assert not contexts.objects.exists()


def test_the_owner_names_the_sites_that_may_embed_the_public_pages() -> None:
    """Only where they are: nobody else's page, and nothing behind the address."""
    club = make_club("Torre")
    owner = signed_in(club, Role.OWNER)
    data = {
        "name": "Torre",
        "embedding_sites": "https://Circolo.example.org/pagina?x\nhttp://lega.example.org:8080",
    }
    assert "I dati del circolo sono salvati." in owner.post(f"/c/{club.slug}/club/", data, follow=True).text
    club.refresh_from_db()
    assert club.embedding_sites == ["https://circolo.example.org", "http://lega.example.org:8080"]
    for wrong in ("circolo.example.org", "javascript:alert(1)", "https://x.org;script-src", "https://*"):
        answer = owner.post(f"/c/{club.slug}/club/", {"name": "Torre", "embedding_sites": wrong})
        assert answer.status_code == 422
        assert "non è l’indirizzo di un sito" in html.unescape(answer.text)


def test_the_owner_says_where_and_when_one_plays_and_whom_to_ask(client: Client, club: Club) -> None:
    address = reverse("accounts:club_presentation", args=[club.slug])
    data = {
        "place": "Via  Roma 1",
        "evenings": "Martedì",
        "contacts": "Ada\n333 1",
        "website": "torre.example",
    }
    client.post(address, data)
    club.refresh_from_db()
    assert (club.place, club.evenings, club.website) == ("Via Roma 1", "Martedì", "https://torre.example")
    assert client.post(address, {**data, "website": "javascript:alert(1)"}).status_code == 422
    assert client.post(address, {**data, "website": "ftp://torre.example"}).status_code == 422


# Its look


def test_an_owner_gives_the_club_a_colour_and_a_logo(client: Client, club: Club) -> None:
    address = reverse("accounts:club_look", args=[club.slug])
    logo = SimpleUploadedFile("logo.jpg", logo_file("JPEG"))
    page = client.post(address, {"own_colour": "on", "colour": "#8b1a2b", "logo": logo}, follow=True).text
    assert "L’aspetto è salvato" in html.unescape(page)
    club.refresh_from_db()
    assert (club.colour, len(club.logo)) == ("#8b1a2b", 16)
    assert f'src="/t/logos/{club.logo}/small.webp"' in page
    client.post(address, {"colour": "#8b1a2b"})  # the logo stays: no other one was chosen
    name = club.logo
    club.refresh_from_db()
    assert (club.colour, club.logo) == ("", name)
    client.post(address, {"no_logo": "on"})
    club.refresh_from_db()
    assert club.logo == ""
    assert not ClubLogo.objects.exists()


@pytest.mark.parametrize("colour", ["red", "#12", "#12345g", "#123456;}", "url(//x)"])
def test_a_colour_is_six_digits(client: Client, club: Club, colour: str) -> None:
    address = reverse("accounts:club_look", args=[club.slug])
    assert client.post(address, {"own_colour": "on", "colour": colour}).status_code == 422
    club.refresh_from_db()
    assert club.colour == ""
