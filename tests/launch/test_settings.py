"""What the settings promise: to which names the site answers, and what its pages may load."""

import runpy

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory

from clubtornei.accounts.models import Role
from clubtornei.launch.environment import ROOT
from clubtornei.web import local_hosts
from clubtornei.web.environment import checked_time_zone
from clubtornei.web.local_hosts import is_local
from tests.factories import make_entries, make_event, make_user, signed_in


def test_this_machine_and_private_addresses_are_local_and_nothing_else() -> None:
    here = ["localhost:8000", "127.0.0.1", "192.168.1.23:8000", "10.1.2.3", "172.16.0.9", "[::1]:8000"]
    elsewhere = ["example.org", "localhost.example.org", "192.168.1.23.example.org", "8.8.8.8"]
    assert all(map(is_local, [*here, "[fe80::1]"]))
    assert not any(map(is_local, elsewhere))


@pytest.mark.django_db
@pytest.mark.parametrize(("host", "status"), [("192.168.1.23:8000", 200), ("example.org", 400)])
def test_the_site_answers_to_local_hosts_alone(client: Client, host: str, status: int) -> None:
    assert client.get("/login/", headers={"host": host}, follow=True).status_code == status


PROTECTION = {
    "Content-Security-Policy": "base-uri 'self'; default-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; img-src 'self' data:; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.mark.django_db
def test_every_answer_tells_browsers_what_they_must_not_do() -> None:
    event = make_event(published=True)
    make_entries(event, 2)
    client = signed_in(event.club, Role.ARBITER)
    public, own = f"/t/{event.slug}/", f"/e/{event.slug}/"
    paths = [f"/c/{event.club.slug}/", public, f"{public}document/", f"{own}export/"]
    for path in ("/login/", *paths, "/health/", "/nowhere/"):
        answer = client.get(path, follow=True)
        headers = {name: answer.headers.get(name, "") for name in PROTECTION}
        policy = headers["Content-Security-Policy"].split("; ")
        assert headers | {"Content-Security-Policy": "; ".join(sorted(policy))} == PROTECTION, path
        assert not {"Server", "X-Powered-By", "Access-Control-Allow-Origin"} & set(answer.headers)


@pytest.mark.django_db
def test_what_is_of_a_club_is_kept_by_no_proxy() -> None:
    event = make_event()
    page = signed_in(event.club, Role.ARBITER).get(f"/e/{event.slug}/", follow=True)
    assert "Cookie" in page.headers["Vary"]


@pytest.mark.django_db
def test_scripts_do_not_read_the_session(client: Client) -> None:
    make_user("ada", "una parola lunga")
    client.get("/login/")
    client.post("/login/", {"username": "ada", "password": "una parola lunga"})
    session = client.cookies["sessionid"]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")
    assert client.cookies["csrftoken"]["samesite"] == "Lax"


@pytest.mark.parametrize("https", ["", "1"])
def test_with_https_browsers_use_nothing_else(monkeypatch: pytest.MonkeyPatch, https: str) -> None:
    monkeypatch.setenv("HTTPS", https)
    read = runpy.run_path(str(ROOT / "clubtornei" / "settings.py"))
    assert {read["SESSION_COOKIE_SECURE"], read["CSRF_COOKIE_SECURE"]} == {bool(https)}
    assert read.get("SECURE_SSL_REDIRECT", False) == bool(https)
    assert read.get("SECURE_HSTS_SECONDS", 0) == (365 * 24 * 60 * 60 if https else 0)


def test_what_phones_open_never_says_localhost(
    rf: RequestFactory, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(local_hosts, "own_addresses", lambda: ["192.168.7.5"])
    for host, shown in [
        ("localhost:8000", "192.168.7.5:8000"),
        ("127.0.0.1:8000", "192.168.7.5:8000"),
        ("192.168.1.20:8000", "192.168.1.20:8000"),
        ("tornei.example.org", "tornei.example.org"),
    ]:
        request = rf.get("/", headers={"host": host})
        assert local_hosts.url_for_other_devices(request, "/t/sociale/") == f"http://{shown}/t/sociale/"


def test_over_a_network_nobody_waits_for_minutes_and_what_the_url_says_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = "postgres://ada:x@db.example.org/club?sslmode=require&tcp_user_timeout=5000"
    monkeypatch.setenv("DATABASE_URL", url)
    options = runpy.run_path(str(ROOT / "clubtornei" / "settings.py"))["DATABASES"]["default"]["OPTIONS"]
    assert (options["sslmode"], str(options["tcp_user_timeout"])) == ("require", "5000")
    assert (options["connect_timeout"], options["keepalives_idle"]) == ("10", "10")


def test_a_time_zone_that_does_not_exist_is_refused_with_the_name_that_may_be_meant() -> None:
    assert checked_time_zone("Europe/London") == "Europe/London"
    for wrong in ("Europe/Londra", "London", "../etc/passwd", "Europe"):
        with pytest.raises(ImproperlyConfigured, match=r"TIME_ZONE=.* is no time zone. .*TIME_ZONE=Europe/"):
            checked_time_zone(wrong)
