import re
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.accounts.setup_code import is_setup_code, setup_code
from clubtornei.publishing.actions import make_key
from clubtornei.rounds.models import ResultEntry
from tests.factories import (
    make_club,
    make_drawn_event,
    make_member,
    make_player,
    make_result,
    make_round,
    make_user,
    signed_in,
)

pytestmark = pytest.mark.django_db


def filled_in(**changed: str) -> dict[str, str]:
    """The form of the first run, with the code that the terminal has printed."""
    return {"code": setup_code(), **START, **changed}


START = {"club": "Centurini", "username": "ada", "password1": "re-bianco-42", "password2": "re-bianco-42"}


def test_the_first_run_makes_the_club_and_signs_its_owner_in(client):
    make_club(demo=True)
    assert client.get(reverse("accounts:start")).status_code == 200
    answer = client.post(reverse("accounts:start"), filled_in())
    club = Club.objects.not_demo().get()
    assert (answer.status_code, answer.url) == (302, reverse("rounds:club", args=[club.slug]))
    assert client.get(reverse("players:roster", args=[club.slug])).status_code == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"code": ""},
        {"code": "AAAA-BBBB-CCCC"},
        {"club": " "},
        {"username": "ada rossi"},
        {"password2": "un'altra"},
        {"password1": "1234", "password2": "1234"},
        {"password1": "password", "password2": "password"},
    ],
)
def test_a_faulty_first_run_makes_nothing(client, wrong):
    answer = client.post(reverse("accounts:start"), filled_in(**wrong))
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_the_code_of_the_link_is_filled_in_and_out_of_the_address(client):
    code = setup_code()
    opened = client.get(reverse("accounts:start"), {"code": code}, follow=True)
    assert opened.redirect_chain == [(reverse("accounts:start"), 302)]
    assert f'value="{code}"' in opened.text


def test_the_code_may_be_typed_as_people_type(client):
    code = setup_code().lower().replace("-", " ")
    assert client.post(reverse("accounts:start"), filled_in(code=code)).status_code == 302


def test_zero_and_one_are_the_letters_they_look_like(settings, db):
    codes = []
    for number in range(40):
        settings.SECRET_KEY = f"{'key ' * 20}{number}"
        codes.append(setup_code())
        assert is_setup_code(codes[-1].replace("O", "0").replace("I", "1"))
    assert any("O" in code for code in codes) and any("I" in code for code in codes)


def test_the_code_is_good_once(client, capsys):
    call_command("setup_code")
    code = capsys.readouterr().out.strip()
    assert client.post(reverse("accounts:start"), filled_in(code=code)).status_code == 302
    with pytest.raises(CommandError):
        call_command("setup_code")
    Club.objects.all().delete()
    client.logout()
    assert client.post(reverse("accounts:start"), filled_in(code=code, username="eva")).status_code == 422


def test_guests_of_the_demo_do_not_change_the_code():
    demo, code = make_club(demo=True), setup_code()
    make_member(demo, role=Role.OWNER)
    assert setup_code() == code


def test_the_first_run_is_closed_once_there_is_a_club(client):
    make_club()
    again = client.get(reverse("accounts:start"), follow=True)
    assert again.redirect_chain == [(reverse("login"), 302)]
    assert "Il circolo c’è già: accedi." in again.text
    assert client.post(reverse("accounts:start"), filled_in()).url == reverse("login")
    assert not User.objects.exists()


def test_signing_in_leads_to_the_page_asked_for(client):
    club, user = make_club(), make_user("ada", password="re-bianco-42")
    make_member(club, user)
    wanted = reverse("accounts:account")
    asked = client.get(wanted)
    assert asked.url == f"{reverse('login')}?next={wanted}"
    page = client.get(asked.url)
    assert f'name="next" value="{wanted}"' in page.content.decode()
    answer = client.post(reverse("login"), {"username": "ada", "password": "re-bianco-42", "next": wanted})
    assert answer.url == wanted


def test_signing_in_never_leads_to_another_site(client):
    make_user("ada", password="re-bianco-42")
    data = {"username": "ada", "password": "re-bianco-42", "next": "https://example.org/"}
    assert client.post(reverse("login"), data).url == "/"


def test_a_wrong_password_is_told_in_friendly_words_and_keeps_the_way(client):
    make_user("ada", password="re-bianco-42")
    data = {"username": "ada", "password": "no", "next": "/account/"}
    page = client.post(reverse("login"), data).content.decode()
    assert "Nome utente o password non sono giusti" in page
    assert 'value="ada"' in page
    assert re.findall(r'<input[^>]*name="(\w+)"[^>]*data-focus', page) == ["password"]
    assert 'name="next" value="/account/"' in page


def test_users_change_their_name_and_password(client):
    user = make_user("ada", password="re-bianco-42")
    client.force_login(user)
    client.post(reverse("accounts:account"), {"first_name": "Ada", "last_name": "Rossi", "username": "altra"})
    user.refresh_from_db()
    assert (user.get_full_name(), user.username) == ("Ada Rossi", "ada")
    passwords = {"old_password": "re-bianco-42", "new_password1": "re-nero-43", "new_password2": "re-nero-43"}
    assert client.post(reverse("accounts:password"), passwords).status_code == 302
    user.refresh_from_db()
    assert user.check_password("re-nero-43")
    assert client.get(reverse("accounts:account")).status_code == 200, "the session goes on"


def test_the_password_is_not_changed_without_the_old_one(client):
    user = make_user("ada", password="re-bianco-42")
    client.force_login(user)
    passwords = {"old_password": "no", "new_password1": "re-nero-43", "new_password2": "re-nero-43"}
    assert client.post(reverse("accounts:password"), passwords).status_code == 422
    user.refresh_from_db()
    assert user.check_password("re-bianco-42")


# Going away


def test_who_deletes_his_account_leaves_his_results_without_a_name(client):
    user = make_user("ada", password="re-bianco-42")
    event = make_drawn_event(4, make_member(make_club(), user).club)
    make_result(event, make_round(event), 1, "1-0", user)
    client.force_login(user)
    known = client.get(reverse("rounds:own_data")).json()
    assert known["auth.User"][0]["username"] == "ada"
    assert "password" not in known["auth.User"][0]
    assert len(known["rounds.ResultEntry"]) == len(known["accounts.Membership"]) == 1
    assert client.session.session_key not in str(known)
    assert client.post(reverse("accounts:account_delete"), {"password": "no"}).status_code == 422
    assert client.post(reverse("accounts:account_delete"), {"password": "re-bianco-42"}).status_code == 302
    assert not User.objects.filter(username="ada").exists()
    assert ResultEntry.objects.get().user is None
    assert (
        signed_in(event.club, Role.ARBITER).get(reverse("rounds:history", args=[event.slug])).status_code
        == 200
    )


def test_all_that_is_known_of_a_user_has_his_wrong_passwords_and_what_he_changed(client):
    user, other = make_user("ada", password="re-bianco-42"), make_user("ugo", password="re-nero-43")
    for name in ("ada", "ugo"):
        client.post(reverse("login"), {"username": name, "password": "no"})
    context = apps.get_model("pghistory", "Context").objects
    own = context.create(id=uuid4(), metadata={"user": user.pk, "url": "/c/torre/"})
    context.create(id=uuid4(), metadata={"user": other.pk, "url": "/c/torre/"})
    client.force_login(user)
    known = client.get(reverse("rounds:own_data")).json()
    assert [row["username"] for row in known["axes.AccessAttempt"]] == ["ada"]
    assert [row["id"] for row in known["pghistory.Context"]] == [str(own.pk)]


def test_what_signs_a_laptops_messages_is_in_no_file(client):
    user = make_user()
    club = make_club(owner=user)
    make_key(club, "Portatile", user)
    client.force_login(user)
    known = client.get(reverse("rounds:own_data")).json()
    assert [row["name"] for row in known["publishing.ReceivingKey"]] == ["Portatile"]
    assert club.receiving_keys.get().secret not in str(known)


def test_the_last_owner_does_not_delete_his_account(client):
    user = make_user("ada", password="re-bianco-42")
    make_club(owner=user)
    client.force_login(user)
    answer = client.post(reverse("accounts:account_delete"), {"password": "re-bianco-42"})
    assert (answer.status_code, "almeno un titolare" in answer.text) == (422, True)
    assert User.objects.exists()


# Members


def test_an_owner_changes_and_removes_members(client):
    owner = make_user("ada")
    club = make_club(owner=owner)
    eva = make_member(club, make_user("eva"), Role.HELPER)
    client.force_login(owner)
    client.post(reverse("accounts:member_role", args=[club.slug, eva.pk]), {"role": Role.ARBITER})
    eva.refresh_from_db()
    assert eva.role == Role.ARBITER
    assert "eva" in client.get(reverse("accounts:member_remove", args=[club.slug, eva.pk])).content.decode()
    client.post(reverse("accounts:member_remove", args=[club.slug, eva.pk]))
    assert [member.user for member in club.memberships.all()] == [owner]


def test_an_owner_who_steps_down_lands_where_he_may_be(client):
    owner = make_user("ada")
    club = make_club(owner=owner)
    make_member(club, role=Role.OWNER)
    client.force_login(owner)
    member = club.memberships.get(user=owner)
    answer = client.post(reverse("accounts:member_role", args=[club.slug, member.pk]), {"role": Role.HELPER})
    assert answer.url == reverse("rounds:home")


# The demo


@pytest.mark.parametrize("of_the_demo", [True, False])
def test_an_owner_sends_the_demo_away(client, of_the_demo):
    demo = make_club(demo=True)
    make_player(demo)
    guest, owner = make_user("guest"), make_user("ada")
    make_member(demo, guest, Role.OWNER)
    club = make_club(owner=owner)
    client.force_login(guest if of_the_demo else owner)
    assert client.get(reverse("accounts:demo_leave")).status_code == 200
    assert Club.objects.demo().exists(), "looking changes nothing"
    assert client.post(reverse("accounts:demo_leave")).url == reverse("rounds:home")
    assert list(Club.objects.all()) == [club]
    assert list(User.objects.all()) == [owner]
    assert client.get(reverse("accounts:demo_leave")).status_code in {302, 404}


@pytest.mark.parametrize("administrator", [True, False])
def test_on_a_server_only_its_administrators_send_the_demo_away(
    client: Client, administrator: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LAPTOP", False)
    make_club(demo=True)
    owner = make_user("ada")
    club = make_club(owner=owner)
    User.objects.filter(pk=owner.pk).update(is_superuser=administrator)
    client.force_login(owner)
    leave = reverse("accounts:demo_leave")
    assert (leave in client.get(reverse("rounds:club", args=[club.slug])).text) is administrator
    assert client.post(leave).status_code == (302 if administrator else 404)
    assert Club.objects.demo().exists() is not administrator


@pytest.mark.parametrize("role", [Role.ARBITER, Role.HELPER, None])
def test_who_is_no_owner_leaves_the_demo_alone(client, role):
    demo, user = make_club(demo=True), make_user()
    if role:
        make_member(demo, user, role)
        make_member(make_club(), user, role)
    client.force_login(user)
    assert client.post(reverse("accounts:demo_leave")).status_code == 404
    assert Club.objects.demo().exists()


def test_before_the_first_run_the_demo_leads_to_it(client):
    demo, user = make_club(demo=True), make_user()
    make_member(demo, user, Role.OWNER)
    client.force_login(user)
    page = client.get(reverse("rounds:club", args=[demo.slug])).content.decode()
    assert reverse("accounts:start") in page
