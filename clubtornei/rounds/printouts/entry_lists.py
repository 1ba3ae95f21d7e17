"""The list of players to be hung up before round 1: by number, and by name."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubtornei.players.names import sort_key
from clubtornei.rounds.core.formatting import exactly
from clubtornei.rounds.printouts.sheet import Sheet, has_entries
from clubtornei.rounds.printouts.type_size import Column, best_layout
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.untyped import Context
from scoring.record import Player


def has_numbers(snapshot: EventSnapshot) -> bool:
    """Whether the players have the numbers they keep: drawn, or given by rating."""
    return bool(snapshot.players) and (snapshot.event.drawn or snapshot.progress.rounds > 0)


def players_by_number(snapshot: EventSnapshot, number: int) -> Context:
    return _list_of(snapshot, lambda player: player.number)


def players_by_name(snapshot: EventSnapshot, number: int) -> Context:
    return _list_of(snapshot, lambda player: (sort_key(player.name), player.number))


def _list_of(snapshot: EventSnapshot, order: Callable[[Player], Any]) -> Context:
    """The players in that order, with title, club and rating, if anybody has one."""
    players = sorted(snapshot.players.values(), key=order)
    numbered = has_numbers(snapshot)
    rating_list = str(_("Elo"))
    columns = [
        (numbered, Column(texts=[str(player.number) for player in players], title=str(_("N.")))),
        (True, Column(texts=[player.name for player in players], wraps=True)),
    ]
    titles = [player.title or "" for player in players]
    clubs = [player.club or "" for player in players]
    ratings = [exactly(player.rating) for player in players]
    columns += [
        (any(titles), Column(texts=titles, title=str(_("Tit.")))),
        (any(clubs), Column(texts=clubs, wraps=True)),
        (any(ratings), Column(texts=ratings, title=rating_list)),
    ]
    return {
        "players": players,
        "numbered": numbered,
        "titles": any(titles),
        "clubs": any(clubs),
        "ratings": any(ratings),
        "rating_list": rating_list,
        "layout": best_layout([column for shown, column in columns if shown]),
    }


SHEETS: Mapping[str, Sheet] = {
    "players": Sheet(
        _("Elenco dei giocatori per numero"),
        _("Prima del primo turno: numero, nome, titolo, circolo, punteggio Elo."),
        _("Quando i giocatori hanno il numero."),
        players_by_number,
        ready=has_numbers,
    ),
    "players-by-name": Sheet(
        _("Elenco dei giocatori per nome"),
        _("Gli stessi dati in ordine alfabetico: ognuno controlla i suoi prima che si cominci."),
        _("Quando ci sono iscritti."),
        players_by_name,
        ready=has_entries,
    ),
}
