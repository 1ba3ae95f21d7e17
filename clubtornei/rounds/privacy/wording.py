"""What the site knows of a person, in words: what columns and their facts are called, and what they say.

The words of a model's own fields come first (its `verbose_name` and choices), then those of the tables below;
what has neither is shown by its name, so that nothing is left out. Keys of the database are only in the file.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from msgspec import Struct, to_builtins

from clubtornei.events.templatetags.dates import short_day
from clubtornei.players.identity import IN_DOCUMENT
from clubtornei.players.models import Rate, Sex
from clubtornei.rounds.core.counts import COUNTS
from clubtornei.rounds.core.formatting import points
from clubtornei.rounds.core.seat_names import COLOURS, colour_name
from clubtornei.rounds.privacy.queries import Known
from clubtornei.text.languages import translated
from clubtornei.text.untyped import JsonObject
from scoring.criteria import CRITERIA

Words = Mapping[str, str | Promise]

WORDS: Words = {
    **{count.name: count.title for count in COUNTS},
    "absences": gettext_lazy("assente ai turni"),
    "absent": gettext_lazy("assente ai turni"),
    "adjustments": gettext_lazy("punti dati o tolti dall’arbitro"),
    "at": gettext_lazy("quando"),
    "born": gettext_lazy("data o anno di nascita"),
    "category": gettext_lazy("categoria nazionale"),
    "circuit_name": gettext_lazy("circuito"),
    "colour": gettext_lazy("colore"),
    "day": gettext_lazy("data"),
    "declined": gettext_lazy("ha rinunciato"),
    "decided": gettext_lazy("era pari con altri per entrare nella fase, e si è deciso"),
    "decisions": gettext_lazy("come si è deciso fra chi era pari"),
    "decided_by": gettext_lazy("distinto da"),
    "entrants": gettext_lazy("entra nella fase"),
    "entry_no": gettext_lazy("numero di chi è iscritto"),
    "event_name": gettext_lazy("torneo"),
    "family": gettext_lazy("cognome"),
    "federation": gettext_lazy("federazione"),
    "fide_id": gettext_lazy("codice FIDE"),
    "fide_title": gettext_lazy("titolo FIDE"),
    "final": gettext_lazy("finale"),
    "first": gettext_lazy("dal turno"),
    "given": gettext_lazy("nome"),
    "interventions": gettext_lazy("interventi dell’arbitro"),
    "invited": gettext_lazy("aggiunto dall’arbitro"),
    "k": "K",
    "last": gettext_lazy("fino al turno"),
    "late_number": gettext_lazy("numero dato dopo il sorteggio"),
    "mark_chosen": gettext_lazy("contrassegno scelto dall’arbitro"),
    "members": gettext_lazy("componenti"),
    "month": gettext_lazy("mese della lista"),
    "national_id": gettext_lazy("tessera nazionale"),
    "opponent": gettext_lazy("avversario"),
    "origin": gettext_lazy("provenienza"),
    "other_ratings": gettext_lazy("punteggi nelle altre liste"),
    "parted": gettext_lazy("distinto da"),
    "pgh_created_at": gettext_lazy("scritto il"),
    "pgh_label": gettext_lazy("che cosa è successo"),
    "places": gettext_lazy("posti"),
    "played": gettext_lazy("partite giocate"),
    "player": gettext_lazy("numero di chi è iscritto"),
    "players": gettext_lazy("numeri degli iscritti"),
    "position": gettext_lazy("posto al tavolo"),
    "prohibited": gettext_lazy("incontri vietati"),
    "rank": gettext_lazy("posto in classifica"),
    "rating": "",  # stands behind the name of its list
    "rating_list": gettext_lazy("dalla lista"),
    "ratings": gettext_lazy("tutti i punteggi"),
    "reason": gettext_lazy("motivo"),
    "requested_byes": gettext_lazy("riposi richiesti"),
    "result": gettext_lazy("risultato"),
    "round": gettext_lazy("turno"),
    "round_number": gettext_lazy("turno"),
    "score": gettext_lazy("risultato al tavolo"),
    "sex": gettext_lazy("sesso"),
    "stage": gettext_lazy("fase"),
    "status": gettext_lazy("stato"),
    "table_number": pgettext_lazy("di qualsiasi gioco", "tavolo"),
    "text": gettext_lazy("testo"),
    "way": gettext_lazy("in che modo"),
    "withdrawals": gettext_lazy("ritirato dal turno"),
}
"""What columns and facts are called that no model names."""

_LISTS = {IN_DOCUMENT[name]: name.label for name in IN_DOCUMENT}
VALUES: Mapping[str, Words] = {
    "colour": {colour: colour_name(colour) for colour in COLOURS},
    "list": _LISTS,
    "rating_list": _LISTS,
    "rate": dict(Rate.choices),
    "sex": dict(Sex.choices),
    "way": {
        "play_off": gettext_lazy("spareggio"),
        "lot": gettext_lazy("sorteggio"),
        "arbiter": gettext_lazy("decisione dell’arbitro"),
    },
    "pgh_label": {
        "insert": gettext_lazy("scritto"),
        "update": gettext_lazy("cambiato"),
        "delete": gettext_lazy("tolto"),
    },
}
"""What codes mean, by the fact that has them."""
NUMBER = re.compile(r"-?\d+\.\d+")
"""As documents write it."""
ONLY_IN_FILE = ("id", "sort_name")
"""Columns that say nothing to a person."""
CRITERION_IN = ("parted", "decided_by")
"""Facts that name a ranking criterion."""
VALUES_OF_CRITERIA = "values"
"""The fact that has those of a ranking, by their names: its points are not those scored at a table."""


class Fact(Struct, frozen=True):
    name: str
    value: str


class StoredKind(Struct, frozen=True):
    """The rows of a table, each as the facts that are known."""

    key: str
    title: str
    rows: list[list[Fact]]

    @property
    def several(self) -> bool:
        return len(self.rows) > 1

    @property
    def columns(self) -> list[str]:
        """The names of all facts; each behind the one that it follows in a row."""
        names: list[str] = []
        for row in self.rows:
            place = 0
            for fact in row:
                if fact.name not in names:
                    names.insert(place, fact.name)
                place = names.index(fact.name) + 1
        return names

    @property
    def cells(self) -> list[list[str]]:
        """What each row says in each column; empty where that goes without saying."""
        columns = self.columns
        return [
            [", ".join(fact.value for fact in row if fact.name == name) for name in columns]
            for row in self.rows
        ]


def in_words(known: Mapping[str, Known]) -> list[StoredKind]:
    """The tables in which there is something."""
    return [
        StoredKind(key, kind.title, [list(_facts(_as_game(row), kind.model)) for row in kind.rows])
        for key, kind in known.items()
        if kind.rows
    ]


def _facts(row: JsonObject, model: type[Model] | None = None) -> Iterator[Fact]:
    """Without what is empty, or as it is for everybody of whom nothing else was said."""
    for name, value in row.items():
        if name in ONLY_IN_FILE or (name == "other_ratings" and _names_its_lists(row)):
            continue
        field = _field(model, name)
        plain = to_builtins(value) if isinstance(value, Struct) else value
        if plain in (None, "", [], {}, ()) or _goes_without_saying(field, plain):
            continue
        if name == VALUES_OF_CRITERIA:
            yield from (Fact(_criterion(key), _said(key, one)) for key, one in plain.items() if one)
        elif isinstance(plain, dict) and not all(key.isdecimal() for key in plain):
            yield from _facts(plain)
        elif said := _said(name, plain, field):
            yield Fact(capfirst(_called(name, field)), said)


def _as_game(row: JsonObject) -> JsonObject:
    """Of a game with an opponent without what its colour and its result say: the seat, and the share."""
    if row.get("opponent") is None:
        return row
    return {name: value for name, value in row.items() if name not in ("position", "score")}


def _names_its_lists(row: JsonObject) -> bool:
    """Whether the row has the same ratings with the names of their lists."""
    identity = row.get("identity")
    return bool((to_builtins(identity) or {}).get("ratings"))


def _field(model: type[Model] | None, name: str) -> "Field[object, object] | None":
    """The column; None: a fact that is none, or not of a table."""
    if model is None:
        return None
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        found = (field for field in model._meta.concrete_fields if field.attname == name)
        return next(found, None)
    return field if isinstance(field, Field) else None


def _goes_without_saying(field: "Field[object, object] | None", value: object) -> bool:
    if field is None:
        return value is False
    return field.primary_key or field.is_relation or (field.has_default() and field.get_default() == value)


def _called(name: str, field: "Field[object, object] | None" = None) -> str:
    if field is not None and isinstance(field.verbose_name, Promise):
        return str(field.verbose_name)
    if name.isdecimal():
        return _("turno %(number)s") % {"number": name}
    return str(WORDS[name]) if name in WORDS else _criterion(name)


def _criterion(name: str) -> str:
    return translated(CRITERIA[name].title) if name in CRITERIA else name.replace("_", " ")


def _said(name: str, value: object, field: "Field[object, object] | None" = None) -> str:
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    if isinstance(value, date):
        return short_day(localtime(value) if isinstance(value, datetime) and is_aware(value) else value)
    if isinstance(value, Decimal):
        return number_format(value.normalize())
    if name == "result":
        return points(str(value))
    if isinstance(value, dict):
        return _together(value)
    if isinstance(value, list | tuple):
        return ", ".join(_said(name, one) for one in value if one is not None)
    if name in CRITERION_IN:
        return _criterion(str(value))
    text = str(value)
    if NUMBER.fullmatch(text):
        return number_format(Decimal(text))
    choices: dict[str, str] = dict(field.flatchoices) if field is not None else {}
    return str(choices.get(text) or VALUES.get(name, {}).get(text, text))


def _together(facts: JsonObject) -> str:
    """The facts as one: codes first, then what stands behind them ("National rating 1512, K 20")."""
    there = {name: value for name, value in facts.items() if value not in (None, "", [], {})}
    codes = [_said(name, value) for name, value in there.items() if name in VALUES]
    behind = [_said(name, value) for name, value in there.items() if not WORDS.get(name, True)]
    named = [
        f"{_called(name)} {_said(name, value)}"
        for name, value in there.items()
        if name not in VALUES and WORDS.get(name, True)
    ]
    return ", ".join(filter(None, [" ".join([*codes, *behind]), *named]))
