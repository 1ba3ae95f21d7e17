"""A laptop and a server: two sites with two databases, and a network between them."""

from collections.abc import Iterator

import pytest

from clubtornei.accounts.models import Club
from clubtornei.publishing.models import Destination
from tests.factories import make_club
from tests.publishing.sites import Network, RemoteSite, remote_site


@pytest.fixture(scope="session")
def running_server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteSite]:
    with remote_site(tmp_path_factory.mktemp("server")) as site:
        yield site


@pytest.fixture
def server(running_server: RemoteSite) -> RemoteSite:
    """With a club and no event."""
    running_server.empty()
    return running_server


@pytest.fixture
def network(server: RemoteSite) -> Iterator[Network]:
    network = Network(server.port)
    yield network
    network.close()


@pytest.fixture
def club(db: None, server: RemoteSite, network: Network) -> Club:
    """A club on a laptop, which publishes on the server."""
    club = make_club()
    Destination.objects.create(club=club, address=network.address, key=server.key, place="Portatile")
    return club
