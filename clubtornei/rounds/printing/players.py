"""Sheets of the players: lists to be checked, signed and paid, numbers to be drawn, cards, entrants."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, gettext_lazy as _

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.numbers import numbering
from clubtornei.rounds.participation.fees.queries import fees_report
from clubtornei.rounds.printing.paper_format import DENSE, RANKED, PaperFormat
from clubtornei.rounds.printing.sheet import (
    ENTERED,
    Condition,
    Sheet,
    in_rows,
    is_first_stage,
    report_context,
    system_of,
)
from clubtornei.rounds.reports.card import card
from clubtornei.rounds.reports.card_report import card_report
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.entries import (
    has_numbers,
    in_alphabetical_order,
    players_report,
    signatures_report,
)
from clubtornei.rounds.reports.report import ColumnKind
from clubtornei.rounds.stages.entrant_queries import qualified_report, stage_entrants_of
from clubtornei.rounds.templatetags.printing import TAB
from clubtornei.text.untyped import Context
from pairing.draws import envelopes_for
from scoring.qualification_rule import is_dealt

NUMBERS_IN_ROW, IN_ENVELOPE_ROW = 4, 5
SLIPS = (48.0,)
"""The size of numbers to be cut out, in points."""


def players_by_number(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    return {**report_context(players_report(snapshot, by_name=False)), "look": "players"}


def players_by_name(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    report = players_report(snapshot, by_name=True)
    return {**report_context(report, lettered=True), "look": "players lettered", "page": "lettered"}


def acceptance(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players by name, each with a line to sign. `rules`: the title of what they accept."""
    return {
        **report_context(signatures_report(snapshot)),
        "stage": "",
        "look": "acceptance",
        "rules": snapshot.event.notices.get("rules", ""),
    }


def fees(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """What everybody pays, has paid and still owes, and the totals, for the treasurer."""
    return {**report_context(fees_report(snapshot.event)), "stage": ""}


def numbers(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Numbers to be cut out and drawn from an envelope, one for each entry."""
    return _to_cut_out({"": list(range(1, len(snapshot.players) + 1))}, NUMBERS_IN_ROW)


def envelopes(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The envelopes of the restricted draw: the numbers of each, to be cut out and put in."""
    made = envelopes_for(len(snapshot.players))
    named = {gettext("Busta %(letter)s") % {"letter": letter}: numbers for letter, numbers in made.items()}
    return _to_cut_out(named, IN_ENVELOPE_ROW)


def _to_cut_out(envelopes: Mapping[str, Sequence[int]], in_row: int) -> Context:
    return {
        "columns": range(in_row),
        "envelopes": [(title, numbers, in_rows(numbers, in_row)) for title, numbers in envelopes.items()],
    }


def cards(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players' cards by name, two beside each other on A4, three on A3. Of a round what there is in its
    row, and then whom he met; of larger tables below it.
    """
    shown = [card(snapshot, player.id) for player in in_alphabetical_order(snapshot)]
    reports = [card_report(snapshot, one) for one in shown]
    columns = sorted(reports[0].shown_columns, key=lambda column: column.kind is ColumnKind.OPPONENTS)
    lines = ([line.cells for line in written(report, columns)] for report in reports)
    return {
        "rows": in_rows(list(zip(shown, lines, strict=True)), 1 + paper.sheets_of_a4),
        "is_long": len(shown[0].lines) > paper.card_rounds,
        "names_at": 2 if snapshot.multiplayer else len(columns),
        "heads": TAB.join(column.title for column in columns),
        "page": "whole",
    }


def entrants(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Who plays in this stage, and by which place he has qualified; who has declined."""
    return {
        **report_context(qualified_report(snapshot)),
        "heading": snapshot.stages.title,
        "subtitle": gettext("Chi è in gara"),
        "look": "entrants",
    }


def may_keep_clubs_apart(snapshot: EventSnapshot) -> bool:
    """Whether the Varma draw may give the numbers."""
    in_groups = is_dealt(snapshot.record().stage.entry)
    return numbering.may_keep_clubs_apart(system_of(snapshot), snapshot.event.game, in_groups=in_groups)


NUMBERED = Condition(_("Quando i giocatori hanno il numero."), has_numbers)

SHEETS: Mapping[str, Sheet] = {
    "players": Sheet(
        _("Iscritti per numero"),
        _("Prima del primo turno: ogni giocatore con il suo numero e i suoi dati."),
        players_by_number,
        when=NUMBERED,
    ),
    "players-by-name": Sheet(
        _("Iscritti per nome"),
        _("Gli stessi dati in ordine alfabetico: ognuno controlla i suoi prima che si cominci."),
        players_by_name,
        when=ENTERED,
    ),
    "acceptance": Sheet(
        _("Accettazione del regolamento"),
        _("I nomi con una riga per la firma di ognuno, sotto il titolo delle regole: si firma all’appello."),
        acceptance,
        when=ENTERED,
        applies=is_first_stage,
        template="acceptance",
    ),
    "fees": Sheet(
        _("Quote"),
        _("Chi ha pagato, chi deve ancora, e i totali: per il tesoriere, da non appendere."),
        fees,
        when=ENTERED,
        applies=lambda snapshot: snapshot.event.entry_fee is not None,
    ),
    "numbers": Sheet(
        _("Numeri per il sorteggio"),
        _("Da ritagliare e mettere nella busta."),
        numbers,
        when=ENTERED,
        applies=lambda snapshot: system_of(snapshot).draws_numbers and is_first_stage(snapshot),
        template="numbers",
        sizes=SLIPS,
    ),
    "envelopes": Sheet(
        _("Buste A–D per il sorteggio Varma"),
        _("I numeri di ogni busta, da ritagliare: ogni schieramento sceglie una busta e vi sorteggia."),
        envelopes,
        when=Condition(
            _("Con 9–24 iscritti, per i quali ci sono i gruppi Varma."),
            lambda snapshot: bool(envelopes_for(len(snapshot.players))),
        ),
        applies=may_keep_clubs_apart,
        template="numbers",
        sizes=SLIPS,
    ),
    "cards": Sheet(
        _("Schede dei giocatori"),
        _("Una per giocatore, da ritagliare: turno per turno avversario, risultato e punti."),
        cards,
        template="cards",
        sizes=DENSE,
    ),
    "entrants": Sheet(
        _("Chi è in gara"),
        _("Chi gioca questa fase, e con quale posto ci è arrivato."),
        entrants,
        when=Condition(
            _("Quando la fase è iniziata."),
            lambda snapshot: stage_entrants_of(snapshot.document, snapshot.stages.shown).confirmed,
        ),
        applies=lambda snapshot: snapshot.stages.shown > 1,
        sizes=RANKED,
    ),
}
