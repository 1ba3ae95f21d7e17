"""Codes beside the password, for who wants them."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from clubtornei.accounts import lockouts, second_factor as factor, sign_in_views
from clubtornei.accounts.models import AuditEntry, Membership, Role
from tests.factories import make_club, make_member, make_user, signed_in

pytestmark = pytest.mark.django_db
PASSWORD = "re-bianco-42"
PAGE, CHANGE = "/account/second-factor/", "/account/second-factor/change/"


def shown_by(user: User) -> str:
    """What the user's telephone shows now."""
    return f"{totp(TOTPDevice.objects.get(user=user).bin_key):06}"


def forget_the_last_code(user: User) -> None:
    """As if half a minute had passed: no code is good twice."""
    TOTPDevice.objects.filter(user=user).update(last_t=-1)


@pytest.fixture
def ada(client: Client) -> User:
    """Signed in with the client, without a second factor."""
    user = make_user("ada", PASSWORD)
    client.force_login(user)
    return user


@pytest.fixture
def codes(client: Client, ada: User) -> list[str]:
    """Of her, who has turned it on."""
    client.get(PAGE)
    answer = client.post(PAGE, {"code": shown_by(ada), "password": PASSWORD})
    forget_the_last_code(ada)
    return answer.context["codes"]


def password_given(guest: Client, wanted: str = "/account/sessions/") -> HttpResponse:
    return guest.post(reverse("login"), {"username": "ada", "password": PASSWORD, "next": wanted})


def test_the_telephone_is_set_up_by_a_qr_code_and_a_first_code(client: Client, ada: User) -> None:
    page = client.get(PAGE).text
    assert 'src="data:image/png;base64' in page
    assert client.get(PAGE).text.count(page.partition('class="seed"')[2].partition("<")[0]) == 1, (
        "the same key"
    )
    answer = client.post(PAGE, {"code": shown_by(ada), "password": PASSWORD})
    assert len(set(answer.context["codes"])) == 10
    assert all(code in answer.text for code in answer.context["codes"])


def test_who_finds_a_laptop_open_turns_nothing_on(client: Client, ada: User) -> None:
    """It would keep her out, not him."""
    client.get(PAGE)
    for given in ("", "indovinata"):
        assert client.post(PAGE, {"code": shown_by(ada), "password": given}).status_code == 422
    assert password_given(Client()).url == "/account/sessions/"


def test_a_wrong_first_code_turns_nothing_on(client: Client, ada: User) -> None:
    client.get(PAGE)
    wrong = f"{(int(shown_by(ada)) + 1) % 1_000_000:06}"
    answer = client.post(PAGE, {"code": wrong, "password": PASSWORD})
    assert (answer.status_code, "Non è il codice di adesso" in answer.text) == (422, True)
    assert password_given(Client()).url == "/account/sessions/"


def test_no_name_that_is_nobodys_is_counted_as_wrong_codes(ada: User, codes: list[str]) -> None:
    """They are counted under the name and a word behind it."""
    guest = Client(REMOTE_ADDR="192.0.2.1")
    for _time in range(6):
        guest.post(reverse("login"), {"username": "ada code", "password": "indovinata"})
    assert give(half_signed_in(), shown_by(ada)).status_code == 302


def test_the_password_alone_lets_nobody_in(codes: list[str]) -> None:
    guest = Client()
    assert password_given(guest).url == reverse("accounts:code")
    assert guest.get("/account/").status_code == 302


def test_with_the_code_of_the_telephone_one_is_where_one_wanted_to_go(ada: User, codes: list[str]) -> None:
    guest = Client()
    password_given(guest)
    answer = guest.post(reverse("accounts:code"), {"code": f"{shown_by(ada)[:3]} {shown_by(ada)[3:]}"})
    assert answer.url == "/account/sessions/"
    assert guest.get("/account/").status_code == 200


def test_a_code_is_good_once(ada: User, codes: list[str]) -> None:
    seen = shown_by(ada)
    for status in (302, 422):
        guest = Client()
        password_given(guest)
        assert guest.post(reverse("accounts:code"), {"code": seen}).status_code == status


def test_a_recovery_code_lets_in_once(client: Client, codes: list[str]) -> None:
    for status in (302, 422):
        guest = Client()
        password_given(guest)
        assert guest.post(reverse("accounts:code"), {"code": codes[0].upper()}).status_code == status
    assert "Ti restano 9 codici" in client.get(PAGE).text


def half_signed_in(address: str = "192.0.2.1") -> Client:
    """A browser from which her password was given, and not yet a code."""
    guest = Client(REMOTE_ADDR=address)
    assert password_given(guest).url == reverse("accounts:code")
    return guest


def give(guest: Client, code: str) -> HttpResponse:
    return guest.post(reverse("accounts:code"), {"code": code})


def test_five_wrong_codes_wait_in_every_browser(ada: User, codes: list[str]) -> None:
    for _time in range(5):
        assert give(half_signed_in(), "000000").status_code == 422
    answer = give(half_signed_in(), shown_by(ada))
    assert answer.status_code == 422
    assert "riprova fra 15 minuti" in answer.text.replace("\xa0", " ")
    AccessAttempt.objects.update(attempt_time=now() - timedelta(minutes=16))
    assert give(half_signed_in(), shown_by(ada)).status_code == 302


def test_a_stranger_with_the_password_makes_nobody_else_wait(
    ada: User, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lockouts, "PER_ACCOUNT", 12)
    arbiter = half_signed_in("198.51.100.7")
    assert give(arbiter, shown_by(ada)).status_code == 302, "her browser is known from now on"
    arbiter.post(reverse("logout"))
    forget_the_last_code(ada)
    for number in range(12):
        give(half_signed_in(f"192.0.2.{number}"), "000000")
    assert give(half_signed_in("203.0.113.1"), shown_by(ada)).status_code == 422, "for browsers not known"
    assert password_given(arbiter).url == reverse("accounts:code")
    assert give(arbiter, shown_by(ada)).status_code == 302


def test_a_recovery_code_lets_in_whoever_has_to_wait(codes: list[str]) -> None:
    guest = half_signed_in()
    for _time in range(5):
        give(guest, "000000")
    assert give(guest, codes[0]).status_code == 302


def test_wrong_codes_do_not_count_as_wrong_passwords(codes: list[str]) -> None:
    guest = half_signed_in()
    for _time in range(7):
        give(guest, "000000")
    half_signed_in()
    assert not AccessAttempt.objects.filter(post_data__contains="000000").exists()


def test_a_new_password_ends_a_half_sign_in(client: Client, ada: User, codes: list[str]) -> None:
    stranger = half_signed_in()
    new = {"old_password": PASSWORD, "new_password1": "re-nero-43", "new_password2": "re-nero-43"}
    assert client.post(reverse("accounts:password"), new).status_code == 302
    assert give(stranger, shown_by(ada)).url == reverse("login")


def test_a_factor_taken_off_ends_it_too(ada: User, codes: list[str]) -> None:
    guest = half_signed_in()
    factor.turn_off(ada)
    assert guest.get(reverse("accounts:code")).url == reverse("login")


def test_the_code_is_asked_in_time(ada: User, codes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Client()
    password_given(guest)
    monkeypatch.setattr(sign_in_views, "CODE_TIMEOUT", -1)
    assert guest.post(reverse("accounts:code"), {"code": shown_by(ada)}).url == reverse("login")


def test_turning_it_off_takes_the_password(client: Client, ada: User, codes: list[str]) -> None:
    assert client.post(CHANGE, {"password": "no", "off": "1"}).status_code == 422
    assert TOTPDevice.objects.exists()
    client.post(CHANGE, {"password": PASSWORD, "off": "1"})
    assert not TOTPDevice.objects.exists()
    assert not StaticDevice.objects.exists()
    assert password_given(Client()).url == "/account/sessions/"


def test_new_recovery_codes_replace_the_old_ones(client: Client, codes: list[str]) -> None:
    answer = client.post(CHANGE, {"password": PASSWORD})
    assert set(answer.context["codes"]).isdisjoint(codes)
    guest = Client()
    password_given(guest)
    assert guest.post(reverse("accounts:code"), {"code": codes[0]}).status_code == 422


# Who has lost telephone and recovery codes


def member_of(owner_role: Role = Role.ARBITER) -> tuple[Client, Membership]:
    """An owner's browser, and a member with that role who has the second factor on."""
    club = make_club()
    member = make_member(club, make_user("bea", PASSWORD), owner_role)
    TOTPDevice.objects.create(user=member.user)
    return signed_in(club, Role.OWNER), member


def reset(owner: Client, member: Membership) -> HttpResponse:
    path = reverse("accounts:member_second_factor", args=[member.club.slug, member.pk])
    assert owner.get(path).status_code == 200
    return owner.post(path, follow=True)


def test_an_owner_takes_it_off_an_arbiter() -> None:
    owner, member = member_of()
    members = owner.get(reverse("accounts:members", args=[member.club.slug])).text
    assert members.count("Togli il secondo fattore") == 1
    answer = reset(owner, member)
    assert "A bea basta di nuovo la password." in answer.text
    assert not factor.is_on(member.user)


def test_not_off_another_owner_nor_off_a_member_of_another_club(settings) -> None:
    settings.LAPTOP = False
    owner, other_owner = member_of(Role.OWNER)
    assert "lo toglie chi amministra il sito" in reset(owner, other_owner).text
    other_owner.role = Role.ARBITER
    other_owner.save()
    make_member(make_club(), other_owner.user)
    assert "Fa parte anche di un altro circolo" in reset(owner, other_owner).text
    assert factor.is_on(other_owner.user)


def test_the_administrator_of_the_site_takes_it_off_an_owner(client: Client) -> None:
    _owner, member = member_of(Role.OWNER)
    page = reverse("accounts:site_second_factor")
    client.force_login(make_user("ada", PASSWORD))
    assert client.post(page, {"username": "bea"}).status_code == 404
    User.objects.filter(username="ada").update(is_superuser=True)
    assert page in client.get(reverse("accounts:account")).text
    assert client.post(page, {"username": "nessuno"}).status_code == 422
    assert factor.is_on(member.user)
    assert client.post(page, {"username": "bea"}).status_code == 302
    assert not factor.is_on(member.user)
    assert AuditEntry.objects.get(club=member.club).about == member.user
