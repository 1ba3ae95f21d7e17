"""A stage of an event: its title, and how many play in it."""

from django.utils.translation import gettext as _

from clubtornei.events.models import Stage
from clubtornei.text.languages import reader_language
from scoring.qualification_rule import is_dealt
from scoring.stage_names import stage_name_in


def player_count(stage: Stage) -> int:
    """The number of players in the stage: of its confirmed entrants, else of all entries."""
    return stage.event.entries.count() if stage.entrants is None else len(stage.entrants)


def is_group(stage: Stage) -> bool:
    """Whether it is one of parallel groups, into which all players are dealt by their numbers."""
    return is_dealt(stage.qualification)


def is_opening(stage: Stage) -> bool:
    """Whether players enter the event in it: the first stage, or one of parallel groups."""
    return stage.number == 1 or is_group(stage)


def stage_title(number: int, name: str) -> str:
    return stage_name(name) or _("Fase %(number)s") % {"number": number}


def is_only_round(rounds: int | None, *names: str) -> bool:
    """Whether a round is called by these names alone, as the only one of its stage's `rounds`."""
    return rounds == 1 and any(names)


def round_title(number: int, *names: str, rounds: int | None = None) -> str:
    """The round, behind the names of its stage, where there are several, and in a bracket. `rounds`: how many
    the stage has; None: it is not the only one.
    """
    own = "" if is_only_round(rounds, *names) else _("Turno %(number)d") % {"number": number}
    return " · ".join(filter(None, (*names, own)))


def stage_name(name: str) -> str:
    """The name in the reader’s language if the site gives it; an organiser’s own as it was written."""
    return stage_name_in(reader_language(), name)
