"""Which names this site answers to when nobody has told it: this machine's own, and bare local addresses.

A club's laptop changes network from hall to hall, and phones reach it by whatever address it has just been
given; Django's ALLOWED_HOSTS cannot say "any private address". A site on the Internet sets ALLOWED_HOSTS, and
this steps aside.
"""

import ipaddress
import socket
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port

from clubtornei.own_addresses import own_addresses


def is_local(host: str) -> bool:
    """Whether `host`, with or without port, names this machine or is an address of a private network.

    An address cannot be used for DNS rebinding, a foreign name can: hence no other name is accepted.
    """
    domain, _port = split_domain_port(host)
    own = socket.gethostname().lower()
    if domain in {"localhost", own, f"{own}.local"}:
        return True
    address = _ip(domain)
    return address is not None and (address.is_private or address.is_loopback or address.is_link_local)


def address_for_others(request: HttpRequest, path: str) -> str:
    """The whole address of a page, as a phone in the hall can open it: `localhost` would be itself."""
    address = request.build_absolute_uri(path)
    domain, _port = split_domain_port(request.get_host())
    ip = _ip(domain)
    itself = domain == "localhost" or (ip is not None and ip.is_loopback)
    ours = own_addresses() if itself else []
    return address.replace(f"//{domain}", f"//{ours[0]}", 1) if ours else address


def _ip(domain: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that stands where a name could."""
    try:
        return ipaddress.ip_address(domain.strip("[]"))
    except ValueError:
        return None


class LocalHostsOnly:
    """Middleware: refuses, as Django does, a host that is neither local nor named in the settings."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host = request.get_host()
        if not is_local(host) and split_domain_port(host)[0] not in settings.ALLOWED_HOSTS:
            raise DisallowedHost(
                f"Invalid HTTP_HOST header: {host!r}. Name it in ALLOWED_HOSTS to accept it."
            )
        return self.get_response(request)
