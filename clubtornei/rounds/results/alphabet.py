"""From where to where in the alphabet the names of a page are, on paper as on the projector."""

from collections.abc import Sequence

from clubtornei.players.names import around_surname, sort_key
from clubtornei.rounds.state.site_facts import player_facts
from scoring.record import DocumentPlayer

Ends = tuple[DocumentPlayer, DocumentPlayer]


def ranges(pages: Sequence[Ends]) -> list[tuple[str, str]]:
    """For the first and the last player of each page: A and Db, De and M …, with as many letters as tell the
    last one of a page from the first one of the next; those of one surname have this in common.
    """
    firsts, lasts = [], []
    for before, (first, last), behind in zip([None, *pages], pages, [*pages[1:], None], strict=False):
        firsts.append(_distinguishing_letters(first, before[1] if before else None))
        beyond = first if len(firsts[-1]) > 1 else None
        lasts.append(_distinguishing_letters(last, behind[0] if behind else beyond))
    return list(zip(firsts, lasts, strict=True))


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
