"""This machine's addresses on the networks it is in. The launcher needs them too, so: no Django here."""

import socket
from contextlib import suppress

# Addresses of usual local networks, and one of nowhere: which of our own would reach them?
ELSEWHERE = ("192.168.1.1", "10.0.0.1", "172.16.0.1", "192.0.2.1")


def own_addresses() -> list[str]:
    """The IPv4 addresses others on the network reach us by. Nothing is sent to find them."""
    found: dict[str, None] = {}
    for there in ELSEWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((there, 9))
            found[probe.getsockname()[0]] = None
    return [address for address in found if not address.startswith("127.")]
