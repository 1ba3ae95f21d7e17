"""What result entries and proposals changed at a table, in words; read only for the lines that are shown."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.result_codes import Scale, outcome_of
from clubtornei.rounds.core.table_state import label_of
from clubtornei.rounds.core.table_ties import recorded_ties
from clubtornei.rounds.core.table_words import TableWords
from clubtornei.rounds.models import Proposal
from clubtornei.rounds.pages.history.past_rows import (
    PastProposal,
    PastResult,
    PastSeat,
    PastTable,
    past_rows,
)
from scoring.table_ties import TableOrders


class Place(Struct, frozen=True):
    """`text`: round, table and players; `scale`: what results are worth there; `names`: in seat order."""

    text: str
    scale: Scale
    names: list[str]
    orders: TableOrders | None

    def ties(self, state: TableState) -> str:
        """What that state of the table says of ties, after a space; else empty."""
        found = recorded_ties(self.orders, state, self.names) if self.orders else []
        return "".join(f" {tie}" for tie in found)


class TableTexts(Struct, frozen=True):
    """By primary key: `round_numbers`, and the `scales` of their results; `names` of the entries; what
    a table is called in `words`; the `orders` at larger tables."""

    round_numbers: Mapping[int, int]
    scales: Mapping[int, Scale]
    names: Mapping[int, str]
    words: Mapping[int, TableWords]
    orders: Mapping[int, TableOrders]

    def of_results(self, pks: Sequence[int]) -> Mapping[int, str]:
        """The result entries with these versions, by version."""
        versions = past_rows(PastResult, "rounds.ResultEntryEvent", pgh_id__in=pks)
        places = self._places({row["table_id"] for row in versions})
        return {
            row["pgh_id"]: f"{place.text}: {_result_text(row, place.scale)}{place.ties(_result_in(row))}"
            for row in versions
            if (place := places[row["table_id"]])
        }

    def of_proposals(self, pks: Sequence[int]) -> Mapping[int, str]:
        """The proposals with these versions, by version."""
        versions = past_rows(PastProposal, "rounds.ProposalEvent", pgh_id__in=pks)
        places = self._places({row["table_id"] for row in versions})
        return {
            row["pgh_id"]: _("%(where)s: dal tavolo «%(label)s», %(status)s.")
            % {
                "where": places[row["table_id"]].text,
                "label": label_of(row["state"], places[row["table_id"]].scale),
                "status": Proposal.Status(row["status"]).label,
            }
            for row in versions
        }

    def _places(self, tables: Collection[int]) -> Mapping[int, Place]:
        """The place of each table, by primary key."""
        if not tables:
            return {}
        seats: dict[int, dict[int, str]] = defaultdict(dict)
        for seat in past_rows(PastSeat, "rounds.SeatEvent", table_id__in=tables):
            seats[seat["table_id"]][seat["position"]] = self.names.get(seat["entry_id"], "?")
        names = {table: [name for _seat, name in sorted(seated.items())] for table, seated in seats.items()}
        return {
            row["pgh_obj_id"]: Place(
                _("Turno %(round)s, %(table)s, %(players)s")
                % {
                    "round": self.round_numbers[row["round_id"]],
                    "table": self.words[row["round_id"]].cited(row["number"]),
                    "players": " – ".join(names[row["pgh_obj_id"]]),
                },
                self.scales[row["round_id"]],
                names[row["pgh_obj_id"]],
                self.orders.get(row["round_id"]),
            )
            for row in past_rows(PastTable, "rounds.TableEvent", pgh_obj_id__in=tables)
        }


def _result_in(row: PastResult) -> TableState:
    """The result that it leaves: an entry that is undone, the one before it."""
    return row["before"] if row["pgh_label"] == "update" else row["after"]


def from_to(before: str, after: str) -> str:
    """A change in words; empty: nothing."""
    nothing = _("niente")
    return _("da %(before)s a %(after)s") % {"before": before or nothing, "after": after or nothing}


def _scores_text(row: PastResult, scale: Scale) -> str:
    """What a result entry changed at a table of more than two."""
    before, after = label_of(row["before"], scale), label_of(row["after"], scale)
    if row["pgh_label"] == "update":
        return _("registrazione annullata, %(change)s.") % {"change": from_to(after, before)}
    if not after:
        return _("risultato cancellato, era %(before)s.") % {"before": before}
    return _("corretto, %(change)s.") % {"change": from_to(before, after)} if before else f"{after}."


def _result_text(row: PastResult, scale: Scale) -> str:
    """What a result entry changed."""
    if len(row["after"].scores) > 2:
        return _scores_text(row, scale)
    before, after = outcome_of(row["before"]).on(scale), outcome_of(row["after"]).on(scale)
    label_before, label_after = label_of(row["before"], scale), label_of(row["after"], scale)
    if row["pgh_label"] == "update":
        return _("registrazione annullata, %(change)s.") % {"change": from_to(label_after, label_before)}
    if row["before"].games != row["after"].games:
        return _("incontro, %(change)s.") % {"change": from_to(label_before, label_after)}
    if not before.code:
        return after.label.removesuffix(".") + "."
    if not after.code:
        return _("risultato cancellato, era %(before)s.") % {"before": before.label}
    if before.adjourned:
        return _("finita, %(after)s.") % {"after": after.label}
    return _("corretto, %(change)s.") % {"change": from_to(before.label, after.label)}
