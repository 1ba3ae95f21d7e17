"""The list of players to be hung up before round 1: by number, and by name."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.formatting import exactly
from clubtornei.rounds.core.player_names import beside_club
from clubtornei.rounds.fees.queries import fees_report
from clubtornei.rounds.printing.pairings import letters_of
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import READ
from clubtornei.rounds.printing.sheet import Sheet, has_entries, in_alphabetical_order, report_context
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context
from scoring.record import Player


def has_numbers(snapshot: EventSnapshot) -> bool:
    """Whether the players have the numbers they keep: drawn, or given by rating."""
    return bool(snapshot.players) and (snapshot.event.drawn or snapshot.progress.rounds > 0)


def players_by_number(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    return _list_of(snapshot, sorted(snapshot.players.values(), key=lambda player: player.number))


def players_by_name(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    return {**_list_of(snapshot, in_alphabetical_order(snapshot)), "lettered": True}


def _list_of(snapshot: EventSnapshot, in_order: Sequence[Player]) -> Context:
    """The players, each with title, club and the rating of each list, if anybody has one and it counts in
    the game; and with the letters of a page that begins or ends with him.
    """
    players = [beside_club(player) for player in in_order]
    numbered = has_numbers(snapshot)
    titles = [player.title or "" for player in players]
    clubs = [player.club or "" for player in players]
    ratings = [[exactly(rating) for rating in (player.rating, *player.other_ratings)] for player in players]
    lists = [
        (title, [of_player[place] if place < len(of_player) else "" for of_player in ratings])
        for place, title in enumerate(snapshot.event.rating_titles)
    ]
    lists = [(title, values) for title, values in lists if any(values) and snapshot.shows_ratings]

    return {
        "rows": [
            (player, [values[row] for _title, values in lists], letters)
            for row, (player, letters) in enumerate(zip(players, letters_of(players), strict=True))
        ],
        "numbered": numbered,
        "titles": any(titles),
        "clubs": any(clubs),
        "rating_lists": [title for title, _values in lists],
    }


def acceptance(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players by name, each with a line to sign. `rules`: the title of what they accept."""
    return {
        "stage": "",
        "players": in_alphabetical_order(snapshot),
        "rules": snapshot.event.notices.get("rules", ""),
    }


def fees(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """What everybody pays, has paid and still owes, and the totals, for the treasurer."""
    return report_context(fees_report(snapshot.event))


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
        looks=("list", "acceptance"),
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
