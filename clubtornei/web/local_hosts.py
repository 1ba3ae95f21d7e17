"""The hosts the site accepts when ALLOWED_HOSTS is not set: this machine's own names and private addresses.

A club's laptop changes network from hall to hall, and phones reach it by whatever address it has just been
given; Django's ALLOWED_HOSTS cannot express "any private address". A site on the Internet sets ALLOWED_HOSTS,
and then the middleware below is not installed (see settings.py).
"""

import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port

from clubtornei.web.own_addresses import own_addresses


def is_local(host: str) -> bool:
    """Whether `host`, with or without port, names this machine or is an address of a private network.

    No other name is accepted: unlike an address, it could be used for DNS rebinding.
    """
    domain, _port = split_domain_port(host)
    if domain in _own_names():
        return True
    address = _ip_address(domain)
    return address is not None and (address.is_private or address.is_loopback or address.is_link_local)


def require_own_host(request: HttpRequest) -> None:
    """Raises DisallowedHost unless a link to the host of the request leads to this site: whoever asks may
    name another machine of the network, and the link goes to somebody else.
    """
    domain, _port = split_domain_port(request.get_host())
    if "*" in settings.ALLOWED_HOSTS and not _is_own(domain):
        raise DisallowedHost(f"{domain!r} may be another machine. Name it in ALLOWED_HOSTS to accept it.")


def is_own_host(request: HttpRequest) -> bool:
    """Whether the request came to a name and a port that are surely this site's, of which there are few."""
    domain, port = split_domain_port(canonical_host(request))
    return _is_own(domain) and port in ("", request.META.get("SERVER_PORT"))


def canonical_host(request: HttpRequest) -> str:
    """The host of the request in one spelling: small letters, no final dot, its port only where that is not
    the usual one.
    """
    domain, port = split_domain_port(request.get_host())
    usual = "443" if request.is_secure() else "80"
    port = port.lstrip("0")
    return f"{domain}:{port}" if port not in ("", usual) else domain


def _is_own(domain: str) -> bool:
    return domain in settings.ALLOWED_HOSTS or domain in {
        *_own_names(),
        "127.0.0.1",
        "[::1]",
        *own_addresses(),
    }


def _own_names() -> set[str]:
    own = socket.gethostname().lower()
    return {"localhost", own, f"{own}.local"}


def url_for_other_devices(request: HttpRequest, path: str) -> str:
    """The absolute URL of a path, as another device in the hall can open it.

    Where the request came to `localhost` or a loopback address, one of the machine's network addresses
    replaces it.
    """
    host = canonical_host(request)
    domain, _port = split_domain_port(host)
    ip = _ip_address(domain)
    is_loopback = domain == "localhost" or (ip is not None and ip.is_loopback)
    addresses = own_addresses() if is_loopback else []
    if addresses:
        host = host.replace(domain, addresses[0], 1)
    return urlsplit(request.build_absolute_uri(path))._replace(netloc=host).geturl()


def _ip_address(domain: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The domain parsed as an IP address; None if it is a name."""
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
