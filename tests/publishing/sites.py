"""A server with a database of its own, and a network to it that can be cut. The test is the laptop."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_hex
from socketserver import StreamRequestHandler, ThreadingTCPServer
from time import monotonic, sleep
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import psycopg
from django.conf import settings
from psycopg.rows import dict_row
from psycopg.sql import SQL, Composed, Identifier

from bench.hall_site import environment_of, serving
from clubtornei.publishing.transport import HEADER, new_secret, signing_key
from clubtornei.rounds.participation.signups.forms import QUICKEST
from tests.emptying import EMPTY

YESTERDAY = "_yesterday"
SIGNED = ("Content-Type", "Content-Encoding", HEADER)


SENDING = """
import time, django
django.setup()
from clubtornei.rounds.messages.sending import look_for_mail, send_mail
while True:
    look_for_mail()
    send_mail.call()
    time.sleep(0.2)
"""


class Mailbox:
    """A mail server that keeps what it gets: to whom, subject, text."""

    def __init__(self) -> None:
        self.mails: list[str] = []
        mailbox = self

        class Handler(StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 mailbox\r\n")
                while line := self.rfile.readline():
                    if line.upper().startswith(b"DATA"):
                        self.wfile.write(b"354 go on\r\n")
                        content = iter(self.rfile.readline, b".\r\n")
                        message = message_from_bytes(b"".join(content), policy=default)
                        mailbox.mails.append(
                            f"{message['To']}\n{message['Subject']}\n{message.get_content()}"
                        )
                    self.wfile.write(b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 ok\r\n")

        self.server = ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"smtp://127.0.0.1:{self.server.server_address[1]}/?from=torneo@example.org"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait_for(self, *texts: str) -> str:
        """The newest mail with these texts, once it is there."""
        until = monotonic() + 20
        while monotonic() < until:
            if found := [mail for mail in self.mails if all(text in mail for text in texts)]:
                return found[-1]
            sleep(0.1)
        raise AssertionError(f"No mail has {texts}: {self.mails}")

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Page(NamedTuple):
    status: int
    text: str
    headers: Mapping[str, str]


class RemoteSite:
    """A ClubTornei on the internet, seen from outside, and its database."""

    def __init__(self, port: int, url: str, environment: dict[str, str], mailbox: Mailbox) -> None:
        self.port, self.url, self.environment, self.mailbox = port, url, environment, mailbox
        self.name = urlsplit(url).path.strip("/")
        self.secret, self.key = new_secret(), ""

    def empty(self) -> None:
        """A club with one key, and no event."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(EMPTY)
        self.execute(
            "INSERT INTO accounts_club (name, slug, demo, colour, logo, embedding_sites, import_columns,"
            " place, evenings, contacts, website) VALUES ('Circolo in rete', 'rete', false, '', '', '{}',"
            " '[]', '', '', '', '')"
        )
        self.key = f"{self.add_key('rete', self.secret)}-{self.secret}"

    def add_key(self, club: str, secret: str) -> int:
        (row,) = self.rows(
            "INSERT INTO publishing_receivingkey (club_id, name, secret, made_at)"
            " SELECT id, 'Portatile', %s, now() FROM accounts_club WHERE slug = %s RETURNING id",
            signing_key(secret),
            club,
        )
        return int(row["id"])

    def execute(self, sql: str, *values: object) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql, values)

    def rows(self, sql: str | Composed, *values: object) -> list[dict[str, Any]]:
        with psycopg.connect(self.url, autocommit=True, row_factory=dict_row) as connection:
            return connection.execute(sql, values).fetchall()

    def get(self, path: str) -> Page:
        return self._asked("GET", path)

    def post(self, path: str, *, action: str = "", **fields: str) -> Page:
        """As a visitor’s browser, which has the page with the form; `action` is added to its path."""
        page = self.get(path)
        cookie = next(one for one in page.headers.get("set-cookie", "").split(";") if "csrftoken" in one)
        body = urlencode({"csrfmiddlewaretoken": cookie.partition("=")[2], **fields})
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        return self._asked("POST", path + action, body, headers)

    def _asked(self, method: str, path: str, body: str = "", headers: Mapping[str, str] = {}) -> Page:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body or None, dict(headers))
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return Page(answer.status, text, {name.lower(): value for name, value in answer.getheaders()})

    @contextmanager
    def sending_mail(self) -> Iterator[None]:
        """A worker of the server sends what is due, at once, while the block runs."""
        worker = subprocess.Popen([sys.executable, "-c", SENDING], env=self.environment)
        try:
            yield
        finally:
            worker.kill()
            worker.wait()

    def rest(self) -> None:
        """As long as somebody takes at least to fill in a form."""
        sleep(QUICKEST + 0.2)

    def holds(self, text: str) -> bool:
        """Whether a row of any table has the text."""
        tables = self.rows(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE '%%\\_%%'"
            " AND relnamespace = 'public'::regnamespace"
        )
        return any(
            self.rows(
                SQL("SELECT 1 FROM {} AS row WHERE row::text LIKE %s LIMIT 1").format(
                    Identifier(table["relname"])
                ),
                f"%{text}%",
            )
            for table in tables
        )

    def keep_copy(self) -> None:
        """A copy of the database, as of now."""
        self._copied(self.name, self.name + YESTERDAY)

    def restore_copy(self) -> None:
        """Everything is as it was when the copy was made."""
        self._copied(self.name + YESTERDAY, self.name)
        for _worker in range(2):  # each has a connection that is gone
            self.get("/health/")

    def _copied(self, source: str, name: str) -> None:
        administrator = urlsplit(self.url)._replace(path="/postgres").geturl()
        with psycopg.connect(administrator, autocommit=True) as connection:
            for database in (source, name):
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = %s AND usename IS NOT NULL",  # autovacuum ends by itself
                    [database],
                )
            connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{source}"')


class Network:
    """What lies between a laptop and the server. `cut`: nothing passes; `deaf`: no answer comes back;
    `doubled`: everything arrives twice. `sent`: what went out, to be delivered again.
    """

    def __init__(self, port: int) -> None:
        self.target = port
        self.cut = self.deaf = self.doubled = False
        self.sent: list[tuple[bytes, dict[str, str]]] = []
        self.answer: tuple[int, bytes] | None = None
        """What another program says in place of the server."""
        network = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name: self.headers[name] for name in SIGNED}
                if network.cut:
                    return
                network.sent.append((body, headers))
                status, content = network.answer or network.deliver(len(network.sent) - 1)
                if network.doubled and not network.answer:
                    network.deliver(len(network.sent) - 1)
                if network.deaf:
                    return
                self.send_response(status)
                if status in (301, 302, 307):
                    self.send_header("Location", "/elsewhere/")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def deliver(self, number: int) -> tuple[int, bytes]:
        """Deliver what was sent as that number to the server, again perhaps."""
        body, headers = self.sent[number]
        connection = HTTPConnection("127.0.0.1", self.target, timeout=60)
        connection.request("POST", "/publishing/receive/", body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def remote_site(folder: Path) -> Iterator[RemoteSite]:
    """A server at work. Its pages are made in two processes, and nothing else runs."""
    url = urlsplit(os.environ["DATABASE_URL"])
    name = f"server_{token_hex(4)}"  # a process may have two at work
    template = (
        settings.DATABASES["default"].get("TEST", {}).get("TEMPLATE")
    )  # where there are several processes
    administrator = url._replace(path="/postgres").geturl()
    own = url._replace(path=f"/{quote(name)}").geturl()
    with psycopg.connect(administrator, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
        connection.execute(f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{template}"' if template else ""))
    shared = os.environ | {
        "DATABASE_URL": own,
        "SECRET_KEY": "of the server alone",
        "DEBUG": "1",
        "WEB_CONCURRENCY": "2",
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        "HTTPS": "",
    }
    if not template:
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], env=shared, check=True)
    mailbox = Mailbox()
    environment = environment_of(folder, shared | {"EMAIL_URL": mailbox.url})
    try:
        with serving(environment) as (_children, port):
            yield RemoteSite(port, own, environment, mailbox)
    finally:
        mailbox.close()
        with psycopg.connect(administrator, autocommit=True) as connection:
            for database in (name, name + YESTERDAY):
                connection.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')
