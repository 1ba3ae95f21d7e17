"""Asking for copies and restores, and keeping files that come from outside."""

from datetime import timedelta
from typing import IO

from django.contrib.auth.models import User
from django.core.files import File
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.timezone import now
from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubtornei.accounts.actions import lock_club
from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club
from clubtornei.club_copies.copy_jobs import CopyRequest, RestoreRequest, changed_of
from clubtornei.club_copies.models import ClubCopy, CopyReason, files
from clubtornei.club_copies.reading import opened
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.jobs.actions import TooManyJobs, request_job
from clubtornei.jobs.models import LISTS, Job
from clubtornei.players.models import Player
from clubtornei.text.untyped import JsonObject

NIGHT = timedelta(hours=20)  # at least so long between two copies that are made by themselves
ORPHANED = timedelta(days=1)  # a file without a row is one being written, or is left over


def key_of(club: Club) -> str:
    """The key of the club's job: a club makes or restores one copy at a time."""
    return f"copies:{club.pk}"


def last_job(club: Club) -> Job | None:
    return Job.objects.last_for(key_of(club))


def request_copy(club: Club, *, with_mail: bool) -> None:
    """Raises ActionRefused."""
    _request(club, "copy", to_builtins(CopyRequest(why=CopyReason.ASKED, with_mail=with_mail)))


def request_restore(club: Club, by: User, copy: ClubCopy, event: str | None) -> None:
    """`event`: the slug of one in the copy; None: the whole club. Raises ActionRefused."""
    _request(club, "restore", to_builtins(RestoreRequest(copy=copy.pk, event=event, by=by.pk)))


def _request(club: Club, kind: str, asked: JsonObject) -> None:
    try:
        _job, is_new = request_job(club, kind, key_of(club), asked, queue=LISTS)
    except TooManyJobs as too_many:
        raise ActionRefused(str(too_many)) from too_many
    if not is_new:
        raise ActionRefused(_("Una copia si sta già facendo o ripristinando: aspetta la fine."))


def keep_upload(club: Club, file: File[bytes]) -> ClubCopy:
    """The file beside the club's own copies. Raises CopyUnreadable."""
    with opened(_binary(file)) as archive:
        with_mail = archive.about.with_mail
    copy = ClubCopy(club=club, why=CopyReason.UPLOADED, size=file.size, with_mail=with_mail)
    file.seek(0)
    files().save(copy.file, file)
    with transaction.atomic():
        lock_club(club)
        copy.keep()
    return copy


def _binary(file: File[bytes]) -> IO[bytes]:
    assert file.file is not None
    return file.file


@transaction.atomic
def delete_copy(copy: ClubCopy, by: User) -> None:
    record("club_copy_deleted", copy.club, by, name=copy.file)
    files().delete(copy.file)
    copy.delete()


def copy_changed_clubs() -> int:
    """Have every club copied that has changed since its last copy, the demo aside; how many."""
    recent = ClubCopy.objects.filter(club=OuterRef("pk"), why=CopyReason.NIGHT, made_at__gt=now() - NIGHT)
    events = Event.objects.run_here().filter(club=OuterRef("pk"))
    players = Player.objects.filter(club=OuterRef("pk"))
    clubs = Club.objects.not_demo().exclude(Exists(recent)).filter(Exists(events) | Exists(players))
    asked = 0
    for club in changed_of(list(clubs.order_by("pk"))):
        try:
            _request(club, "copy", to_builtins(CopyRequest(why=CopyReason.NIGHT)))
        except ActionRefused:  # one is being made
            continue
        asked += 1
    return asked


def delete_orphaned_files() -> int:
    """Delete the files of copies that are gone; how many."""
    known = {f"{pk}.zip" for pk in ClubCopy.objects.values_list("pk", flat=True)}
    storage, deleted = files(), 0
    try:
        names = storage.listdir("")[1]
    except FileNotFoundError:  # there is no folder before the first file
        return 0
    for name in names:
        if name not in known and storage.get_modified_time(name) < now() - ORPHANED:
            storage.delete(name)
            deleted += 1
    return deleted
