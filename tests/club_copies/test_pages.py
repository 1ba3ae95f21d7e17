"""The owner's pages of copies: make, download, upload, restore, delete; and the copy of the night."""

from datetime import timedelta
from threading import Thread

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import now
from psycopg import IsolationLevel
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import AuditEntry, Club, Role
from clubtornei.club_copies.actions import copy_changed_clubs
from clubtornei.club_copies.copy_jobs import locking
from clubtornei.club_copies.models import MOST_COPIES, ClubCopy, CopyReason, files
from clubtornei.club_copies.restoring import lock
from clubtornei.events.writing import writing
from tests.at_once import in_a_thread, until_one_waits_for_a_lock
from tests.club_copies.copies import all_files, copy_of, files_in, zipped
from tests.factories import make_club, make_played_event, make_player, signed_in
from tests.jobs.doing import do_jobs

pytestmark = pytest.mark.django_db


def page(club: Club, name: str = "copies", *args: str) -> str:
    return reverse(f"club_copies:{name}", args=[club.slug, *args])


def make_copy(owner: Client, club: Club, **sent: str) -> ClubCopy:
    owner.post(page(club, "copy_new"), sent)
    do_jobs()
    return club.copies.latest("made_at")


def upload(owner: Client, club: Club, content: bytes) -> str:
    """Where the page leads."""
    answer = owner.post(page(club, "upload"), {"file": SimpleUploadedFile("copia.zip", content)})
    return answer.headers.get("Location", "") or answer.text


def test_a_copy_is_made_listed_and_downloaded(owner: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    assert "fanne una adesso" in owner.get(page(club)).text
    owner.post(page(club, "copy_new"))
    assert "Si sta facendo una copia" in owner.get(page(club)).text
    owner.post(page(club, "copy_new"))
    do_jobs()
    copy = club.copies.get()
    assert not copy.with_mail
    shown = owner.get(page(club)).text
    assert "fatta a mano" in shown
    answer = owner.get(page(club, "download", copy.pk))
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="{club.slug}-')
    assert files_in(content) == files_in(copy_of(club, with_mail=False))
    assert f"tornei/{event.slug}/torneo.json" in all_files(content)
    assert "private" in answer.headers["Cache-Control"]
    assert AuditEntry.objects.filter(club=club, what="club_copy").exists()


def test_with_mail_addresses_if_asked(owner: Client, club: Club) -> None:
    make_player(club, "Ada", contact="ada@example.org")
    assert make_copy(owner, club, with_mail="on").with_mail
    assert "con gli indirizzi di posta" in owner.get(page(club)).text


def test_the_whole_club_is_restored_after_what_it_replaces_was_shown(owner: Client, club: Club) -> None:
    event = make_played_event(4, 2, club, name="Sociale")
    before, copy = files_in(copy_of(club, with_mail=False)), make_copy(owner, club)
    make_played_event(4, 1, club, name="Di troppo")
    event.stages.get().rounds.get(number=2).delete()
    edited = files_in(copy_of(club))
    shown = owner.get(page(club, "restore", copy.pk)).text
    for said in ("Di troppo", "non c’è: con tutto il circolo si elimina", "turni: 2", "turni: 1"):
        assert said in shown
    owner.post(page(club, "restore", copy.pk), {"event": ""})
    assert "Si sta ripristinando" in owner.get(page(club)).text
    do_jobs()
    assert "Ripristinato. Com’era prima sta nella copia più recente." in owner.get(page(club)).text
    assert files_in(copy_of(club, with_mail=False)) == before
    kept = club.copies.get(why=CopyReason.RESTORE)
    with files().open(kept.file) as file:
        assert files_in(file.read()) == edited
    assert AuditEntry.objects.filter(club=club, what="club_restored").exists()


def test_one_event_is_restored(owner: Client, club: Club) -> None:
    event = make_played_event(4, 2, club, name="Sociale")
    copy = make_copy(owner, club)
    event.stages.get().rounds.all().delete()
    other = make_played_event(4, 1, club, name="Dopo")
    owner.post(page(club, "restore", copy.pk), {"event": event.slug})
    do_jobs()
    assert event.stages.get().rounds.count() == 2
    assert club.events.filter(pk=other.pk).exists()
    assert owner.get(f"/e/{event.slug}/rounds/2/").status_code == 200
    assert owner.get(f"/e/{event.slug}/history/").status_code == 200


def test_a_file_of_another_installation_is_uploaded_and_restored(owner: Client, club: Club) -> None:
    make_played_event(4, 1, club, name="Sociale")
    content = copy_of(club)
    club.events.get().delete()
    path = upload(owner, club, content)
    assert "Sociale" in owner.get(path).text
    owner.post(path, {"event": ""})
    do_jobs()
    assert club.events.get().name == "Sociale"


def test_what_is_no_copy_is_refused_with_a_reason(owner: Client, club: Club) -> None:
    assert "non è un file ZIP" in upload(owner, club, b"no zip")
    assert "circolo.json: manca" in upload(owner, club, zipped({"altro.txt": b""}))
    assert not club.copies.exists()


def test_what_cannot_be_restored_is_said_and_nothing_has_changed(owner: Client, club: Club) -> None:
    make_played_event(4, 1, club)
    name = f"tornei/{club.events.get().slug}/dati.json"
    content = all_files(copy_of(club))
    path = upload(owner, club, zipped({**content, name: b"{}"}))
    before = files_in(copy_of(club))
    owner.post(path, {"event": ""})
    do_jobs()
    assert f"{name}: non è il torneo che dice l’indice." in owner.get(page(club)).text
    assert files_in(copy_of(club)) == before
    assert not club.copies.filter(why=CopyReason.RESTORE).exists()


def test_a_copy_of_another_club_is_not_there(owner: Client, club: Club) -> None:
    other = make_club()
    make_player(other, "Ada")
    copy = make_copy(signed_in(other, Role.OWNER), other)
    for name in ("download", "restore"):
        assert owner.get(page(club, name, copy.pk)).status_code == 404
    for name in ("restore", "delete"):
        assert owner.post(page(club, name, copy.pk)).status_code == 404
    assert other.copies.exists()


def test_a_deleted_copy_is_gone_with_its_file(owner: Client, club: Club) -> None:
    copy = make_copy(owner, club)
    assert "va persa per sempre" in owner.get(page(club, "delete", copy.pk)).text
    owner.post(page(club, "delete", copy.pk))
    assert not club.copies.exists()
    assert not files().exists(copy.file)


def test_a_copy_whose_file_is_gone_says_so(owner: Client, club: Club) -> None:
    copy = make_copy(owner, club)
    files().delete(copy.file)
    for name in ("download", "restore"):
        answer = owner.get(page(club, name, copy.pk), follow=True)
        assert "Il file di questa copia non c’è più" in answer.text


def test_the_last_copies_are_kept_and_files_without_one_go(
    owner: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_copy(owner, club)
    for _number in range(MOST_COPIES):
        make_copy(owner, club)
    assert club.copies.count() == MOST_COPIES
    assert not club.copies.filter(pk=first.pk).exists()
    call_command("copy_clubs")
    assert files().exists(first.file)
    monkeypatch.setattr("clubtornei.club_copies.actions.ORPHANED", timedelta(0))
    call_command("copy_clubs")
    assert not files().exists(first.file)
    assert files().exists(club.copies.latest("made_at").file)


def test_by_night_a_club_is_copied_once_if_it_has_changed(club: Club) -> None:
    make_club()  # has nothing
    event = make_played_event(4, 1, club)

    def at_night() -> int:
        call_command("copy_clubs")
        do_jobs()
        return ClubCopy.objects.filter(why=CopyReason.NIGHT).count()

    assert at_night() == 1
    with writing(event):
        pass
    assert at_night() == 1  # of the same night
    ClubCopy.objects.update(made_at=now() - timedelta(days=1))
    assert at_night() == 2
    ClubCopy.objects.update(made_at=now() - timedelta(days=2))
    assert at_night() == 2  # nothing has changed


def test_a_night_asks_once_for_all_clubs_that_have_not_changed(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for other in (club, make_club(), make_club()):
        make_player(other)
    copy_changed_clubs()
    do_jobs()
    ClubCopy.objects.update(made_at=now() - timedelta(days=2))
    with django_assert_num_queries(7):
        assert copy_changed_clubs() == 0


def test_the_page_takes_as_many_queries_for_many_copies_and_events(owner: Client, club: Club) -> None:
    make_played_event(4, 1, club)
    copy = make_copy(owner, club)

    def queries(*path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert owner.get(page(club, *path)).status_code == 200
        return len(captured)

    few = queries(), queries("restore", copy.pk)
    make_played_event(4, 1, club)
    copy = make_copy(owner, club)
    assert (queries(), queries("restore", copy.pk)) == few


@pytest.mark.django_db(transaction=True)
def test_a_restore_sees_what_was_written_while_it_waited_for_its_locks() -> None:
    """The process of a job sees one moment only; there a lock that was waited for would be an error."""
    options = connection.settings_dict["OPTIONS"]
    connection.close()
    options["isolation_level"] = IsolationLevel.REPEATABLE_READ
    try:
        with locking(), connection.cursor() as cursor:
            cursor.execute("SHOW transaction_isolation")
            assert cursor.fetchone() == ("read committed",)
    finally:
        connection.close()
        del options["isolation_level"]


@pytest.mark.django_db(transaction=True)
def test_a_restore_locks_the_club_after_its_events(club: Club) -> None:
    """As all do who write to an event: each would wait for the other."""
    event = make_played_event(4, 1, club)
    restoring = Thread(target=lambda: in_a_thread(lambda: transaction.atomic()(lock)(club)))
    with writing(event):
        restoring.start()
        until_one_waits_for_a_lock()
        assert Club.objects.select_for_update(nowait=True, no_key=True).get(pk=club.pk)
    restoring.join(timeout=30)


def test_the_readme_names_every_file(club: Club) -> None:
    make_played_event(4, 1, club)
    contents = all_files(copy_of(club))
    said = contents.pop("LEGGIMI.txt").decode()
    assert {name for name in contents if name.rpartition("/")[2] not in said} == set()
