"""Who changed what in an event, and when, read from the versions that the database keeps of every row.

All versions of one transaction have the same time, so an import, or many entries at once, are one line. The
versions of deleted rows stay, so a discarded round is in the history too.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import chain, groupby
from typing import Literal

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import Model, QuerySet, Value
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from clubtornei.accounts.models import name_of_user
from clubtornei.events.models import Event, NumberingMethod, Stage
from clubtornei.events.namesakes import whole_names
from clubtornei.events.stage_titles import round_title, stage_title
from clubtornei.events.systems import spec_of
from clubtornei.players.models import EventList
from clubtornei.rounds.models import Proposal, ResultEntry, Table
from clubtornei.rounds.pages.history.past_rows import (
    PastEntry,
    PastEvent,
    PastRound,
    PastRow,
    PastStage,
    PastTable,
    author_in,
    past_rows,
    with_previous,
)
from clubtornei.rounds.pages.history.stage_changes import stage_texts
from clubtornei.rounds.pages.history.table_changes import ProposalChange, TableTexts, from_to
from clubtornei.rounds.state.formatting import number as format_number, points
from clubtornei.rounds.state.larger_tables import orders_in
from clubtornei.rounds.state.listing import is_found
from clubtornei.rounds.state.result_codes import scale_of
from clubtornei.rounds.state.table_words import table_words
from clubtornei.text.languages import translated
from clubtornei.text.untyped import Options
from clubtornei.web.key_pages import KeyPage, page_of_rows
from pairing.registry import SYSTEMS
from scoring.criteria import CRITERIA
from scoring.options import build
from scoring.stage_record import scoring_options
from scoring.standings import decimal_text
from scoring.table_ties import TableOrders

ON_A_PAGE = 50
NAMES_SHOWN = 8


class Change(Struct, frozen=True):
    """A change. `entry`, `result`, `proposal`: a result entry, a past version of one, and what happened to a
    proposal, whose words are only made for the page shown.
    """

    at: datetime
    place: int  # among the changes of the same time
    user: int | str | None
    text: str
    entry: int | None = None
    result: int | None = None
    proposal: ProposalChange | None = None


class HistoryLine(Struct, frozen=True):
    """A change for the page: when (local time), who (empty: nobody is known), and what."""

    at: datetime
    who: str
    what: str


def history_page(
    event: Event, asked: str | None, q: str = ""
) -> tuple[list[HistoryLine], KeyPage[Change] | KeyPage[HistoryLine]]:
    """The lines of one page of the event's history, newest first, and the page, which knows the others; `q`:
    only of those lines in which all these words are.

    A fixed number of queries, however many changes there are.
    """
    versions = _EventVersions(event)
    changes = sorted(versions.changes(), key=lambda change: (change.at, change.place), reverse=True)
    if q:
        found = [line for line in versions.lines(changes) if is_found(f"{line.what} {line.who}", q)]
        searched = page_of_rows(found, asked, ON_A_PAGE)
        return list(searched), searched
    page = page_of_rows(changes, asked, ON_A_PAGE)
    return list(versions.lines(page)), page


class _EventVersions:
    """The versions of all rows of the event; of its results only those of a page are read."""

    def __init__(self, event: Event) -> None:
        self.demo = event.club.demo
        self.event = past_rows(PastEvent, "events.EventEvent", pgh_obj_id=event.pk)
        self.stages = past_rows(PastStage, "events.StageEvent", event_id=event.pk)
        self.entries = past_rows(PastEntry, "events.EntryEvent", event_id=event.pk)
        self._use_whole_names(event)
        stages = {row["pgh_obj_id"]: row for row in self.stages}
        self.rounds = past_rows(PastRound, "rounds.RoundEvent", stage_id__in=stages.keys())
        several = len(stages) > 1
        titles = {
            pk: (stage_title(row["number"], row["name"]), self._rounds_in(row)) if several else ("", None)
            for pk, row in stages.items()
        }
        self.round_titles = {}
        for row in self.rounds:
            title, rounds = titles[row["stage_id"]]
            self.round_titles[row["pgh_obj_id"]] = round_title(row["number"], title, rounds=rounds)
        scales = {
            pk: scale_of(scoring_options(spec_of(row["system"]), row["scoring"], row["scoring_options"]))
            for pk, row in stages.items()
        }
        self.scales = {row["pgh_obj_id"]: scales[row["stage_id"]] for row in self.rounds}
        orders = _orders_of(stages.values())
        self.orders = {
            row["pgh_obj_id"]: orders[row["stage_id"]] for row in self.rounds if row["stage_id"] in orders
        }
        words = {pk: table_words(SYSTEMS[row["system"]], event) for pk, row in stages.items()}
        self.words = {row["pgh_obj_id"]: words[row["stage_id"]] for row in self.rounds}
        self.names = {row["pgh_obj_id"]: row["name"] for row in self.entries}
        self.entry_nos = {row["entry_no"]: row["name"] for row in self.entries}

    def _use_whole_names(self, event: Event) -> None:
        """Organisers read the whole names of those who are initials in public."""
        entries = list(event.entries.select_related("player"))
        whole, called = whole_names(entries).players, {entry.entry_no: entry.name for entry in entries}
        for row in self.entries:
            if row["name"] == called.get(row["entry_no"]):
                row["name"] = whole.get(row["entry_no"], row["name"])

    def changes(self) -> Iterator[Change]:
        created_at = self.event[0]["pgh_created_at"] if self.event else None
        with_entries = any(row["pgh_created_at"] == created_at for row in self.entries)
        changes = chain(
            self._of_event(with_entries),
            self._of_stages(),
            self._of_entries(),
            self._of_rounds(),
            self._of_drafts(),
        )
        for change in changes:
            if change.at != created_at or change.place == 0:
                yield change
        yield from (change for change in self._of_results() if change.at != created_at)
        yield from self._of_proposals()

    def lines(self, changes: Iterable[Change]) -> Iterator[HistoryLine]:
        """The lines of these changes, with the names of the users."""
        changes = list(changes)
        table_texts = TableTexts(self.round_titles, self.scales, self.names, self.words, self.orders)
        entries = table_texts.of_entries([change.entry for change in changes if change.entry is not None])
        results = table_texts.of_results([change.result for change in changes if change.result is not None])
        proposals = table_texts.of_proposals(
            [change.proposal for change in changes if change.proposal is not None]
        )
        users = get_user_model().objects.in_bulk(
            {change.user for change in changes if isinstance(change.user, int)}
        )
        for change in changes:
            user = users.get(change.user) if isinstance(change.user, int) else None
            who = name_of_user(user) if user else ""
            if isinstance(change.user, str):  # nobody knows whether it was he
                who = _("%(name)s (da una copia)") % {"name": change.user}
            text = change.text or entries.get(change.entry or 0) or results.get(change.result or 0)
            text = text or (proposals.get(change.proposal, "") if change.proposal else "")
            yield HistoryLine(localtime(change.at), who, text)

    # The event and its stages

    def _of_event(self, with_entries: bool) -> Iterator[Change]:
        for before, row in with_previous(self.event):
            if before is None:
                created = _("Torneo di prova preparato.") if self.demo else _("Torneo importato.")
                yield _change_of(row, created if with_entries else _("Torneo creato."), place=0)
                continue
            for words in _event_texts(before, row):
                yield _change_of(row, words)

    def _of_stages(self) -> Iterator[Change]:
        replaced_at = {
            row["pgh_created_at"]
            for before, row in with_previous(self.event)
            if before and _replaced_stages(before, row)
        }
        for before, row in with_previous(self.stages):
            if row["pgh_created_at"] in replaced_at:
                continue
            for words in stage_texts(before, row, self.entry_nos):
                yield _change_of(row, words)
            if before is None or row["pgh_label"] == "delete":
                continue
            if before["ranking"] != row["ranking"]:
                change = _change(_criteria(before["ranking"]), _criteria(row["ranking"]))
                yield _change_of(row, _("Criteri di classifica: %(change)s.") % {"change": change})
            if _settings(before) != _settings(row):
                yield _change_of(row, _("Cambiate le opzioni della formula."))
            for words in self._attendance_texts(before, row):
                yield _change_of(row, words)

    def _attendance_texts(self, before: PastStage, row: PastStage) -> Iterator[str]:
        """What a stage stores: requested byes and, after the first stage, absences and withdrawals."""
        for entry_no, name in self.entry_nos.items():
            key = str(entry_no)
            absent_before, absent = (set(version["absences"].get(key, ())) for version in (before, row))
            requested = _newly_requested(before, row, key)
            yield from _absence_texts(name, absent_before, absent, requested)
            for number in sorted(requested):
                worth = points(decimal_text(Fraction(row["requested_byes"][key][str(number)])))
                facts = {"name": name, "number": number, "points": worth}
                yield _("%(name)s chiede un riposo al turno %(number)s (punti: %(points)s).") % facts
            yield from _withdrawal_texts(name, before["withdrawals"].get(key), row["withdrawals"].get(key))

    # Players

    def _of_entries(self) -> Iterator[Change]:
        changes = list(with_previous(self.entries))
        for label, text in (("insert", _entered), ("delete", _removed)):
            for same_time in _at_a_time(row for _before, row in changes if row["pgh_label"] == label):
                yield _change_of(same_time[0], text([row["name"] for row in same_time]))
        renumbered = (
            row
            for before, row in changes
            if before and before["number"] and row["number"] and row["number"] != before["number"]
        )
        for same_time in _at_a_time(renumbered):
            yield _change_of(same_time[0], _("Numeri d’ordine riassegnati."))
        yield from self._of_changed_entries(changes)

    def _of_changed_entries(self, changes: Iterable[tuple[PastEntry | None, PastEntry]]) -> Iterator[Change]:
        # Another order of the rating lists changes the ratings of everybody: it has a line of its own.
        relisted = {
            row["pgh_created_at"]
            for before, row in with_previous(self.event)
            if before and before["rating_lists"] != row["rating_lists"]
        }
        # A requested bye is told by the stage, which knows its points: the absence is no news beside it.
        requested: defaultdict[tuple[datetime, str], set[int]] = defaultdict(set)
        for stage_before, stage in with_previous(self.stages):
            if stage_before:
                for key in stage["requested_byes"]:
                    requested[stage["pgh_created_at"], key] |= _newly_requested(stage_before, stage, key)
        for before, row in changes:
            if before is not None and row["pgh_label"] == "update" and row["pgh_created_at"] not in relisted:
                byes = requested[row["pgh_created_at"], str(row["entry_no"])]
                for words in _entry_texts(before, row, byes):
                    yield _change_of(row, words)

    # Rounds

    def _rounds_in(self, stage: PastStage) -> int | None:
        """How many rounds the stage has; None: that is not fixed."""
        system, entrants = SYSTEMS[stage["system"]], stage["entrants"]
        players = len({row["pgh_obj_id"] for row in self.entries}) if entrants is None else len(entrants)
        options = build(system.spec.options, stage["options"])
        return system.rounds(options, players)

    def _of_rounds(self) -> Iterator[Change]:
        for before, row in with_previous(self.rounds):
            facts = {"round": self.round_titles[row["pgh_obj_id"]]}
            if row["pgh_label"] == "insert":
                yield _change_of(row, _("%(round)s: abbinamenti in bozza.") % facts)
            elif row["pgh_label"] == "delete":
                discarded = _("%(round)s: bozza scartata.")
                taken_back = _("%(round)s: abbinamenti tolti, si rigioca.")
                yield _change_of(row, (taken_back if row["published_at"] else discarded) % facts)
            elif before is not None and not before["published_at"] and row["published_at"]:
                yield _change_of(row, _("%(round)s: abbinamenti pubblicati.") % facts)
            elif before is not None and before["published_at"] and not row["published_at"]:
                yield _change_of(row, _("%(round)s: di nuovo in bozza.") % facts)
            if before is not None and before["by_hand_reason"] != row["by_hand_reason"]:
                why = facts | {"reason": row["by_hand_reason"] or "–"}
                yield _change_of(row, _("%(round)s, perché a mano: %(reason)s") % why)

    def _of_drafts(self) -> Iterator[Change]:
        """The changes of drafts by hand: one line for all tables that one of them changed."""
        by_hand = apps.get_model("rounds", "TableEvent").objects.filter(
            round_id__in=self.round_titles, by_hand=True
        )
        versions = past_rows(PastTable, "rounds.TableEvent", pgh_obj_id__in=by_hand.values("pgh_obj_id"))
        texts = [
            (row, text)
            for before, row in with_previous(versions)
            if (text := self._by_hand_text(before, row))
        ]
        texts.sort(key=lambda item: (*_time_and_round(item), item[0]["number"] is None, item[0]["number"]))
        for (_at, round_), group in groupby(texts, key=_time_and_round):
            same_edit = list(group)
            tables = "; ".join(text for _row, text in same_edit)
            facts = {"round": self.round_titles[round_], "tables": tables}
            yield _change_of(same_edit[0][0], _("%(round)s, a mano: %(tables)s.") % facts)

    def _by_hand_text(self, before: PastTable | None, row: PastTable) -> str:
        """Who sits at a table changed by hand, or that it is as drawn again; empty for any other change."""
        by_hand_before = before is not None and before["by_hand"]
        words = self.words[row["round_id"]]
        if not row["by_hand"]:
            table = words.in_sentence(row["number"] or "–")
            as_drawn = _("%(table)s di nuovo come abbinato") % {"table": table}
            return as_drawn if by_hand_before else ""
        if row["pgh_label"] == "delete" or (by_hand_before and before and before["why"] == row["why"]):
            return ""
        seated: list[int] = next((reason.facts.get("players", []) for reason in row["why"]), [])
        players = " – ".join(self.entry_nos.get(entry_no, "?") for entry_no in seated)
        if row["number"] is None:
            return _("%(players)s a riposo") % {"players": players}
        return f"{words.in_sentence(row['number'])} {players}"

    # Results and proposals

    def _of_results(self) -> Iterator[Change]:
        """Those that there are, those whose table is gone, and what was undone."""
        entries = ResultEntry.objects.filter(table__round__in=self.round_titles)
        for pk, at, user, who in entries.values_list("pk", "at", "user", "who"):
            yield Change(at, pk, user or who or None, "", entry=pk)
        columns = ("pgh_id", "pgh_label", "pgh_created_at", "at", "pgh_context__metadata", "user_id")
        for pk, label, changed_at, at, metadata, user in self._of_tables("ResultEntryEvent").values_list(
            *columns
        ):
            if label == "update":
                yield Change(changed_at, pk, author_in(metadata or {}), "", result=pk)
            else:
                yield Change(at, pk, user, "", result=pk)

    def _of_proposals(self) -> Iterator[Change]:
        """Those that there are, and those whose table is gone."""
        columns = ("pk", "at", "decided_at", "decided_by")
        present = Proposal.objects.filter(table__round__in=self.round_titles).order_by()
        past = self._of_tables("ProposalEvent").order_by().values_list(*columns, Value(True))
        for pk, at, decided_at, user, is_past in present.values_list(*columns, Value(False)).union(past):
            yield Change(at, pk, None, "", proposal=ProposalChange(pk, is_past, decided=False))
            if decided_at:
                decided = ProposalChange(pk, is_past, decided=True)
                yield Change(decided_at, pk, user, "", proposal=decided)

    def _of_tables(self, model: str) -> "QuerySet[Model]":
        """The versions of what belongs to the tables of the event, deleted ones too."""
        past = apps.get_model("rounds", "TableEvent").objects.filter(round_id__in=self.round_titles)
        tables = Table.objects.filter(round__in=self.round_titles).order_by().values("pk")
        versions: QuerySet[Model] = apps.get_model("rounds", model).objects.all()
        return versions.filter(table_id__in=tables.union(past.order_by().values("pgh_obj_id")))


def _at_a_time(rows: Iterable[PastEntry]) -> Iterator[list[PastEntry]]:
    """Those of each time."""
    for _at, group in groupby(rows, key=lambda row: row["pgh_created_at"]):
        yield list(group)


def _time_and_round(item: tuple[PastTable, str]) -> tuple[datetime, int]:
    return item[0]["pgh_created_at"], item[0]["round_id"]


def _change_of(row: PastRow, text: str, place: int | None = None) -> Change:
    return Change(row["pgh_created_at"], row["pgh_id"] if place is None else place, row["user"], text)


def _orders_of(stages: Iterable[PastStage]) -> dict[int, TableOrders]:
    """The orders at the tables of the stages that there are, by primary key."""
    present = sorted((row for row in stages if row["pgh_label"] != "delete"), key=lambda row: row["number"])
    rows = [
        Stage(
            system=row["system"],
            scoring=row["scoring"],
            scoring_options=row["scoring_options"],
            qualification=row["qualification"],
        )
        for row in present
    ]
    return {row["pgh_obj_id"]: orders_in(rows, number) for number, row in enumerate(present, 1)}


def _settings(row: PastStage) -> tuple[str, Options, str, Options]:
    return row["system"], row["options"], row["scoring"], row["scoring_options"]


def _replaced_stages(before: PastEvent, row: PastEvent) -> bool:
    """Whether the event's formula has replaced all stages."""
    return bool(before["formula"] != row["formula"] and row["formula"])


def _event_texts(before: PastEvent, row: PastEvent) -> Iterator[str]:
    if row["formula"] and _replaced_stages(before, row):
        players = row["formula"]["players"]
        yield _("Fasi rifatte secondo la formula, per %(players)d giocatori.") % {"players": players}
    if before["published"] != row["published"]:
        yield _("Torneo reso pubblico.") if row["published"] else _("Torneo tolto dal pubblico.")
    yield from _numbering_texts(before, row)
    if bool(before["closed_at"]) != bool(row["closed_at"]):
        yield _("Torneo chiuso: classifica finale.") if row["closed_at"] else _("Torneo riaperto.")
    if before["rating_lists"] != row["rating_lists"]:
        titles = [str(EventList(name).label) for name in row["rating_lists"]]
        yield _("Lista Elo: %(lists)s.") % {"lists": ", ".join(titles)}
    for change in row["rule_changes"][len(before["rule_changes"]) :]:
        if change["reason"]:  # else the stages and the lines below say it
            yield _("Regole cambiate dopo il turno %(after)s. Motivo: «%(reason)s».") % change
    yield from _prize_texts(before, row)
    if (before["announcement"], before["notices"]) != (row["announcement"], row["notices"]):
        yield _("Cambiato il testo dell’annuncio.")
    columns: list[tuple[Literal["name", "game", "place", "starts_on", "ends_on"], str]] = [
        ("name", _("Nome del torneo")),
        ("game", _("Gioco")),
        ("place", _("Sede")),
        ("starts_on", _("Data d’inizio")),
        ("ends_on", _("Data di fine")),
    ]
    for name, title in columns:
        if before[name] != row[name]:
            yield f"{title}: {_change(before[name], row[name])}."


def _numbering_texts(before: PastEvent, row: PastEvent) -> Iterator[str]:
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


def _prize_texts(before: PastEvent, row: PastEvent) -> Iterator[str]:
    was, now = before["prizes"], row["prizes"]
    if any(was.get(key) != now.get(key) for key in ("categories", "games", "withdrawn")):
        names = _listed([category["name"] for category in now.get("categories", ())])
        yield _("Premi annunciati: %(categories)s.") % {"categories": names} if names else _("Premi tolti.")
    said = {
        "marked": _("È cambiato chi ha un segno per i premi."),
        "decided": _("Per i premi è cambiato chi viene prima fra chi è pari in tutto."),
        "declined": _("È cambiato chi rinuncia ai premi."),
    }
    yield from (words for key, words in said.items() if was.get(key) != now.get(key))
    if before["awards"] != row["awards"]:
        yield (_("I premi sono confermati.") if row["awards"] else _("La conferma dei premi è tolta."))


def _entered(names: list[str]) -> str:
    return ngettext("Iscrizione: %(names)s.", "Iscrizioni: %(names)s.", len(names)) % {
        "names": _listed(names)
    }


def _removed(names: list[str]) -> str:
    return _("Via dagli iscritti: %(names)s.") % {"names": _listed(names)}


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:NAMES_SHOWN])
    others = len(names) - NAMES_SHOWN
    if others <= 0:
        return shown
    return ngettext("%(shown)s e un altro", "%(shown)s e altri %(left)d", others) % {
        "shown": shown,
        "left": others,
    }


EntryColumn = Literal[
    "name",
    "rating",
    "other_ratings",
    "title",
    "affiliation",
    "group",
    "joined",
    "exempt",
    "fixed_table",
    "fee",
]


def _newly_requested(before: PastStage, row: PastStage, key: str) -> set[int]:
    """The rounds for which the player with that key has requested a bye that was not there before."""
    known = before["requested_byes"].get(key, {})
    return {int(number) for number in row["requested_byes"].get(key, {}) if number not in known}


def _entry_texts(before: PastEntry, row: PastEntry, requested: set[int]) -> Iterator[str]:
    yield from _payment_texts(before, row)
    yield from _withdrawal_texts(row["name"], before["withdrawn"], row["withdrawn"])
    yield from _absence_texts(row["name"], set(before["absent"]), set(row["absent"]), requested)
    columns: list[tuple[EntryColumn, str]] = [
        ("name", _("nome")),
        ("rating", _("Elo")),
        ("other_ratings", _("Elo nelle altre liste")),
        ("title", _("titolo")),
        ("affiliation", _("circolo")),
        ("group", _("gruppo")),
        ("joined", _("primo turno giocato")),
        ("exempt", _("turni di esenzione")),
        ("fixed_table", _("tavolo fisso")),
        ("fee", _("quota")),
    ]
    for name, title in columns:
        if before[name] != row[name]:
            change = _change(before[name], row[name])
            yield _("%(name)s, %(what)s: %(change)s.") % {
                "name": row["name"],
                "what": title,
                "change": change,
            }


def _payment_texts(before: PastEntry, row: PastEntry) -> Iterator[str]:
    if before["paid"] != row["paid"]:
        paid, unpaid = _("%(name)s ha pagato."), _("%(name)s non ha ancora pagato.")
        yield (paid if row["paid"] else unpaid) % {"name": row["name"]}


def _withdrawal_texts(name: str, before: int | None, after: int | None) -> Iterator[str]:
    if before is None and after is not None:
        yield _("%(name)s si ritira dal turno %(number)d.") % {"name": name, "number": after}
    elif before is not None and after is None:
        yield _("%(name)s torna in gioco: ritiro ripreso.") % {"name": name}


def _absence_texts(name: str, before: set[int], after: set[int], requested: set[int]) -> Iterator[str]:
    """The absences that are new, but for those with a `requested` bye, and those that are no more."""
    for number in sorted(after - before - requested):
        yield _("%(name)s assente al turno %(number)d.") % {"name": name, "number": number}
    for number in sorted(before - after):
        yield _("%(name)s non è più assente al turno %(number)d.") % {"name": name, "number": number}


def _criteria(names: Iterable[str]) -> str:
    return ", ".join(translated(CRITERIA[name].title) if name in CRITERIA else name for name in names)


def _change(before: object, after: object) -> str:
    return from_to(_value(before), _value(after))


def _value(value: object) -> str:
    """A formatted value of a column; texts are in quotation marks."""
    if value in (None, ""):
        return ""
    if isinstance(value, date):
        return date_format(value)
    if isinstance(value, Decimal):
        return format_number(decimal_text(Fraction(value)))
    if isinstance(value, list):
        return ", ".join(_value(part) or "–" for part in value)
    return _("«%(text)s»") % {"text": value} if isinstance(value, str) else str(value)
