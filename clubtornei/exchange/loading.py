"""Streaming a rating list into its table, where it takes the place of the old one in one transaction."""

import shutil
from tempfile import TemporaryFile
from typing import BinaryIO

from django.db import connection, transaction
from django.utils.translation import gettext as _
from msgspec import Struct, convert

from clubtornei.accounts.models import Club
from clubtornei.exchange.models import TABLES, ClubListedPlayer, LoadedList
from clubtornei.exchange.rating_files import COLUMNS, ListUnreadable, Row, rows_of, size_of
from clubtornei.jobs.models import Job, files
from clubtornei.jobs.process import JobRefused, Progress, ReportProgress

CHUNK = 5_000  # rows that are sent at once
MOST_OF_A_CLUB = 100_000  # players of a list of its own; of FIDE's 2 million, 30,000 are Italian
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": " ", "\n": " ", "\r": " ", "\0": None})


class ListRequest(Struct, frozen=True, kw_only=True):
    """None `federations`: all. `club`: whose own list it is to be, by primary key; None: every club's."""

    list: str
    month: str
    federations: tuple[str, ...] = ()
    club: int | None = None


def key_of(rating_list: str, club: int | None) -> str:
    """The key of the job that loads the list, every club's or that of the club."""
    return f"list:{rating_list}" if club is None else f"list:{rating_list}:{club}"


def load_list(job: Job, report_progress: ReportProgress) -> None:
    """Load the list that was uploaded. Raises JobRefused."""
    asked = convert(job.asked, ListRequest)
    with TemporaryFile() as file, files().open(job.upload) as upload:
        shutil.copyfileobj(upload, file)
        file.seek(0)
        try:
            load(file, asked, report_progress)
        except ListUnreadable as unreadable:
            raise JobRefused(str(unreadable)) from unreadable


def load(file: BinaryIO, asked: ListRequest, report_progress: ReportProgress) -> LoadedList:
    """Replace the list by that of the file: nobody sees anything before the end. Raises ListUnreadable; then
    the list stays as it was.
    """
    with transaction.atomic():
        club = None if asked.club is None else Club.objects.get(pk=asked.club)
        replace = _replace_every_clubs if asked.club is None else _replace_own
        players = replace(file, asked, report_progress)
        federations = " ".join(sorted(asked.federations))
        known = {"month": asked.month, "players": players, "federations": federations}
        return LoadedList.objects.update_or_create(list=asked.list, club=club, defaults=known)[0]


def _replace_every_clubs(file: BinaryIO, asked: ListRequest, report_progress: ReportProgress) -> int:
    """By a fresh table, which others do not see; returns how many players there are."""
    table = TABLES[asked.list]._meta.db_table
    fresh = f"{table}_fresh"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {fresh} (LIKE {table} INCLUDING DEFAULTS INCLUDING IDENTITY)")
    players = _copy(file, asked, fresh, report_progress)
    with connection.cursor() as cursor:
        for suffix, index in INDEXES.items():
            cursor.execute(f"CREATE {index.format(name=f'{fresh}_{suffix}', table=fresh)}")
        cursor.execute(f"ANALYZE {fresh}")
        cursor.execute(f"DROP TABLE {table}")
        cursor.execute(f"ALTER TABLE {fresh} RENAME TO {table}")
        for suffix in INDEXES:
            cursor.execute(f"ALTER INDEX {fresh}_{suffix} RENAME TO {table}_{suffix}")
    return players


def _replace_own(file: BinaryIO, asked: ListRequest, report_progress: ReportProgress) -> int:
    """The list that the club has of its own; returns how many players there are."""
    ClubListedPlayer.objects.filter(club=asked.club, list=asked.list).delete()
    return _copy(file, asked, ClubListedPlayer._meta.db_table, report_progress)


INDEXES = {
    "by_id": "UNIQUE INDEX {name} ON {table} (id)",
    "by_name": "INDEX {name} ON {table} (sort_name)",
    "by_fide_id": "INDEX {name} ON {table} (fide_id)",
    "by_fsi_id": "INDEX {name} ON {table} (fsi_id) WHERE fsi_id <> ''",
}


def _copy(file: BinaryIO, asked: ListRequest, table: str, report_progress: ReportProgress) -> int:
    """How many players were copied. Raises ListUnreadable."""
    players, lines, size = 0, [], size_of(file)
    own = {} if asked.club is None else {"club_id": str(asked.club), "list": asked.list}
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join((*COLUMNS, *own))}) FROM STDIN") as copy,
    ):
        for read in rows_of(file, asked.list, asked.federations):
            lines.append(_line((*read.row, *own.values())))
            players += 1
            if own and players > MOST_OF_A_CLUB:
                raise ListUnreadable(
                    _("Sono più di %(most)d giocatori: scegli le federazioni che ti servono.")
                    % {"most": MOST_OF_A_CLUB}
                )
            if len(lines) == CHUNK:
                copy.write("".join(lines))
                lines.clear()
                report_progress(Progress(read.position, size, players=players))
        copy.write("".join(lines))
    if not players:
        raise ListUnreadable(_("Nel file non c’è nessun giocatore da caricare."))
    return players


def _line(row: Row) -> str:
    """The row in PostgreSQL's text format."""
    return "\t".join("\\N" if cell is None else cell.translate(_ESCAPES) for cell in row) + "\n"
