"""From where to where in the alphabet the names of a page are, on paper as on the projector."""

from collections.abc import Sequence

from clubtornei.players.names import around_surname, sort_key
from clubtornei.rounds.core.site_facts import player_facts
from scoring.record import Player

Ends = tuple[Player, Player]


def ranges(pages: Sequence[Ends], most_in_common: int | None = None) -> list[tuple[str, str]]:
    """For the first and the last player of each page: A and Db, De and M …, with as many letters as tell the
    last one of a page from the first one of the next; those of one surname have this in common. With
    `most_in_common` they have so many letters of it, and of the given name what tells them apart: Ros. M.
    """
    firsts, lasts = [], []
    for before, (first, last), behind in zip([None, *pages], pages, [*pages[1:], None], strict=False):
        firsts.append(_told(first, before[1] if before else None, most_in_common))
        beyond = first if len(firsts[-1]) > 1 else None
        lasts.append(_told(last, behind[0] if behind else beyond, most_in_common))
    return list(zip(firsts, lasts, strict=True))


def _told(player: Player, other: Player | None, most_in_common: int | None) -> str:
    """How the player's name begins, in as many of its letters as the other's does not begin with; see
    `ranges` for what they have in common.
    """
    surname, others = _through_surname(player), sort_key(other.name) if other else ""
    name = player.name if most_in_common else surname
    beginnings = (name[:end] for end in range(1, len(name) + 1))
    common = surname[:most_in_common].rstrip(" ’'")
    told = (letters for letters in beginnings if not others.startswith(sort_key(letters)))
    letters = next(told, common)
    return letters if len(letters) <= len(surname) else f"{common}. {letters[len(surname) :].strip()}"


def _through_surname(player: Player) -> str:
    """The name to the end of the surname."""
    facts = player_facts(player)
    before, surname, _behind = around_surname(player.name.removesuffix(f" ({facts.mark})"), facts.surname)
    return before + surname
