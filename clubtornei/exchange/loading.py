"""Streaming a rating list into a fresh table, which takes the place of the old one in one transaction."""

from collections.abc import Callable, Collection
from pathlib import Path

from django.db import connection, transaction

from clubtornei.exchange.models import TABLES, LoadedList
from clubtornei.exchange.rating_files import COLUMNS, ListUnreadable, Row, rows_of

CHUNK = 5_000  # rows that are sent at once
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": " ", "\n": " ", "\r": " ", "\0": None})

Progress = Callable[[int, int], None]
"""Told how many bytes are read and how many players there are; what it raises ends the loading."""


def load(
    path: Path, rating_list: str, month: str, federations: Collection[str], progress: Progress
) -> LoadedList:
    """Replace the list by that of the file. Raises ListUnreadable; then, and where `progress` ends it, the
    list stays as it was: nobody sees anything before the end.
    """
    table = TABLES[rating_list]._meta.db_table
    fresh = f"{table}_fresh"
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE {fresh} (LIKE {table} INCLUDING DEFAULTS INCLUDING IDENTITY)")
        players = _copy(path, rating_list, fresh, federations, progress)
        if not players:
            raise ListUnreadable("")
        with connection.cursor() as cursor:
            for suffix, index in INDEXES.items():
                cursor.execute(f"CREATE {index.format(name=f'{fresh}_{suffix}', table=fresh)}")
            cursor.execute(f"ANALYZE {fresh}")
            cursor.execute(f"DROP TABLE {table}")
            cursor.execute(f"ALTER TABLE {fresh} RENAME TO {table}")
            for suffix in INDEXES:
                cursor.execute(f"ALTER INDEX {fresh}_{suffix} RENAME TO {table}_{suffix}")
        known = {"month": month, "players": players, "federations": " ".join(sorted(federations))}
        return LoadedList.objects.update_or_create(list=rating_list, defaults=known)[0]


INDEXES = {
    "by_id": "UNIQUE INDEX {name} ON {table} (id)",
    "by_name": "INDEX {name} ON {table} (sort_name)",
    "by_fide_id": "INDEX {name} ON {table} (fide_id)",
    "by_fsi_id": "INDEX {name} ON {table} (fsi_id) WHERE fsi_id <> ''",
}


def _copy(path: Path, rating_list: str, table: str, federations: Collection[str], progress: Progress) -> int:
    """How many players were copied."""
    players, lines = 0, []
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join(COLUMNS)}) FROM STDIN") as copy,
    ):
        for read in rows_of(path, rating_list, federations):
            lines.append(_line(read.row))
            players += 1
            if len(lines) == CHUNK:
                copy.write("".join(lines))
                lines.clear()
                progress(read.position, players)
        copy.write("".join(lines))
    return players


def _line(row: Row) -> str:
    """The row in PostgreSQL's text format."""
    return "\t".join("\\N" if cell is None else cell.translate(_ESCAPES) for cell in row) + "\n"
