"""What the jobs of copies do: make one, restore one. Each is one transaction; doing it twice is harmless."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryFile

from django.contrib.auth.models import User
from django.core.files import File
from django.db import connection, transaction
from django.utils.translation import gettext as _
from msgspec import Struct, convert

from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club
from clubtornei.club_copies.models import ClubCopy, CopyReason, files
from clubtornei.club_copies.packing import club_fingerprint, club_fingerprints, pack
from clubtornei.club_copies.reading import CopyUnreadable, opened
from clubtornei.club_copies.restoring import lock, restore_club, restore_event
from clubtornei.jobs.models import Job
from clubtornei.jobs.process import JobRefused, ReportProgress
from clubtornei.text.languages import date_in_words


class CopyRequest(Struct, frozen=True, kw_only=True):
    why: str
    with_mail: bool = False


class RestoreRequest(Struct, frozen=True, kw_only=True):
    """`event`: the slug of the one to restore; None: the whole club. `by`: the user who asked, by key."""

    copy: str
    event: str | None
    by: int


def copy_club(job: Job, report_progress: ReportProgress) -> None:
    """By night nothing where a copy of the club as it is exists."""
    asked = convert(job.asked, CopyRequest)
    with transaction.atomic():
        club = Club.objects.get(pk=job.club_id)
        if asked.why == CopyReason.NIGHT and not changed_of([club]):
            return
        make_copy(club, asked, report_progress)


def changed_of(clubs: Sequence[Club]) -> list[Club]:
    """Those of which there is no copy as they are."""
    copies = set(ClubCopy.objects.filter(club__in=clubs).values_list("club", "state"))
    states = club_fingerprints(clubs)
    return [club for club in clubs if (club.pk, states[club.pk]) not in copies]


def make_copy(club: Club, asked: CopyRequest, report_progress: ReportProgress) -> ClubCopy:
    """A copy of the club at one moment, if the transaction sees one. The oldest copy goes once there are too
    many.
    """
    copy = ClubCopy(club=club, why=asked.why, with_mail=asked.with_mail, state=club_fingerprint(club))
    with TemporaryFile() as file:
        pack(club, file, report_progress, with_mail=asked.with_mail)
        copy.size = file.tell()
        file.seek(0)
        files().save(copy.file, File(file))
    copy.keep()
    return copy


def restore_copy(job: Job, report_progress: ReportProgress) -> None:
    """First a copy of what is there. Raises JobRefused; then nothing has changed."""
    asked = convert(job.asked, RestoreRequest)
    copy = ClubCopy.objects.filter(pk=asked.copy, club=job.club_id).first()
    if copy is None:
        raise JobRefused(_("La copia non c’è più: scegline un’altra."))
    with TemporaryFile() as file:
        try:
            with files().open(copy.file) as stored:
                shutil.copyfileobj(stored, file)
        except FileNotFoundError as error:
            raise JobRefused(_("Il file della copia non c’è più: scegline un’altra.")) from error
        try:
            with locking(), opened(file) as archive:
                club = Club.objects.get(pk=job.club_id)
                lock(club)
                # What is replaced comes back as it was: with the addresses, too.
                make_copy(club, CopyRequest(why=CopyReason.RESTORE, with_mail=True), report_progress)
                if asked.event is None:
                    restore_club(club, archive, report_progress, strange=copy.uploaded)
                    restored = _("tutto il circolo")
                else:
                    restored = restore_event(club, archive, asked.event, strange=copy.uploaded).name
                made = date_in_words(archive.about.made_at, "j F Y, H:i")
                by = User.objects.filter(pk=asked.by).first()
                record("club_restored", club, by, name=made, restored=restored)
        except CopyUnreadable as unreadable:
            raise JobRefused(str(unreadable)) from unreadable


@contextmanager
def locking() -> Iterator[None]:
    """A transaction that sees what others have written while it waited for its locks, as jobs' own do not."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
        yield
