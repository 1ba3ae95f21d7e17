"""The list of players to be hung up before round 1: by number, and by name."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from clubtornei.rounds.fees.queries import fees_report
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import READ
from clubtornei.rounds.printing.sheet import Sheet, has_entries, in_alphabetical_order, report_context
from clubtornei.rounds.reports.ranking_columns import with_people
from clubtornei.rounds.reports.report import NAME, Column, Kind, Report, row_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context
from scoring.record import Player


def has_numbers(snapshot: EventSnapshot) -> bool:
    """Whether the players have the numbers they keep: drawn, or given by rating."""
    return bool(snapshot.players) and (snapshot.event.drawn or snapshot.progress.rounds > 0)


def players_by_number(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    by_number = sorted(snapshot.players.values(), key=lambda player: player.number)
    return {**report_context(_players_report(snapshot, by_number)), "look": "players"}


def players_by_name(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    report = _players_report(snapshot, in_alphabetical_order(snapshot))
    return {**report_context(report, lettered=True), "look": "players lettered"}


def _players_report(snapshot: EventSnapshot, players: Sequence[Player]) -> Report:
    """The players in this order, each with title, club and the rating of each list, as far as anybody has one
    and it counts in the game.
    """
    columns = (
        Column(key="draw", title=str(_("N.")), kind=Kind.TABLE),
        Column(key=NAME, title=str(_("Nome")), kind=Kind.NAME),
    )
    rows = [row_of(columns, player.number, player, player=player.id) for player in players]
    count = ngettext("%(number)s giocatore", "%(number)s giocatori", len(rows)) % {"number": len(rows)}
    report = Report(
        title="",
        columns=columns if has_numbers(snapshot) else columns[1:],
        rows=tuple(rows),
        footnotes=(count,),
    )
    known = with_people(report, snapshot)
    shown = [replace(column, is_detail=False) for column in known.columns if column.key != "title"]
    return replace(known, columns=tuple(shown))


def acceptance(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players by name, each with a line to sign. `rules`: the title of what they accept."""
    columns = (
        Column(key=NAME, title=str(_("Nome")), kind=Kind.NAME),
        Column(key="signature", title=str(_("Firma")), kind=Kind.TEXT),
    )
    rows = [row_of(columns, player.name, "") for player in in_alphabetical_order(snapshot)]
    return {
        **report_context(Report(title="", columns=columns, rows=tuple(rows))),
        "stage": "",
        "look": "acceptance",
        "rules": snapshot.event.notices.get("rules", ""),
    }


def fees(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """What everybody pays, has paid and still owes, and the totals, for the treasurer."""
    return {**report_context(fees_report(snapshot.event)), "stage": ""}


def notes_fees(snapshot: EventSnapshot) -> bool:
    """Whether note is taken of who has paid."""
    return snapshot.event.entry_fee is not None


SHEETS: Mapping[str, Sheet] = {
    "players": Sheet(
        _("Elenco dei giocatori per numero"),
        _("Prima del primo turno: numero, nome, titolo, circolo, e il punteggio con la lista da cui viene."),
        _("Quando i giocatori hanno il numero."),
        players_by_number,
        ready=has_numbers,
        sizes=READ,
    ),
    "players-by-name": Sheet(
        _("Elenco dei giocatori per nome"),
        _("Gli stessi dati in ordine alfabetico: ognuno controlla i suoi prima che si cominci."),
        _("Quando ci sono iscritti."),
        players_by_name,
        ready=has_entries,
        sizes=READ,
    ),
    "acceptance": Sheet(
        _("Accettazione del regolamento"),
        _("I nomi con una riga per la firma di ognuno, sotto il titolo delle regole: si firma all’appello."),
        _("Quando ci sono iscritti."),
        acceptance,
        ready=has_entries,
        template="acceptance",
        sizes=READ,
    ),
    "fees": Sheet(
        _("Quote"),
        _("Chi ha pagato, chi deve ancora, e i totali: per il tesoriere, da non appendere."),
        _("Quando ci sono iscritti."),
        fees,
        applies=notes_fees,
        ready=has_entries,
        sizes=READ,
    ),
}
