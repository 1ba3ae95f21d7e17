"""A club → one ZIP file of JSON documents, readable without this program. What a laptop sends is not in it.

Rows are written table by table, as they are: so a copy has all that the club has, whatever the documents of
events and circuits leave out, and a column that is added later comes into it by itself. The document of
each event lies beside its rows, for other programs. In a file rows are numbered from 1 (`id`) in the order in
which they were made, and refer to each other by these numbers; no key of the database is in it. The same club
gives the same files.
"""

import hashlib
import re
import zipfile
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import IO

import msgspec
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import Count, ForeignKey, Max, Model, QuerySet, Sum
from django.utils.timezone import now
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.club_history import history_below, history_models
from clubtornei.accounts.models import Club, ClubLogo, name_of_user
from clubtornei.club_copies.frozen_circuits import renamings, with_other_numbers
from clubtornei.club_copies.tables import (
    OF_CIRCUITS,
    OF_CLUB,
    OF_EVENT,
    OF_PRESETS,
    OF_ROSTER,
    WITH_MAIL,
    CopiedTable,
    Fields,
    copied_fields,
)
from clubtornei.events.exact import ExactEncoder
from clubtornei.events.models import Event, Preset
from clubtornei.jobs.process import Progress, ReportProgress
from clubtornei.players.models import Player, RosterVersion
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.models import ResultEntry
from clubtornei.rounds.state.site_facts import Moment
from clubtornei.season.models import Circuit, ClubPages
from clubtornei.text.untyped import JsonObject
from scoring.document import write

FORMAT = 1
CLUB, ROSTER, PRESETS, CIRCUITS = "circolo.json", "giocatori.json", "modelli.json", "circuiti.json"
README = "LEGGIMI.txt"
LOGO = {"image": "logo/grande.png", "small": "logo/piccolo.webp", "icon": "logo/icona.png"}
MAIL = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+")

Numbers = dict[type[Model], dict[int, int | str]]
"""How the file calls each row, by model and primary key."""


def event_file(slug: str, name: str) -> str:
    """`dati`: its rows; `storia`: who did what; `torneo`: its document."""
    return f"tornei/{slug}/{name}.json"


class EventSummary(Struct, frozen=True):
    """What the page shows of an event in a copy."""

    slug: str
    name: str
    starts_on: str
    players: int
    rounds: int
    closed: bool


class ClubFile(Struct, frozen=True):
    """`circolo.json`: what the copy is, the club and its settings, and which events are in it."""

    program: str
    format: int
    made_at: Moment
    with_mail: bool
    players: int
    presets: int
    circuits: int
    club: JsonObject
    pages: list[JsonObject]
    events: list[EventSummary]


def club_fingerprint(club: Club) -> str:
    """A digest of the club, the same as long as nothing of it changes. Five queries."""
    return club_fingerprints([club])[club.pk]


def club_fingerprints(clubs: Sequence[Club]) -> dict[int, str]:
    """Those of all these clubs, by their keys. Five queries."""
    parts = [
        list(rows.order_by("club", "pk").values_list("club", *fields))
        for rows, fields in (
            (ClubPages.objects.filter(club__in=clubs), ["people"]),
            (Preset.objects.filter(club__in=clubs), ["pk", "name"]),
            (RosterVersion.objects.filter(club__in=clubs), ["version"]),
        )
    ]
    parts += [
        list(rows.values_list("club").annotate(Count("pk"), Max("pk"), Sum("version")).order_by("club"))
        for rows in (Event.objects.run_here().filter(club__in=clubs), Circuit.objects.filter(club__in=clubs))
    ]
    states: dict[int, list[object]] = {
        club.pk: [getattr(club, field.attname) for field in Club._meta.concrete_fields] for club in clubs
    }
    for part in parts:
        rows_of = {club: list(rows) for club, rows in groupby(part, itemgetter(0))}
        for club, state in states.items():
            state.append(rows_of.get(club))
    return {club: hashlib.sha256(repr(state).encode()).hexdigest() for club, state in states.items()}


def pack(club: Club, out: IO[bytes], report_progress: ReportProgress, *, with_mail: bool) -> None:
    """Write the copy, of one moment if it is read in one transaction; progress is in events."""
    events = list(club.events.run_here().order_by("pk"))
    numbers: Numbers = {Event: dict(club.events.values_list("pk", "slug"))}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(README, _readme(club))
        roster = _tables(OF_ROSTER, club, numbers, with_mail=with_mail)
        presets = _tables(OF_PRESETS, club, numbers, with_mail=with_mail)
        circuits = _circuits(club, numbers)
        for name, content in ((ROSTER, roster), (PRESETS, presets), (CIRCUITS, circuits)):
            archive.writestr(name, _json(content))
        summaries = []
        for done, event in enumerate(events):
            report_progress(Progress(done, len(events)))
            summaries.append(_pack_event(event, archive, numbers, with_mail=with_mail))
        for part, name in LOGO.items():
            for content in ClubLogo.objects.filter(club=club).values_list(part, flat=True):
                archive.writestr(name, bytes(content))
        about = ClubFile(
            program="ClubTornei",
            format=FORMAT,
            made_at=now(),
            with_mail=with_mail,
            players=len(roster["players"]),
            presets=len(presets["presets"]),
            circuits=len(circuits["circuits"]),
            club=_rows(Club._base_manager.filter(pk=club.pk), Club, {}, with_mail=True)[0],
            pages=_tables(OF_CLUB, club, numbers, with_mail=with_mail)["pages"],
            events=summaries,
        )
        archive.writestr(CLUB, _json(msgspec.to_builtins(about)))


def _pack_event(event: Event, archive: zipfile.ZipFile, of_club: Numbers, *, with_mail: bool) -> EventSummary:
    numbers: Numbers = {Player: of_club[Player], Event: of_club[Event]}
    row = _rows(Event._base_manager.filter(pk=event.pk), Club, {}, with_mail=with_mail)[0]
    rows = {"event": row, **_tables(OF_EVENT, event, numbers, with_mail=with_mail)}
    history = _history(event, numbers)
    if event.awaits_draw:  # who has the seed before the draw can compute it
        row |= {"seed": "", "commitment": "", "draw_method": ""}
        for version in history["events"]:
            version["seed"] = ""
    for clock in rows["clocks"]:
        if clock["stopped_at"] is None:  # the judge alone may see the minute
            clock |= {"secret_minute": None, "secret_salt": ""}
    archive.writestr(event_file(event.slug, "dati"), _json(rows))
    archive.writestr(event_file(event.slug, "storia"), _json(history))
    archive.writestr(event_file(event.slug, "torneo"), write(exported(event)))
    return EventSummary(
        slug=event.slug,
        name=event.name,
        starts_on=event.starts_on.isoformat(),
        players=len(rows["entries"]),
        rounds=len(rows["rounds"]),
        closed=event.closed,
    )


def _tables(tables: Iterable[CopiedTable], owner: Model, numbers: Numbers, *, with_mail: bool) -> JsonObject:
    return {
        table.name: _rows(table.rows_of(owner), type(owner), numbers, with_mail=with_mail) for table in tables
    }


def _rows(
    rows: "QuerySet[Model]", owner: type[Model], numbers: Numbers, *, with_mail: bool
) -> list[JsonObject]:
    """The rows in the order of their keys, numbered."""
    model = rows.model
    fields = copied_fields(model, owner)
    own = numbers.setdefault(model, {}) if model is not Event else {}
    hidden = set() if with_mail else WITH_MAIL.get(model._meta.label, set())
    found = []
    for pk, *values in rows.order_by("pk").values_list("pk", *(field.attname for field in fields)):
        own[pk] = len(own) + 1
        row: JsonObject = {"id": own[pk]}
        for field, value in zip(fields, values, strict=True):
            if isinstance(field, ForeignKey) and value is not None:
                value = numbers[field.related_model][value]
            row[field.name] = _without_mail(value) if field.name in hidden else value
        found.append(row)
    if model is ResultEntry:
        names = _Names()
        users = rows.order_by("pk").values_list("user", flat=True)
        for row, user in zip(found, users, strict=True):
            row["who"] = names.of(user) or row["who"]
    return found


def _without_mail(value: object) -> object:
    if isinstance(value, str):
        return MAIL.sub("", value).strip() if "@" in value else value
    return [_without_mail(part) for part in value] if isinstance(value, list | tuple) else value


def _circuits(club: Club, numbers: Numbers) -> JsonObject:
    circuits = _tables(OF_CIRCUITS, club, numbers, with_mail=True)
    pks = renamings(numbers)
    for row in circuits["circuits"]:
        row["frozen"] = with_other_numbers(row["frozen"], pks)
    return circuits


def _history(event: Event, numbers: Numbers) -> JsonObject:
    """The versions of all rows of the event, deleted ones too, which are numbered behind the others; of each
    who made it, by name.
    """
    own = history_models()[Event]._base_manager.filter(pgh_obj_id=event.pk)
    found = {rows.model: rows for rows in (own, *history_below(Event, [event.pk]))}
    names = _Names()
    return {
        _plural(tracked): _versions(tracked, found[model].order_by("pgh_id"), numbers, names)
        for tracked, model in history_models().items()
        if model in found
    }


def _plural(tracked: type[Model]) -> str:
    """The key of its history: that of its rows."""
    return next((table.name for table in OF_EVENT if table.model is tracked), "events")


def _versions(
    tracked: type[Model], rows: "QuerySet[Model]", numbers: Numbers, names: "_Names"
) -> list[JsonObject]:
    fields = history_fields(rows.model)
    users = [
        field.attname for field in rows.model._meta.concrete_fields if field.related_model is names.model
    ]
    versions = []
    for values in rows.values("pgh_context__metadata", *users, *(field.attname for field in fields)):
        row: JsonObject = {}
        for field in fields:
            value = values[field.attname]
            if isinstance(field, ForeignKey) and value is not None:
                value = _number_in_history(field, value, numbers)
            row[field.name] = value
        metadata = values["pgh_context__metadata"] or {}
        user = metadata.get("user") or next((values[column] for column in users if values[column]), None)
        row["who"] = metadata.get("who") or names.of(user)
        versions.append(row)
    return versions


def history_fields(model: type[Model]) -> Fields:
    """The columns of a version that are in a copy."""
    skipped = {get_user_model(), Club, apps.get_model("pghistory", "Context")}
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and field.related_model not in skipped
    ]


def _number_in_history(field: "ForeignKey[Model, Model]", pk: int, numbers: Numbers) -> int | str | None:
    """Rows that are gone have a number of their own, but for players, who are then unknown."""
    known = numbers.setdefault(field.related_model, {})
    if field.null:
        return known.get(pk)
    return known.setdefault(pk, len(known) + 1)


class _Names:
    """The names of users, each read once."""

    def __init__(self) -> None:
        self.model = get_user_model()
        self.found: dict[int, str] = {}

    def of(self, pk: int | None) -> str:
        if pk is None:
            return ""
        if pk not in self.found:
            user = self.model.objects.filter(pk=pk).first()
            self.found[pk] = name_of_user(user) if user else ""
        return self.found[pk]


def _json(value: object) -> bytes:
    return msgspec.json.format(ExactEncoder().encode(value).encode(), indent=1)


def _readme(club: Club) -> str:
    return _(
        "Copia del circolo «%(club)s», fatta con ClubTornei.\n"
        "\n"
        "circolo.json    il circolo, le sue impostazioni, l’indice dei tornei\n"
        "giocatori.json  l’elenco dei giocatori\n"
        "modelli.json    i modelli di torneo\n"
        "circuiti.json   i circuiti, con i risultati dei tornei giocati altrove\n"
        "logo/           il logo\n"
        "tornei/NOME/    un torneo:\n"
        "  torneo.json   il suo documento: lo legge «Importa un torneo», e lo verifica\n"
        "                python -m pairing check\n"
        "  dati.json     tutte le sue righe: fasi, iscritti, turni, tavoli, posti, risultati\n"
        "  storia.json   chi ha cambiato che cosa, e quando\n"
        "\n"
        "Sono file di testo JSON in UTF-8. Nei file «id» è il numero di una riga; le altre righe la\n"
        "citano con quel numero: «player» è un «id» di giocatori.json. Un torneo si cita con il nome\n"
        "della cartella.\n"
        "\n"
        "Non ci sono: chi organizza e le password, gli inviti, i link e i QR, le chiavi, il seme di un\n"
        "sorteggio annunciato e non ancora fatto. Ci sono invece nomi, anni di nascita e recapiti: tieni\n"
        "il file dove nessun altro può leggerlo.\n"
        "\n"
        "Per ripristinare: nel circolo, Circolo, Copie, Copie del circolo, Ripristina da un file. Va\n"
        "bene anche un’altra installazione di ClubTornei.\n"
    ) % {"club": club.name}
