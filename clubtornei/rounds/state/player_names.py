"""A player's name in its parts: surname, given name, and the mark that tells namesakes apart."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.namesakes import marked
from clubtornei.players.names import around_surname, is_initials
from clubtornei.rounds.state.site_facts import player_facts
from scoring.record import DocumentPlayer


def has_no_surname(player: DocumentPlayer) -> bool:
    """Whether the name stays whole: that of a team, and initials."""
    return is_initials(player.name) or bool(player_facts(player).members)


def name_around_surname(player: DocumentPlayer) -> tuple[str, str, str]:
    """What stands before the surname, the surname, and what stands behind it; of a team the whole name."""
    if has_no_surname(player):
        return "", player.name, ""
    return around_surname(player.name, player_facts(player).surname)


def surname_and_given_name(player: DocumentPlayer) -> tuple[str, str]:
    """The surname and the given name, for spreadsheets; a team and initials are all surname."""
    before, surname, behind = name_around_surname(player)
    return surname, f"{before}{behind}".strip()


def beside_club(player: DocumentPlayer) -> DocumentPlayer:
    """As he is called where his club stands beside the name: there the club tells him apart by itself."""
    mark = player_facts(player).mark
    if not mark or mark != marked(player.club or ""):
        return player
    return replace(player, name=player.name.removesuffix(f" ({mark})"))


def team_members(captain: str, members: Sequence[str]) -> str:
    """Who plays in a team, the captain first: «Rossi Mario (cap.), Bianchi Ada»."""
    others = [member for member in members if member != captain]
    first = [_("%(name)s (cap.)") % {"name": captain}] if captain else []
    return ", ".join([*first, *others])


def team(player: DocumentPlayer) -> str:
    """Who plays in the team that this player is; empty for a single player."""
    facts = player_facts(player)
    return team_members(facts.captain, facts.members)
