"""What the settings promise: to which names the site answers, and what its pages may load."""

import pytest
from django.conf import LazySettings
from django.test import Client, RequestFactory

from clubtornei import local_hosts
from clubtornei.local_hosts import is_local


@pytest.mark.parametrize(
    "host",
    ["localhost:8000", "127.0.0.1", "192.168.1.23:8000", "10.1.2.3", "172.16.0.9", "[::1]:8000", "[fe80::1]"],
)
def test_this_machine_and_private_addresses_are_local(host: str) -> None:
    assert is_local(host)


@pytest.mark.parametrize(
    "host", ["example.org", "localhost.example.org", "192.168.1.23.example.org", "8.8.8.8"]
)
def test_foreign_names_and_public_addresses_are_not_local(host: str) -> None:
    assert not is_local(host)


@pytest.mark.django_db
@pytest.mark.parametrize(("host", "status"), [("192.168.1.23:8000", 200), ("example.org", 400)])
def test_the_site_answers_to_local_hosts_alone(client: Client, host: str, status: int) -> None:
    assert client.get("/login/", headers={"host": host}, follow=True).status_code == status


@pytest.mark.django_db
def test_pages_allow_no_inline_script_or_style_and_nothing_from_elsewhere(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost:8000", "http://192.168.7.5:8000/t/sociale/"),
        ("127.0.0.1:8000", "http://192.168.7.5:8000/t/sociale/"),
        ("192.168.1.20:8000", "http://192.168.1.20:8000/t/sociale/"),
        ("tornei.example.org", "http://tornei.example.org/t/sociale/"),
    ],
)
def test_what_phones_open_never_says_localhost(
    rf: RequestFactory, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, host: str, address: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(local_hosts, "own_addresses", lambda: ["192.168.7.5"])
    assert local_hosts.url_for_other_devices(rf.get("/", headers={"host": host}), "/t/sociale/") == address
