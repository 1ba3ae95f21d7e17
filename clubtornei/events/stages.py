"""A stage of an event: its title, and how many play in it."""

from django.utils.translation import gettext as _

from clubtornei.events.models import Stage


def player_count(stage: Stage) -> int:
    """The number of players in the stage: of its confirmed entrants, else of all entries."""
    return stage.event.entries.count() if stage.entrants is None else len(stage.entrants)


def stage_title(number: int, name: str) -> str:
    return name or _("Fase %(number)s") % {"number": number}
