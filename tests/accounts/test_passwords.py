"""A new password for who has forgotten his."""

from datetime import timedelta
from socket import gethostname

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Membership
from clubtornei.accounts.password_views import TOKENS, link_for
from tests.factories import make_club, make_member, make_user

pytestmark = pytest.mark.django_db
NEW = {"new_password1": "alfiere-51-nero", "new_password2": "alfiere-51-nero"}


@pytest.fixture
def eva(client: Client) -> Membership:
    """An arbiter of the club whose owner is signed in."""
    owner = make_user("ada")
    client.force_login(owner)
    return make_member(make_club(owner=owner), make_user("eva", "dimenticata-9", email="eva@example.org"))


def link_made(client: Client, member: Membership) -> str:
    """The link on the page that the owner gets."""
    address = reverse("accounts:member_password", args=[member.club.slug, member.pk])
    assert "/password/set/" not in client.get(address).text, "looking makes none"
    page = client.post(address).text
    assert 'src="data:image/png;base64' in page
    return page.partition('<code class="seed" tabindex="0">http://testserver')[2].partition("<")[0]


def signs_in(client: Client, name: str, password: str) -> bool:
    return client.post(reverse("login"), {"username": name, "password": password}).status_code == 302


def test_an_owner_makes_a_link_with_which_a_member_sets_his_password(client: Client, eva: Membership) -> None:
    guest = Client()
    form = guest.get(link_made(client, eva), follow=True)
    assert "Nome utente: eva" in form.text
    where = form.redirect_chain[-1][0]
    assert guest.post(where, NEW | {"new_password2": "altra"}).context["form"].errors
    answer = guest.post(where, NEW, follow=True)
    assert "Password cambiata: accedi." in answer.text
    assert not answer.context["user"].is_authenticated, "he signs in himself"
    assert signs_in(Client(), "eva", NEW["new_password1"])
    assert not signs_in(Client(), "eva", "dimenticata-9")


def test_the_link_is_good_once(client: Client, eva: Membership) -> None:
    link, guest = link_made(client, eva), Client()
    guest.post(guest.get(link).url, NEW)
    assert "Questo link non vale più" in Client().get(link, follow=True).text


def test_the_link_is_good_for_a_day(eva: Membership, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOKENS, "_now", lambda: (now() - timedelta(hours=25)).replace(tzinfo=None))
    link = link_for(eva.user)
    monkeypatch.undo()
    assert "Questo link non vale più" in Client().get(link, follow=True).text


def test_no_owner_makes_one_for_somebody_who_is_in_another_club_too(client: Client, eva: Membership) -> None:
    make_member(make_club(), eva.user)
    address = reverse("accounts:member_password", args=[eva.club.slug, eva.pk])
    page = client.post(address, follow=True).text
    assert "anche di un altro circolo" in page
    assert "/password/set/" not in page


def test_a_link_ends_when_he_joins_another_club(client: Client, eva: Membership) -> None:
    link = link_made(client, eva)
    make_member(make_club(), eva.user)
    assert "Questo link non vale più" in Client().get(link, follow=True).text


def test_nor_for_who_sees_all_clubs(client: Client, eva: Membership) -> None:
    User.objects.filter(pk=eva.user_id).update(is_superuser=True)
    path = reverse("accounts:member_password", args=[eva.club.slug, eva.pk])
    answer = client.post(path, follow=True)
    assert "Gestisce tutto il sito" in answer.text
    assert "/password/set/" not in answer.text


# Mail


@pytest.fixture
def mailing(settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org/?from=torneo@example.org"


FORGOTTEN = {"email": "eva@example.org"}


def test_without_mail_there_is_no_page_for_it(client: Client, eva: Membership) -> None:
    assert Client().post(reverse("accounts:password_forgotten"), FORGOTTEN).status_code == 404
    assert "email" not in client.get(reverse("accounts:account")).context["form"].fields


def test_the_link_comes_by_mail(mailing: None, eva: Membership) -> None:
    guest = Client()
    answer = guest.post(reverse("accounts:password_forgotten"), FORGOTTEN, follow=True)
    assert "gli arriva fra poco un messaggio" in answer.text
    [sent] = mail.outbox
    assert sent.to == ["eva@example.org"]
    link = sent.body.partition("http://testserver")[2].split()[0]
    guest.post(guest.get(link).url, NEW)
    assert signs_in(Client(), "eva", NEW["new_password1"])


def test_no_mail_leads_to_another_machine_of_the_network(mailing: None, eva: Membership) -> None:
    answer = Client(headers={"host": "192.168.77.66"}).post(reverse("accounts:password_forgotten"), FORGOTTEN)
    assert answer.status_code == 400
    assert not mail.outbox
    own = Client(headers={"host": f"{gethostname().lower()}.local:8000"})
    assert own.post(reverse("accounts:password_forgotten"), FORGOTTEN).status_code == 302
    assert ".local:8000/password/set/" in mail.outbox[0].body


def test_who_is_not_known_is_answered_the_same_and_gets_nothing(mailing: None) -> None:
    answer = Client().post(reverse("accounts:password_forgotten"), {"email": "ugo@example.org"}, follow=True)
    assert "gli arriva fra poco un messaggio" in answer.text
    assert not mail.outbox


def test_nobody_fills_a_mailbox(mailing: None, eva: Membership) -> None:
    for _again in range(3):
        Client().post(reverse("accounts:password_forgotten"), FORGOTTEN)
    assert len(mail.outbox) == 1


def test_one_gives_the_address_on_the_account_page_with_the_password(mailing: None) -> None:
    """A link for a new password goes there: nobody else at an open laptop may say where."""
    ada, client = make_user("ada", "dimenticata-9"), Client()
    client.force_login(ada)
    names = {"first_name": "Ada", "last_name": ""}
    for given in ("", "indovinata"):
        data = names | {"email": "ugo@example.org", "current_password": given}
        assert client.post(reverse("accounts:account"), data).status_code == 422
    data = names | {"email": "ada@example.org", "current_password": "dimenticata-9"}
    assert client.post(reverse("accounts:account"), data).status_code == 302
    assert client.post(reverse("accounts:account"), data | {"current_password": ""}).status_code == 302
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
