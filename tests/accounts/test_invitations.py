"""One-time links by which members come in."""

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts import invitation_actions as actions
from clubtornei.accounts.actions import change_role, delete_account, remove_member
from clubtornei.accounts.club_actions import hand_over
from clubtornei.accounts.models import Club, Invitation, Role
from tests.at_once import at_once
from tests.factories import make_club, make_member, make_user

pytestmark = pytest.mark.django_db
ACCOUNT = {"username": "eva", "password1": "re-nero-43", "password2": "re-nero-43"}


@pytest.fixture
def club(client: Client) -> Club:
    """The club of the owner who is signed in."""
    owner = make_user("ada")
    client.force_login(owner)
    return make_club("Centurini", owner=owner)


def make_invitation(club: Club, **fields: object) -> Invitation:
    return Invitation.objects.create(club=club, **{"whom": "Eva", "role": Role.HELPER, **fields})


def link_of(invitation: Invitation) -> str:
    return reverse("accounts:join", args=[invitation.link_key])


def invite(client: Client, club: Club, **fields: str) -> str:
    """The page that the new invitation leads to."""
    data = {"whom": "Eva di Roma", "role": Role.ARBITER, **fields}
    return client.post(reverse("accounts:invite", args=[club.slug]), data, follow=True).text


def test_an_owner_gets_a_link_and_its_qr_code_and_no_mail_is_sent(client: Client, club: Club) -> None:
    page = invite(client, club, email="eva@example.org")
    assert f"http://testserver{link_of(Invitation.objects.get())}" in page
    assert 'src="data:image/png;base64' in page
    assert not mail.outbox


def test_the_link_opens_elsewhere(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubtornei.web.local_hosts.own_addresses", lambda: ["192.168.7.5"])
    found = make_invitation(club)
    address = reverse("accounts:invitation", args=[club.slug, found.pk])
    assert (
        f"http://192.168.7.5:8000{link_of(found)}"
        in client.get(address, headers={"host": "localhost:8000"}).text
    )


def test_who_is_invited_chooses_name_and_password_and_is_in(client: Client, club: Club) -> None:
    found, guest = make_invitation(club, email="eva@example.org"), Client()
    page = guest.get(link_of(found)).text
    assert "Invito da Centurini" in page
    assert "Aiutante" in page
    answer = guest.post(link_of(found), ACCOUNT)
    assert answer.url == reverse("rounds:club", args=[club.slug])
    assert guest.get(answer.url).status_code == 200
    eva = User.objects.get(username="eva")
    assert (eva.email, eva.check_password("re-nero-43")) == ("eva@example.org", True)
    assert club.memberships.get(user=eva).role == Role.HELPER


def test_who_has_an_account_joins_with_it(club: Club) -> None:
    found, guest, bruno = make_invitation(club), Client(), make_user("bruno")
    guest.force_login(bruno)
    assert "bruno" in guest.get(link_of(found)).text
    guest.post(link_of(found))
    assert club.memberships.get(user=bruno).role == Role.HELPER
    assert User.objects.count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": "ADA"},
        {"username": "eva rossi"},
        {"password1": "1234", "password2": "1234"},
        {"password2": ""},
    ],
)
def test_a_faulty_account_uses_nothing_up(club: Club, wrong: dict[str, str]) -> None:
    found, guest = make_invitation(club), Client()
    assert guest.post(link_of(found), ACCOUNT | wrong).status_code == 422
    assert User.objects.count() == 1
    assert guest.post(link_of(found), ACCOUNT).status_code == 302


def test_a_link_is_good_for_one(club: Club) -> None:
    link = link_of(make_invitation(club))
    assert Client().post(link, ACCOUNT).status_code == 302
    late = Client().post(link, ACCOUNT | {"username": "ugo"})
    assert late.status_code == 410
    assert "già stato usato" in late.text
    assert not User.objects.filter(username="ugo").exists()


def test_a_link_expires(club: Club) -> None:
    found = make_invitation(club, expires_at=now() - timedelta(seconds=1))
    assert Client().get(link_of(found)).status_code == 410
    assert Client().post(link_of(found), ACCOUNT).status_code == 410
    assert not User.objects.filter(username="eva").exists()


def test_who_signs_in_first_comes_back_to_it_and_its_key_is_in_no_other_address(club: Club) -> None:
    found, guest = make_invitation(club), Client()
    make_user("bruno", "parola segreta")
    page = guest.get(link_of(found)).text
    sign_in = page.partition(f"{reverse('login')}?next=")[2].partition('"')[0]
    assert sign_in == "/invite/"
    account = {"username": "bruno", "password": "parola segreta", "next": sign_in}
    answer = guest.post(reverse("login"), account, follow=True)
    assert answer.redirect_chain[-1][0] == link_of(found)
    assert "bruno" in answer.text


def test_invitations_are_listed_and_withdrawn(client: Client, club: Club) -> None:
    invite(client, club)
    make_invitation(club, whom="Scaduto", expires_at=now())
    members = reverse("accounts:members", args=[club.slug])
    page = client.get(members).text
    assert "Eva di Roma" in page
    assert "Scaduto" not in page
    found = Invitation.objects.get(whom="Eva di Roma")
    answer = client.post(reverse("accounts:invitation_withdraw", args=[club.slug, found.pk]), follow=True)
    assert "Invito ritirato" in answer.text
    assert Client().post(link_of(found), ACCOUNT).status_code == 410
    assert not User.objects.filter(username="eva").exists()


@pytest.mark.parametrize("how", ["removed", "another role", "handed over", "deleted"])
def test_who_is_owner_no_more_has_no_invitation_left_to_come_back_by(club: Club, how: str) -> None:
    gone = make_member(club, make_user("ugo"), Role.OWNER)
    make_invitation(club, invited_by=gone.user, role=Role.OWNER)
    kept = make_invitation(club, invited_by=club.memberships.exclude(pk=gone.pk).get().user)
    if how == "removed":
        remove_member(gone, gone.user)
    elif how == "another role":
        change_role(gone, Role.ARBITER, gone.user)
    elif how == "handed over":
        hand_over(club, gone.user, make_member(club), Role.HELPER)
    else:
        delete_account(gone.user)
    assert Invitation.objects.get() == kept


def test_a_member_is_told_that_he_is_one_and_the_link_stays(club: Club) -> None:
    found, guest, bruno = make_invitation(club, role=Role.OWNER), Client(), make_user("bruno")
    make_member(club, bruno, Role.HELPER)
    guest.force_login(bruno)
    answer = guest.post(link_of(found))
    assert answer.status_code == 422
    assert "Fai già parte di Centurini" in answer.text
    assert club.memberships.get(user=bruno).role == Role.HELPER
    assert Invitation.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_follow_a_link_at_once_one_comes_in() -> None:
    club = make_club()
    key = make_invitation(club).link_key
    coming = [partial(actions.accept_as_new, User(username=name), key) for name in ("eva", "ugo")]
    answers = at_once(*coming, refusal=actions.InvitationRefused)
    assert [isinstance(answer, actions.InvitationRefused) for answer in answers].count(True) == 1
    assert User.objects.count() == club.memberships.count() == 1


# Mail


@pytest.fixture
def mailing(settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org/?from=torneo@example.org"


def test_the_link_goes_by_mail_too(mailing: None, client: Client, club: Club) -> None:
    page = invite(client, club, email="eva@example.org")
    assert "Invito spedito a eva@example.org." in page
    [sent] = mail.outbox
    assert sent.to == ["eva@example.org"]


def test_without_an_address_nothing_is_sent(mailing: None, client: Client, club: Club) -> None:
    invite(client, club)
    assert not mail.outbox


def test_the_link_is_there_without_mail(mailing: None, client: Client, club: Club, settings) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.test_invitations.Broken"
    page = invite(client, club, email="eva@example.org")
    assert "L’email non è partita" in page
    assert link_of(Invitation.objects.get()) in page


class Broken:
    """A mail server that does not answer."""

    def __init__(self, **_settings: object) -> None:
        pass

    def send_messages(self, _messages: object) -> int:
        raise TimeoutError("no answer")
