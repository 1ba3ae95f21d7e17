"""What result entries and proposals changed at a table, in words; read only for the lines that are shown."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from django.apps import apps
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import Proposal, ResultEntry, Seat, Table
from clubtornei.rounds.pages.history.past_rows import PastProposal, PastResult, past_rows
from clubtornei.rounds.state.larger_tables import recorded_ties
from clubtornei.rounds.state.result_codes import Scale, outcome_of
from clubtornei.rounds.state.table_state import label_of
from clubtornei.rounds.state.table_words import TableWords
from scoring.table_ties import TableOrders


class DescribedTable(Struct, frozen=True):
    """`text`: round, table and players; `scale`: what results are worth there; `names`: in seat order."""

    text: str
    scale: Scale
    names: list[str]
    orders: TableOrders | None

    def ties(self, state: TableState) -> str:
        """What that state of the table says of ties, after a space; else empty."""
        found = recorded_ties(self.orders, state, self.names) if self.orders else []
        return "".join(f" {tie}" for tie in found)


class ProposalChange(Struct, frozen=True):
    """A proposal was made, or `decided`. `pk`: its own, or, if it is gone with its table, of its version."""

    pk: int
    past: bool
    decided: bool


class TableTexts(Struct, frozen=True):
    """By primary key: `round_titles`, and the `scales` of their results; `names` of the entries; what
    a table is called in `words`; the `orders` at larger tables."""

    round_titles: Mapping[int, str]
    scales: Mapping[int, Scale]
    names: Mapping[int, str]
    words: Mapping[int, TableWords]
    orders: Mapping[int, TableOrders]

    def of_results(self, versions: Sequence[int]) -> Mapping[int, str]:
        """The past result entries with these versions, by version."""
        rows = past_rows(PastResult, "rounds.ResultEntryEvent", pgh_id__in=versions)
        changes = {
            row["pgh_id"]: ResultChange(
                row["table_id"], row["before"], row["after"], undone=row["pgh_label"] == "update"
            )
            for row in rows
        }
        return self._of_changes(changes)

    def of_entries(self, pks: Sequence[int]) -> Mapping[int, str]:
        """The result entries that there are, as they were made, by primary key."""
        rows = ResultEntry.objects.in_bulk(pks)
        return self._of_changes(
            {pk: ResultChange(row.table_id, row.before, row.after, undone=False) for pk, row in rows.items()}
        )

    def _of_changes(self, changes: "Mapping[int, ResultChange]") -> Mapping[int, str]:
        places = self._places({change.table for change in changes.values()})
        return {
            pk: f"{place.text}: {_result_text(change, place.scale)}{place.ties(change.left)}"
            for pk, change in changes.items()
            if (place := places[change.table])
        }

    def of_proposals(self, changes: Sequence[ProposalChange]) -> Mapping[ProposalChange, str]:
        present = Proposal.objects.in_bulk([change.pk for change in changes if not change.past])
        pks = [change.pk for change in changes if change.past]
        past = past_rows(PastProposal, "rounds.ProposalEvent", pgh_id__in=pks)
        found = {(False, pk): (row.table_id, row.state, row.status) for pk, row in present.items()}
        found |= {(True, row["pgh_id"]): (row["table_id"], row["state"], row["status"]) for row in past}
        places = self._places({table for table, _state, _status in found.values()})
        texts = {}
        for change in changes:
            table, state, status = found[change.past, change.pk]
            texts[change] = _("%(where)s: dal tavolo «%(label)s», %(status)s.") % {
                "where": places[table].text,
                "label": label_of(state, places[table].scale),
                "status": Proposal.Status(status if change.decided else Proposal.Status.WAITING).label,
            }
        return texts

    def _places(self, tables: Collection[int]) -> Mapping[int, DescribedTable]:
        """The place of each table, by primary key."""
        if not tables:
            return {}
        columns = ("table_id", "position", "entry_id")
        past = apps.get_model("rounds", "SeatEvent").objects.filter(table_id__in=tables).order_by("pgh_id")
        now = Seat.objects.filter(table__in=tables)
        names: dict[int, list[str]] = {}
        for versions in (past, now):  # who sits there now counts
            seats: dict[int, dict[int, str]] = defaultdict(dict)
            for table, position, entry in versions.values_list(*columns):
                seats[table][position] = self.names.get(entry, "?")
            names |= {
                table: [name for _seat, name in sorted(seated.items())] for table, seated in seats.items()
            }
        return {
            pk: DescribedTable(
                ", ".join(
                    (self.round_titles[round_], self.words[round_].in_sentence(number), " – ".join(names[pk]))
                ),
                self.scales[round_],
                names[pk],
                self.orders.get(round_),
            )
            for pk, round_, number in _tables(tables)
        }


def _tables(pks: Collection[int]) -> Iterator[tuple[int, int, int | None]]:
    """The round and number of these tables, of those too that are gone."""
    past = apps.get_model("rounds", "TableEvent").objects.filter(pgh_obj_id__in=pks).order_by("pgh_id")
    yield from past.values_list("pgh_obj_id", "round_id", "number")
    yield from Table.objects.filter(pk__in=pks).values_list("pk", "round_id", "number")


class ResultChange(Struct, frozen=True):
    """What an entry changed at a table; `undone`: it was taken back."""

    table: int
    before: TableState
    after: TableState
    undone: bool

    @property
    def left(self) -> TableState:
        """The result that it leaves."""
        return self.before if self.undone else self.after


def from_to(before: str, after: str) -> str:
    """A change in words, to end with the full stop of a sentence; empty: nothing."""
    nothing = _("niente")
    change = _("da %(before)s a %(after)s") % {"before": before or nothing, "after": after or nothing}
    return change.removesuffix(".")


def _scores_text(change: ResultChange, scale: Scale) -> str:
    """What a result entry changed at a table of more than two."""
    before, after = label_of(change.before, scale), label_of(change.after, scale)
    if change.undone:
        return _("registrazione annullata, %(change)s.") % {"change": from_to(after, before)}
    if not after:
        return _("risultato cancellato, era %(before)s.") % {"before": before}
    return _("corretto, %(change)s.") % {"change": from_to(before, after)} if before else f"{after}."


def _result_text(change: ResultChange, scale: Scale) -> str:
    """What a result entry changed."""
    if len(change.after.scores) > 2:
        return _scores_text(change, scale)
    before, after = outcome_of(change.before).on(scale), outcome_of(change.after).on(scale)
    label_before, label_after = label_of(change.before, scale), label_of(change.after, scale)
    if change.undone:
        return _("registrazione annullata, %(change)s.") % {"change": from_to(label_after, label_before)}
    if change.before.games != change.after.games:
        return _("incontro, %(change)s.") % {"change": from_to(label_before, label_after)}
    if not before.code:
        return after.label.removesuffix(".") + "."
    if not after.code:
        return _("risultato cancellato, era %(before)s.") % {"before": before.label.removesuffix(".")}
    if before.adjourned:
        return _("finita, %(after)s.") % {"after": after.label.removesuffix(".")}
    return _("corretto, %(change)s.") % {"change": from_to(before.label, after.label)}
