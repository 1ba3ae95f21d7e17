"""A club's copies, made and read in this process."""

import io
import zipfile
from collections.abc import Mapping

import msgspec

from clubtornei.accounts.models import Club
from clubtornei.club_copies.packing import CLUB, README, pack
from clubtornei.club_copies.reading import opened
from clubtornei.club_copies.restoring import restore_club


def copy_of(club: Club, *, with_mail: bool = True) -> bytes:
    out = io.BytesIO()
    pack(club, out, lambda _progress: None, with_mail=with_mail)
    return out.getvalue()


def all_files(copy: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def files_in(copy: bytes) -> dict[str, bytes]:
    """Its files, but for when it was made, and the words for people."""
    files = all_files(copy)
    del files[README]
    about = msgspec.json.decode(files[CLUB])
    del about["made_at"]
    return files | {CLUB: msgspec.json.encode(about)}


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def restore(club: Club, copy: bytes, *, strange: bool = False) -> None:
    with opened(io.BytesIO(copy)) as archive:
        restore_club(club, archive, lambda _progress: None, strange=strange)
