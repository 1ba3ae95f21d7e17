"""This machine's addresses on its networks. No Django here, because the launcher uses it too."""

import socket
from contextlib import suppress

# One address in each usual private network, and one reserved for documentation. Connecting a UDP socket to
# them only asks the routing table which of our own addresses would be used.
PROBE_TARGETS = ("192.168.1.1", "10.0.0.1", "172.16.0.1", "192.0.2.1")


def own_addresses() -> list[str]:
    """The IPv4 addresses by which others on the network reach this machine. No packet is sent."""
    addresses: dict[str, None] = {}  # a dict as an ordered set
    for target in PROBE_TARGETS:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            addresses[probe.getsockname()[0]] = None
    return [address for address in addresses if not address.startswith("127.")]
