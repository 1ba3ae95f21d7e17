"""A copy → the club: the whole of it, or one event. Members and their roles stay as they are.

What is replaced is locked first. An event that is there keeps its row, and so the addresses of its hall, its
place in circuits, and its public page; everything below it is new. What a laptop sends is left alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import Error, OperationalError, transaction
from django.db.models import Field, ForeignKey, Model
from django.utils.translation import gettext as _
from msgspec import convert

from clubtornei.accounts.actions import lock_club
from clubtornei.accounts.club_actions import put_logo
from clubtornei.accounts.club_history import delete_history_of, delete_with_history, history_models
from clubtornei.accounts.forms import SitesField
from clubtornei.accounts.logos import Logo, read_logo
from clubtornei.accounts.models import Club
from clubtornei.club_copies.frozen_circuits import renamings, with_other_numbers
from clubtornei.club_copies.packing import (
    CIRCUITS,
    CLUB,
    LOGO,
    PRESETS,
    ROSTER,
    EventSummary,
    event_file,
    history_fields,
)
from clubtornei.club_copies.reading import CopyArchive, CopyUnreadable, unreadable
from clubtornei.club_copies.tables import (
    OF_CIRCUITS,
    OF_CLUB,
    OF_EVENT,
    OF_PRESETS,
    OF_ROSTER,
    Fields,
    copied_fields,
)
from clubtornei.club_copies.writing_rows import (
    Keys,
    check_constraints,
    columns_of,
    insert,
    insert_columns,
    made_columns,
    new_keys,
    numbers_in,
    rows_in,
    update_columns,
)
from clubtornei.events.actions import free_slug
from clubtornei.events.details import EventDetails, StageDetails
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.events.writing import ActionRefused
from clubtornei.jobs.process import Progress, ReportProgress
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.exporting import document_of as document_of_event
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.pages.history.history import history_page
from clubtornei.rounds.participation.signups.questions import Question
from clubtornei.season.circuits.documents import document_of as document_of_circuit
from clubtornei.season.models import ClubRatings, EventRecord
from clubtornei.text.untyped import JsonObject
from pairing.registry import SYSTEM_SPECS
from scoring.circuit_document import write_circuit
from scoring.circuit_reading import read_circuit
from scoring.document import DocumentError, write
from scoring.methods import METHODS
from scoring.reading import read


def check_rows(model: type[Model], rows: Sequence[JsonObject], file: str) -> None:
    """Each value by the choices and the validators of its column. Raises CopyUnreadable."""
    fields = [field for field in model._meta.concrete_fields if not field.is_relation]
    for row in rows:
        for field in fields:
            if row.get(field.name) not in (None, "", [], {}):
                _check_value(field, row[field.name], file)


def _check_value(field: "Field[object, object]", value: object, file: str) -> None:
    try:
        if field.choices and value not in dict(field.flatchoices):
            raise ValidationError(_("«%(value)s» non si può scegliere.") % {"value": value})
        if field.get_internal_type() != "JSONField":
            field.run_validators(field.to_python(value))
    except (ValidationError, TypeError, ValueError, ArithmeticError) as error:
        why = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        raise unreadable(file, f"{field.name}: {why}") from error


def check_sites(row: JsonObject, file: str) -> None:
    """Whose pages may show the club's: they are in a header."""
    sites = row.get("embedding_sites", [])
    try:
        same = SitesField(required=False).clean("\n".join(sites)) == sites
    except (ValidationError, TypeError):
        same = False
    if not same:
        raise unreadable(file, _("i siti che incorporano le pagine non sono indirizzi di siti."))


def check_event(event: Event, file: str) -> None:
    """Its document is read as one from outside, and brought in once, to nowhere."""
    with readable(file):
        document = read(write(document_of_event(event)), SYSTEM_SPECS)
        try:
            with transaction.atomic():
                import_event(event.club, document)
                raise _RollBack
        except _RollBack:
            pass
        for settings in SignUpSettings.objects.filter(event=event):
            convert(settings.questions, list[Question])


def check_history(event: Event, file: str) -> None:
    """Every line of it is made once, of the results that were entered too."""
    with readable(file):
        history_page(event, None, q="?")


class _RollBack(Exception):
    pass


def check_club(club: Club) -> None:
    """What is in JSON columns, once it is written."""
    for preset in club.presets.all():
        with readable(PRESETS):
            for stage in convert(preset.stages, list[StageDetails]):
                if stage.system not in SYSTEM_SPECS or stage.scoring not in METHODS:
                    raise ValueError(preset.name)
            convert({**preset.details, "name": preset.name, "starts_on": "2000-01-01"}, EventDetails)
    for circuit in club.circuits.all():
        with readable(CIRCUITS):
            read_circuit(write_circuit(document_of_circuit(circuit)), SYSTEM_SPECS)


@contextmanager
def readable(file: str) -> Iterator[None]:
    try:
        yield
    except CopyUnreadable:
        raise
    except DocumentError as error:
        issue = error.issues[0]
        raise unreadable(file, f"{issue.path} ({issue.code}).") from error
    except ActionRefused as error:
        raise unreadable(file, str(error)) from error
    except OperationalError:  # of the server, not of the file
        raise
    except (
        Error,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        ArithmeticError,
        LookupError,
        ValidationError,
    ) as error:
        raise unreadable(file, _("non si può leggere (%(why)s).") % {"why": error}) from error


def lock(club: Club) -> None:
    """Until the transaction ends nobody else writes to the club or to any of its events."""
    list(Event.objects.select_for_update().filter(club=club).order_by("pk").values_list("pk"))
    lock_club(club)  # as who writes to an event locks the club after it


def restore_club(club: Club, archive: CopyArchive, report_progress: ReportProgress, *, strange: bool) -> None:
    """Replace everything, in the transaction of the caller, who has locked it. `strange`: the file comes from
    outside, and is checked as what people type. Raises CopyUnreadable; then the caller rolls back.
    """
    for event in club.events.run_here().exclude(slug__in=archive.events):
        delete_with_history(event)
    for event in club.events.run_here():
        _empty(event)
    for gone in (club.circuits, club.presets, club.players):
        gone.all().delete()
    keys: Keys = {}
    _write_club(club, archive, keys, strange=strange)
    roster, presets = archive.roster, archive.presets
    for content, tables, file in ((roster, OF_ROSTER, ROSTER), (presets, OF_PRESETS, PRESETS)):
        for table in tables:
            rows = rows_in(content, table.name, file)
            if strange:
                check_rows(table.model, rows, file)
            insert(table, rows, club, keys, file)
    received = club.events.filter(received=True).values_list("slug", "pk")  # they stay in its circuits
    events: dict[int | str, int] = dict(received)
    for done, summary in enumerate(archive.about.events):
        report_progress(Progress(done, len(archive.about.events)))
        events[summary.slug] = write_event(club, archive, summary, keys[Player], strange=strange).pk
    _write_circuits(club, archive, keys | {Event: events}, strange=strange)
    ClubRatings.objects.filter(club=club).delete()
    if strange:
        check_club(club)


def restore_event(club: Club, archive: CopyArchive, slug: str, *, strange: bool) -> Event:
    """Replace one event, or add it, with the players of the roster who are in it; whom the roster does not
    have is added to it.
    """
    summary = archive.events[slug]
    if event := club.events.run_here().filter(slug=slug).first():
        _empty(event)
    players = _players_for(club, archive, summary, strange=strange)
    written = write_event(club, archive, summary, players, strange=strange)
    ClubRatings.objects.filter(club=club).delete()
    return written


def _empty(event: Event) -> None:
    """All that is below it, but its row."""
    for table in reversed(OF_EVENT):
        table.rows_of(event).delete()
    event.request_keys.all().delete()
    EventRecord.objects.filter(event=event).delete()


def _write_club(club: Club, archive: CopyArchive, keys: Keys, *, strange: bool) -> None:
    row = archive.about.club
    if strange:
        check_rows(Club, [row], CLUB)
        check_sites(row, CLUB)
    update_columns(club, columns_of(row, copied_fields(Club, Club), keys, CLUB), CLUB)
    for table in OF_CLUB:
        table.rows_of(club).delete()
        insert(table, archive.about.pages, club, keys, CLUB)
    put_logo(club, _logo_in(archive, strange=strange))


def _logo_in(archive: CopyArchive, *, strange: bool) -> Logo | None:
    parts = {part: archive.bytes(name) for part, name in LOGO.items()}
    if not parts["image"]:
        return None
    if not strange and parts["small"] and parts["icon"]:
        return Logo(image=parts["image"], small=parts["small"], icon=parts["icon"])
    try:
        return read_logo(parts["image"])
    except ValidationError as error:
        raise unreadable(LOGO["image"], " ".join(error.messages)) from error


def write_event(
    club: Club, archive: CopyArchive, summary: EventSummary, players: dict[int | str, int], *, strange: bool
) -> Event:
    """The event with its history; `players`: the keys of those on the roster, by number."""
    file, content = event_file(summary.slug, "dati"), archive.rows_of(summary)
    row = content.get("event")
    if not isinstance(row, dict) or row.get("slug") != summary.slug:
        raise unreadable(file, _("non è il torneo che dice l’indice."))
    keys: Keys = {Player: players}
    event = _write_event_row(club, row, file, strange=strange)
    keys[Event] = {summary.slug: event.pk}
    for table in OF_EVENT:
        rows = rows_in(content, table.name, file)
        if strange:
            check_rows(table.model, rows, file)
        insert(table, rows, event, keys, file)
    check_constraints(file)
    if strange:
        check_event(event, file)
    delete_history_of(Event, [event.pk])  # with what the deletion itself has added to it
    history = event_file(summary.slug, "storia")
    _write_history(club, event, archive.history_of(summary), keys, history)
    if strange:
        check_history(event, history)
    return event


def _write_event_row(club: Club, row: JsonObject, file: str, *, strange: bool) -> Event:
    """In the place of the club's event that has its slug; a new one gets another slug if that is taken."""
    if strange:
        check_rows(Event, [row], file)
    event = club.events.run_here().filter(slug=row["slug"]).first()
    fields = copied_fields(Event, Club)
    columns = columns_of(row, fields, {}, file)
    if event:
        update_columns(event, {**columns, "version": event.version + 1}, file)
        return Event.objects.get(pk=event.pk)
    pk = new_keys(Event, 1)[0]
    slug = free_slug(Event, str(row["slug"]))
    own = {"id": pk, "club_id": club.pk, "slug": slug, "version": 1}
    insert_columns(Event, [{**made_columns(Event, row, fields), **columns, **own}], file)
    return Event.objects.get(pk=pk)


def _write_history(club: Club, event: Event, content: JsonObject, keys: Keys, file: str) -> None:
    """The versions, and who made them as a name: the copy has no users."""
    context_model = apps.get_model("pghistory", "Context")
    contexts: dict[str, object] = {}
    names = {table.model: table.name for table in OF_EVENT} | {Event: "events"}
    for tracked, model in history_models().items():
        rows = rows_in(content, names[tracked], file)
        fields = history_fields(model)
        _number_the_gone(rows, fields, keys)
        written = []
        for row, pk in zip(rows, new_keys(model, len(rows)), strict=True):
            columns = columns_of(row, fields, keys, file)
            who = str(row.get("who") or "").replace("\0", "")
            if who and who not in contexts:
                contexts[who] = context_model.objects.create(metadata={"who": who[:150]}).pk
            columns |= {"pgh_id": pk, "pgh_context_id": contexts.get(who)}
            if tracked is Event:
                columns["club_id"] = club.pk
            written.append(columns)
        insert_columns(model, written, file)


def _number_the_gone(rows: Sequence[JsonObject], fields: Fields, keys: Keys) -> None:
    """New keys for the rows that only the history still knows."""
    gone: dict[type[Model], set[int]] = defaultdict(set)
    for field in fields:
        if isinstance(field, ForeignKey) and not field.null and field.related_model is not Event:
            known = keys.setdefault(field.related_model, {})
            gone[field.related_model] |= numbers_in(rows, field.name) - known.keys()
    for model, numbers in gone.items():
        keys[model] |= dict(zip(sorted(numbers), new_keys(model, len(numbers)), strict=True))


def _write_circuits(club: Club, archive: CopyArchive, keys: Keys, *, strange: bool) -> None:
    content = archive.circuits
    for table in OF_CIRCUITS:
        rows = rows_in(content, table.name, CIRCUITS)
        if strange:
            check_rows(table.model, rows, CIRCUITS)
        if table.name == "circuits":
            rows = [{**row, "slug": free_slug(table.model, str(row.get("slug")))} for row in rows]
        if table.name == "items":  # an event that a laptop sent to the club's old place is not in the copy
            rows = [
                row for row in rows if not isinstance(row.get("event"), str) or row["event"] in keys[Event]
            ]
        insert(table, rows, club, keys, CIRCUITS)
    known = renamings(keys)
    with readable(CIRCUITS):
        for circuit in club.circuits.exclude(frozen=None):
            circuit.frozen = with_other_numbers(circuit.frozen, known)
            circuit.save(update_fields=["frozen"])


def _players_for(
    club: Club, archive: CopyArchive, summary: EventSummary, *, strange: bool
) -> dict[int | str, int]:
    """Who of the roster each player of the copy is: by his number of FIDE or of the federation, else by his
    name if one person has it; whom the event needs and the roster does not have is added.
    """
    rows = rows_in(archive.roster, "players", ROSTER)
    content = archive.rows_of(summary)
    file = event_file(summary.slug, "dati")
    needed = {
        number
        for table in ("entries", "sign_ups")
        for number in numbers_in(rows_in(content, table, file), "player")
    }
    roster, new = list(club.players.all()), []
    found: dict[int | str, int] = {}
    for row in rows:
        number, same = row.get("id"), _same(roster, row)
        if same and isinstance(number, int):
            found[number] = same.pk
        elif isinstance(number, int) and number in needed:
            new.append(row)
    if strange:
        check_rows(Player, new, ROSTER)
    keys: Keys = {}
    insert(OF_ROSTER[0], new, club, keys, ROSTER)
    # Two people of the copy who are one by now are in no event both.
    taken: set[int] = set()
    for number in needed & found.keys():
        if found[number] in taken:
            raise unreadable(ROSTER, _("due persone del torneo sono oggi la stessa: separale prima."))
        taken.add(found[number])
    return {**found, **keys[Player]}


def _same(roster: Sequence[Player], row: JsonObject) -> Player | None:
    for column in ("fide_id", "fsi_id"):
        if row.get(column):
            for player in roster:
                if getattr(player, column) == row[column]:
                    return player
    name = sort_key(str(row.get("name")))
    named = [player for player in roster if player.sort_name == name and _may_be(player, row)]
    return named[0] if len(named) == 1 else None


def _may_be(player: Player, row: JsonObject) -> bool:
    """Whether nothing that both say of him differs."""
    return all(
        not row.get(column) or not getattr(player, column) or getattr(player, column) == row[column]
        for column in ("fide_id", "fsi_id", "birth_year")
    )
