"""What a round is called besides its number: its stage, and in a bracket a semi-final or the final."""

from clubtornei.rounds.reports.bracket_layout import bracket_or_none, round_names
from clubtornei.rounds.reports.snapshot import EventSnapshot


def name_in_bracket(snapshot: EventSnapshot, number: int) -> str:
    """What the round of a bracket is called; empty elsewhere."""
    return round_names(bracket_or_none(snapshot)).get(str(number), "")


def round_name(snapshot: EventSnapshot, number: int) -> str:
    """The stage, where there are several, and the name in the bracket; empty where the number is all."""
    return " · ".join(filter(None, (snapshot.stages.title, name_in_bracket(snapshot, number))))
