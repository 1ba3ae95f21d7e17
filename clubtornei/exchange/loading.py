"""Streaming a rating list into a fresh table, which takes the place of the old one in one transaction."""

import shutil
from tempfile import TemporaryFile
from typing import BinaryIO

from django.db import connection, transaction
from django.utils.translation import gettext as _
from msgspec import Struct, convert

from clubtornei.exchange.models import TABLES, LoadedList
from clubtornei.exchange.rating_files import COLUMNS, ListUnreadable, Row, rows_of
from clubtornei.jobs.models import Job, files
from clubtornei.jobs.process import JobRefused, Progress, Tell

CHUNK = 5_000  # rows that are sent at once
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": " ", "\n": " ", "\r": " ", "\0": None})


class ListRequest(Struct, frozen=True, kw_only=True):
    """`size`: bytes that are to be read of the upload; none `federations`: all."""

    list: str
    month: str
    federations: tuple[str, ...] = ()
    size: int = 0


def key_of(rating_list: str) -> str:
    return f"list:{rating_list}"


def load_list(job: Job, tell: Tell) -> None:
    """Load the list that was uploaded. Raises JobRefused."""
    asked = convert(job.asked, ListRequest)
    with TemporaryFile() as file, files().open(job.upload) as upload:
        shutil.copyfileobj(upload, file)
        file.seek(0)
        try:
            load(file, asked, tell)
        except ListUnreadable as unreadable:
            raise JobRefused(str(unreadable)) from unreadable


def load(file: BinaryIO, asked: ListRequest, tell: Tell) -> LoadedList:
    """Replace the list by that of the file: nobody sees anything before the end. Raises ListUnreadable; then
    the list stays as it was.
    """
    rating_list = asked.list
    table = TABLES[rating_list]._meta.db_table
    fresh = f"{table}_fresh"
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE {fresh} (LIKE {table} INCLUDING DEFAULTS INCLUDING IDENTITY)")
        players = _copy(file, asked, fresh, tell)
        if not players:
            raise ListUnreadable(_("Nel file non c’è nessun giocatore da caricare."))
        with connection.cursor() as cursor:
            for suffix, index in INDEXES.items():
                cursor.execute(f"CREATE {index.format(name=f'{fresh}_{suffix}', table=fresh)}")
            cursor.execute(f"ANALYZE {fresh}")
            cursor.execute(f"DROP TABLE {table}")
            cursor.execute(f"ALTER TABLE {fresh} RENAME TO {table}")
            for suffix in INDEXES:
                cursor.execute(f"ALTER INDEX {fresh}_{suffix} RENAME TO {table}_{suffix}")
        federations = " ".join(sorted(asked.federations))
        known = {"month": asked.month, "players": players, "federations": federations}
        return LoadedList.objects.update_or_create(list=rating_list, defaults=known)[0]


INDEXES = {
    "by_id": "UNIQUE INDEX {name} ON {table} (id)",
    "by_name": "INDEX {name} ON {table} (sort_name)",
    "by_fide_id": "INDEX {name} ON {table} (fide_id)",
    "by_fsi_id": "INDEX {name} ON {table} (fsi_id) WHERE fsi_id <> ''",
}


def _copy(file: BinaryIO, asked: ListRequest, table: str, tell: Tell) -> int:
    """How many players were copied."""
    players, lines = 0, []
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join(COLUMNS)}) FROM STDIN") as copy,
    ):
        for read in rows_of(file, asked.list, asked.federations):
            lines.append(_line(read.row))
            players += 1
            if len(lines) == CHUNK:
                copy.write("".join(lines))
                lines.clear()
                tell(Progress(read.position, asked.size, players=players))
        copy.write("".join(lines))
    return players


def _line(row: Row) -> str:
    """The row in PostgreSQL's text format."""
    return "\t".join("\\N" if cell is None else cell.translate(_ESCAPES) for cell in row) + "\n"
