"""Who administers the site: who set it up, whom he has named; on a laptop the owners of the only club."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubtornei.accounts import actions
from clubtornei.accounts.access import is_site_administrator
from clubtornei.accounts.audit import sentence_of
from clubtornei.accounts.models import AuditEntry, Role
from tests.factories import make_club, make_member, make_user

pytestmark = pytest.mark.django_db


def test_who_sets_the_site_up_administers_it(settings) -> None:
    settings.LAPTOP = False
    _club, user = actions.start_club("Circolo", "ada", "parola segreta")
    assert is_site_administrator(user)
    assert not is_site_administrator(make_member(make_club(), role=Role.OWNER).user)
    assert not is_site_administrator(AnonymousUser())
    user.is_active = False
    assert not is_site_administrator(user)


def test_on_a_laptop_the_owners_of_the_only_club_do(settings) -> None:
    club, demo = make_club(), make_club(demo=True)
    owner = make_member(club, role=Role.OWNER).user
    guest, arbiter = make_member(demo, role=Role.OWNER).user, make_member(club).user
    assert [is_site_administrator(user) for user in (owner, guest, arbiter)] == [True, False, False]
    settings.LAPTOP = False
    assert not is_site_administrator(owner)
    settings.LAPTOP = True
    make_club()
    assert not is_site_administrator(owner)


def test_the_command_names_and_dismisses_them(capsys: pytest.CaptureFixture[str]) -> None:
    ada, eva = make_user("ada"), make_user("eva")
    for name in ("ada", "eva"):
        call_command("site_administrator", name)
    call_command("site_administrator", "ada", remove=True)
    call_command("site_administrator")
    assert capsys.readouterr().out == "eva\n"
    for refused in ({"remove": True}, {}):
        with pytest.raises(CommandError):
            call_command("site_administrator", "eva" if refused else "nobody", **refused)
    assert list(User.objects.filter(is_superuser=True)) == [eva]
    assert not is_site_administrator(User.objects.get(pk=ada.pk))


def test_no_guest_of_the_demo_becomes_one() -> None:
    with pytest.raises(ValidationError):
        actions.appoint_administrator(make_member(make_club(demo=True), role=Role.OWNER).user, None)


def test_the_page_is_theirs_and_names_and_dismisses(client: Client) -> None:
    ada, eva = make_user("ada", is_superuser=True), make_user("eva")
    page = reverse("accounts:site_administrators")
    client.force_login(eva)
    assert client.get(page).status_code == client.post(page, {"username": "eva"}).status_code == 404
    dismissing = reverse("accounts:site_administrator_dismiss", args=[ada.pk])
    assert client.post(dismissing).status_code == 404
    client.force_login(ada)
    assert page in client.get(reverse("accounts:account")).text
    assert client.post(page, {"username": "nessuno"}).status_code == 422
    assert "deve avere almeno un amministratore" in client.post(dismissing, follow=True).text
    assert "eva amministra il sito." in client.post(page, {"username": "eva"}, follow=True).text
    assert client.post(dismissing).url == reverse("accounts:account")
    assert list(User.objects.filter(is_superuser=True)) == [eva]
    assert [sentence_of(entry) for entry in AuditEntry.objects.order_by("pk")] == [
        "eva amministra il sito",
        "ada non amministra più il sito",
    ]
