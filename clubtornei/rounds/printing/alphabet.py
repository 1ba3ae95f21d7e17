"""The letters that head a sheet of names: from where to where in the alphabet it goes."""

from collections.abc import Sequence

from clubtornei.players.names import around_surname, sort_key
from clubtornei.rounds.state.site_facts import player_facts
from scoring.record import DocumentPlayer

MOST_LETTERS = 3  # of a name


def letters_of(players: Sequence[DocumentPlayer]) -> list[tuple[str, str]]:
    """For each player: the letters of a page that begins with him, and of one that ends with him: A and Db,
    De and M …; as many as tell him from his neighbour, up to three. Those of one surname have this in common.
    """
    letters = []
    for before, player, behind in zip([None, *players], players, [*players[1:], None], strict=False):
        first = _distinguishing_letters(player, before)
        last = _distinguishing_letters(player, behind or (player if len(first) > 1 else None))
        letters.append((first[:MOST_LETTERS].rstrip(), last[:MOST_LETTERS].rstrip()))
    return letters


def _distinguishing_letters(player: DocumentPlayer, other: DocumentPlayer | None) -> str:
    """How the player's surname begins, in as many of its letters as the other's name does not begin with."""
    surname, others = _through_surname(player), sort_key(other.name) if other else ""
    beginnings = (surname[:end] for end in range(1, len(surname) + 1))
    return next((letters for letters in beginnings if not others.startswith(sort_key(letters))), surname)


def _through_surname(player: DocumentPlayer) -> str:
    """The name to the end of the surname."""
    facts = player_facts(player)
    before, surname, _behind = around_surname(player.name.removesuffix(f" ({facts.mark})"), facts.surname)
    return before + surname
