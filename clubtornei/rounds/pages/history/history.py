"""Who did what in an event, and when: told from the versions that the database keeps of every row.

What one transaction did bears one time, so an import or many entries at once are one line. What is gone (a
discarded round, the tables of who left) is told all the same: the versions stay.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.events.stages import stage_title
from clubtornei.languages import translated
from clubtornei.players.models import RatingList
from clubtornei.rounds.core.formatting import number as written
from clubtornei.rounds.core.result_codes import outcome_of
from clubtornei.rounds.core.table_state import label_of
from clubtornei.rounds.numbers.methods import NumberingMethod
from clubtornei.rounds.pages.history.stage_changes import stage_words
from clubtornei.untyped import Columns
from scoring.criteria import CRITERIA
from scoring.standings import exact

ON_A_PAGE = 50
NAMES_SHOWN = 8
HIGHEST = 32_767  # number of a table: byes come after them all

Version = Columns
"""A row of an event table: the tracked columns, and pgh_id, pgh_created_at, pgh_label, pgh_obj_id, user."""


class Happening(Struct, frozen=True):
    """Something that was done. `result`: the version of a result to be told, where `words` are empty."""

    at: datetime
    place: int  # among what happened at the same time
    user: int | None
    words: str
    result: int | None = None


class Line(Struct, frozen=True):
    """A happening as it is read: when (local time), who (empty: nobody is known), what."""

    at: datetime
    who: str
    what: str


def history_page(event: Event, number: str | int | None) -> tuple[list[Line], Page[Happening]]:
    """The lines of one page of the event's history, newest first, and the page, which knows the others.

    A fixed number of queries, however much has happened.
    """
    past = _Past(event)
    happenings = sorted(past.happenings(), key=lambda one: (one.at, one.place), reverse=True)
    page = Paginator(happenings, ON_A_PAGE).get_page(number)
    return list(past.told(page)), page


class _Past:
    """The versions of everything in the event but its results, of which only those of a page are read."""

    def __init__(self, event: Event) -> None:
        self.demo = event.club.demo
        self.event = _versions("events.EventEvent", pgh_obj_id=event.pk)
        self.stages = _versions("events.StageEvent", event_id=event.pk)
        self.entries = _versions("events.EntryEvent", event_id=event.pk)
        self.rounds = _versions("rounds.RoundEvent", stage_id__in={row["pgh_obj_id"] for row in self.stages})
        self.round_numbers = {row["pgh_obj_id"]: row["number"] for row in self.rounds}
        self.names = {row["pgh_obj_id"]: row["name"] for row in self.entries}
        self.entry_nos = {row["entry_no"]: row["name"] for row in self.entries}

    def happenings(self) -> Iterator[Happening]:
        born = self.event[0]["pgh_created_at"] if self.event else None
        at_once = any(row["pgh_created_at"] == born for row in self.entries)
        sources = (
            self._of_event(at_once),
            self._of_stages(),
            self._of_field(),
            self._of_rounds(),
            self._of_hands(),
        )
        for happening in (one for source in sources for one in source):
            if happening.at != born or happening.place == 0:
                yield happening
        for pk, at, who, user in self._result_versions().values_list(
            "pgh_id", "pgh_created_at", "pgh_context__metadata__user", "user_id"
        ):
            if at != born:
                yield Happening(at, pk, who or user, "", pk)

    def told(self, happenings: Iterable[Happening]) -> Iterator[Line]:
        """The lines of these happenings, with the names of who did them."""
        happenings = list(happenings)
        words = self._results([one.result for one in happenings if one.result is not None])
        users = get_user_model().objects.in_bulk({one.user for one in happenings if one.user})
        for one in happenings:
            user = users.get(one.user) if one.user else None
            who = user.get_full_name() or user.get_username() if user else ""
            yield Line(localtime(one.at), who, one.words or words.get(one.result or 0, ""))

    # The event and its stages

    def _of_event(self, at_once: bool) -> Iterator[Happening]:
        for before, row in _pairs(self.event):
            if before is None:
                created = _("Torneo di prova preparato.") if self.demo else _("Torneo importato.")
                yield _happening(row, created if at_once else _("Torneo creato."), place=0)
                continue
            for words in _event_words(before, row):
                yield _happening(row, words)

    def _of_stages(self) -> Iterator[Happening]:
        remade = {
            row["pgh_created_at"] for before, row in _pairs(self.event) if before and _remade(before, row)
        }
        for before, row in _pairs(self.stages):
            if row["pgh_created_at"] in remade:
                continue
            for words in stage_words(before, row, self.entry_nos):
                yield _happening(row, words)
            if before is None or row["pgh_label"] == "delete":
                continue
            if before["ranking"] != row["ranking"]:
                change = _change(_criteria(before["ranking"]), _criteria(row["ranking"]))
                yield _happening(row, _("Criteri di classifica: %(change)s.") % {"change": change})
            settings = ("system", "options", "scoring", "scoring_options")
            if any(before[name] != row[name] for name in settings):
                yield _happening(row, _("Cambiate le opzioni della formula."))
            for words in self._presence_words(before, row):
                yield _happening(row, words)

    def _presence_words(self, before: Version, row: Version) -> Iterator[str]:
        """What a stage keeps of who is there: byes asked for; after the first one also who is away."""
        for entry_no, name in self.entry_nos.items():
            key = str(entry_no)
            was, now = (set(one["absences"].get(key, ())) for one in (before, row))
            yield from _absence_words(name, was, now)
            asked = row["requested_byes"].get(key, {})
            for number in asked.keys() - before["requested_byes"].get(key, {}).keys():
                points = written(exact(Fraction(asked[number])))
                said = {"name": name, "number": number, "points": points}
                yield _("%(name)s chiede un bye al turno %(number)s (punti: %(points)s).") % said
            left = (before["withdrawals"].get(key), row["withdrawals"].get(key))
            yield from _withdrawal_words(name, *left)

    # Players

    def _of_field(self) -> Iterator[Happening]:
        changes = list(_pairs(self.entries))
        for label, words in (("insert", _entered), ("delete", _removed)):
            rows = [row for _before, row in changes if row["pgh_label"] == label]
            for _at, together in groupby(rows, key=lambda row: row["pgh_created_at"]):
                group = list(together)
                yield _happening(group[0], words([row["name"] for row in group]))
        again = [
            row
            for before, row in changes
            if before and before["number"] and row["number"] != before["number"]
        ]
        for _at, together in groupby(
            [row for row in again if row["number"]], key=lambda row: row["pgh_created_at"]
        ):
            yield _happening(next(together), _("Numeri d’ordine riassegnati."))
        # Another order of the rating lists changes the ratings of everybody: it has a line of its own.
        relisted = {
            row["pgh_created_at"]
            for before, row in _pairs(self.event)
            if before and before["rating_lists"] != row["rating_lists"]
        }
        for before, row in changes:
            if before is not None and row["pgh_label"] == "update" and row["pgh_created_at"] not in relisted:
                for words_ in _entry_words(before, row):
                    yield _happening(row, words_)

    # Rounds

    def _of_rounds(self) -> Iterator[Happening]:
        for before, row in _pairs(self.rounds):
            said = {"number": row["number"]}
            at = self._stage_of(row)
            if row["pgh_label"] == "insert":
                yield _happening(row, at + _("Turno %(number)d abbinato in bozza.") % said)
            elif row["pgh_label"] == "delete":
                yield _happening(row, at + _("Turno %(number)d: bozza scartata.") % said)
            elif before is not None and not before["published_at"] and row["published_at"]:
                yield _happening(row, at + _("Turno %(number)d pubblicato.") % said)
            elif before is not None and before["published_at"] and not row["published_at"]:
                yield _happening(row, at + _("Turno %(number)d riportato in bozza.") % said)

    def _stage_of(self, round_: Version) -> str:
        """The name of its stage, where there are several."""
        stages = {row["pgh_obj_id"]: stage_title(row["number"], row["name"]) for row in self.stages}
        return f"{stages[round_['stage_id']]}. " if len(stages) > 1 else ""

    def _of_hands(self) -> Iterator[Happening]:
        """What one change by hand did to the tables of a draft is one line."""
        made = apps.get_model("rounds", "TableEvent").objects.filter(
            round_id__in=self.round_numbers, by_hand=True
        )
        versions = _versions("rounds.TableEvent", pgh_obj_id__in=made.values("pgh_obj_id"))
        told = [(row, words) for before, row in _pairs(versions) if (words := self._by_hand(before, row))]
        rounds = {row["pgh_obj_id"]: row for row in self.rounds}
        told.sort(key=lambda one: (one[0]["pgh_created_at"], one[0]["round_id"], one[0]["number"] or HIGHEST))
        for (_at, round_), together in groupby(
            told, key=lambda one: (one[0]["pgh_created_at"], one[0]["round_id"])
        ):
            group = list(together)
            said = {"number": self.round_numbers[round_], "tables": "; ".join(words for _row, words in group)}
            words = self._stage_of(rounds[round_]) + _("Turno %(number)d, a mano: %(tables)s.") % said
            yield _happening(group[0][0], words)

    def _by_hand(self, before: Version | None, row: Version) -> str:
        """What happened to a table, if it was by hand: who sits there now, or that it is as it was drawn."""
        was = before is not None and before["by_hand"]
        if not row["by_hand"]:
            back = _("tavolo %(table)s di nuovo come abbinato") % {"table": row["number"] or "–"}
            return back if was else ""
        if row["pgh_label"] == "delete" or (was and before and before["why"] == row["why"]):
            return ""
        seated: list[int] = next((reason.facts.get("players", []) for reason in row["why"]), [])
        players = " – ".join(self.entry_nos.get(entry_no, "?") for entry_no in seated)
        if row["number"] is None:
            return _("%(players)s a riposo") % {"players": players}
        return _("tavolo %(table)s %(players)s") % {"table": row["number"], "players": players}

    # Results

    def _result_versions(self) -> QuerySet[Any]:
        tables = apps.get_model("rounds", "TableEvent").objects.filter(round_id__in=self.round_numbers)
        versions: QuerySet[Any] = apps.get_model("rounds", "ResultEntryEvent").objects.all()
        return versions.filter(table_id__in=tables.values("pgh_obj_id"))

    def _results(self, pks: Sequence[int]) -> Mapping[int, str]:
        """What the versions with these keys say of their tables, in words."""
        versions = list(apps.get_model("rounds", "ResultEntryEvent").objects.filter(pgh_id__in=pks).values())
        tables = {row["table_id"] for row in versions}
        table_events = apps.get_model("rounds", "TableEvent").objects.filter(pgh_obj_id__in=tables)
        of_table = {row["pgh_obj_id"]: row for row in table_events.order_by("pgh_id").values()}
        seats: dict[int, dict[int, str]] = {}
        for row in apps.get_model("rounds", "SeatEvent").objects.filter(table_id__in=tables).values():
            seats.setdefault(row["table_id"], {})[row["position"]] = self.names.get(row["entry_id"], "?")
        words = {}
        for row in versions:
            table, sat = of_table[row["table_id"]], seats.get(row["table_id"], {})
            where = _("Turno %(round)s, tavolo %(table)s, %(players)s") % {
                "round": self.round_numbers[table["round_id"]],
                "table": table["number"],
                "players": " – ".join(sat[position] for position in sorted(sat)),
            }
            words[row["pgh_id"]] = f"{where}: {_result_words(row)}"
        return words


def _versions(model: str, **of: Any) -> list[Version]:
    """The versions of some rows, oldest first, each with the id of who made it."""
    rows = apps.get_model(model).objects.filter(**of).order_by("pgh_id")
    return [
        {**row, "user": (row["pgh_context__metadata"] or {}).get("user")}
        for row in rows.values(*_columns(model), "pgh_context__metadata")
    ]


def _columns(model: str) -> list[str]:
    return [field.attname for field in apps.get_model(model)._meta.concrete_fields]


def _pairs(rows: Sequence[Version]) -> Iterator[tuple[Version | None, Version]]:
    """Every version with the one before it of the same row."""
    latest: dict[int, Version] = {}
    for row in rows:
        yield latest.get(row["pgh_obj_id"]), row
        latest[row["pgh_obj_id"]] = row


def _happening(row: Version, words: str, place: int | None = None) -> Happening:
    return Happening(row["pgh_created_at"], row["pgh_id"] if place is None else place, row["user"], words)


def _remade(before: Version, row: Version) -> bool:
    """Were all stages made anew by the event's formula?"""
    return bool(before["formula"] != row["formula"] and row["formula"])


def _event_words(before: Version, row: Version) -> Iterator[str]:
    if _remade(before, row):
        players = row["formula"]["players"]
        yield _("Fasi rifatte secondo la formula, per %(players)d giocatori.") % {"players": players}
    if before["published"] != row["published"]:
        yield _("Torneo reso pubblico.") if row["published"] else _("Torneo tolto dal pubblico.")
    if not before["drawn_at"] and row["drawn_at"]:
        method = (
            NumberingMethod(row["draw_method"]).label
            if row["draw_method"] in NumberingMethod
            else row["draw_method"]
        )
        yield _("Numeri assegnati: %(method)s.") % {"method": method}
    elif before["drawn_at"] and not row["drawn_at"]:
        yield _("Sorteggio dei numeri annullato.")
    elif not before["commitment"] and row["commitment"]:
        yield _("Sorteggio annunciato, con l’impronta %(hash)s….") % {"hash": row["commitment"][:12]}
    elif before["commitment"] and not row["commitment"]:
        yield _("Annuncio del sorteggio annullato.")
    if not before["closed_at"] and row["closed_at"]:
        yield _("Torneo chiuso: classifica finale.")
    elif before["closed_at"] and not row["closed_at"]:
        yield _("Torneo riaperto.")
    if before["rating_lists"] != row["rating_lists"]:
        titles = [str(RatingList(name).label) for name in row["rating_lists"]]
        yield _("Lista dei punteggi: %(lists)s.") % {"lists": ", ".join(titles)}
    for change in row["rule_changes"][len(before["rule_changes"]) :]:
        yield _("Regole cambiate dopo il turno %(after)s. Motivo: «%(reason)s».") % change
    if before["announcement"] != row["announcement"]:
        yield _("Cambiato il testo dell’annuncio.")
    for name, title in (
        ("name", _("Nome del torneo")),
        ("game", _("Gioco")),
        ("place", _("Sede")),
        ("starts_on", _("Data d’inizio")),
        ("ends_on", _("Data di fine")),
    ):
        if before[name] != row[name]:
            yield f"{title}: {_change(before[name], row[name])}."


def _entered(names: list[str]) -> str:
    return ngettext("Iscrizione: %(names)s.", "Iscrizioni: %(names)s.", len(names)) % {
        "names": _listed(names)
    }


def _removed(names: list[str]) -> str:
    return _("Via dagli iscritti: %(names)s.") % {"names": _listed(names)}


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:NAMES_SHOWN])
    left = len(names) - NAMES_SHOWN
    if left <= 0:
        return shown
    return ngettext("%(shown)s e un altro", "%(shown)s e altri %(left)d", left) % {
        "shown": shown,
        "left": left,
    }


def _entry_words(before: Version, row: Version) -> Iterator[str]:
    yield from _withdrawal_words(row["name"], before["withdrawn"], row["withdrawn"])
    yield from _absence_words(row["name"], set(before["absent"]), set(row["absent"]))
    for name, title in (
        ("name", _("nome")),
        ("rating", _("Elo")),
        ("other_ratings", _("punteggio nelle altre liste")),
        ("title", _("titolo")),
        ("affiliation", _("circolo")),
        ("group", _("gruppo")),
        ("joined", _("primo turno giocato")),
        ("exempt", _("turni di esenzione")),
    ):
        if before[name] != row[name]:
            change = _change(before[name], row[name])
            yield _("%(name)s, %(what)s: %(change)s.") % {
                "name": row["name"],
                "what": title,
                "change": change,
            }


def _withdrawal_words(name: str, before: int | None, now: int | None) -> Iterator[str]:
    if before is None and now is not None:
        yield _("%(name)s si ritira dal turno %(number)d.") % {"name": name, "number": now}
    elif before is not None and now is None:
        yield _("%(name)s torna in gioco: ritiro ripreso.") % {"name": name}


def _absence_words(name: str, before: set[int], now: set[int]) -> Iterator[str]:
    for number in sorted(now - before):
        yield _("%(name)s assente al turno %(number)d.") % {"name": name, "number": number}
    for number in sorted(before - now):
        yield _("%(name)s non è più assente al turno %(number)d.") % {"name": name, "number": number}


def _scores_words(row: Version) -> str:
    """The same of a table of more than two."""
    before, after = label_of(row["before"]), label_of(row["after"])
    if row["pgh_label"] == "update":
        return _("registrazione annullata, %(change)s.") % {"change": _from_to(after, before)}
    if not after:
        return _("risultato cancellato, era %(before)s.") % {"before": before}
    return _("corretto, %(change)s.") % {"change": _from_to(before, after)} if before else f"{after}."


def _result_words(row: Version) -> str:
    if len(row["after"].scores) > 2:
        return _scores_words(row)
    before, after = outcome_of(row["before"]), outcome_of(row["after"])
    was, is_now = label_of(row["before"]), label_of(row["after"])
    if row["pgh_label"] == "update":
        return _("registrazione annullata, %(change)s.") % {"change": _from_to(is_now, was)}
    if row["before"].games != row["after"].games:
        return _("incontro, %(change)s.") % {"change": _from_to(was, is_now)}
    if not before.code:
        return after.label.removesuffix(".") + "."
    if not after.code:
        return _("risultato cancellato, era %(before)s.") % {"before": before.label}
    if before.adjourned:
        return _("finita, %(after)s.") % {"after": after.label}
    return _("corretto, %(change)s.") % {"change": _from_to(before.label, after.label)}


def _criteria(names: Iterable[str]) -> str:
    return ", ".join(translated(CRITERIA[name].title) if name in CRITERIA else name for name in names)


def _change(before: Any, after: Any) -> str:
    return _from_to(_value(before), _value(after))


def _from_to(before: str, after: str) -> str:
    nothing = _("niente")
    return _("da %(before)s a %(after)s") % {"before": before or nothing, "after": after or nothing}


def _value(value: Any) -> str:
    """A column's value as it is read: texts in quotation marks, numbers and dates in the reader's way."""
    if value in (None, ""):
        return ""
    if isinstance(value, date):
        return date_format(value)
    if isinstance(value, Decimal):
        return written(exact(Fraction(value)))
    if isinstance(value, list):
        return ", ".join(_value(part) or "–" for part in value)
    return f"«{value}»" if isinstance(value, str) else str(value)
