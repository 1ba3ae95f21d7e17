"""The ties of a player at his tables of more than two: what decided them, and which are left."""

from django.utils.translation import gettext as _

from clubtornei.rounds.documents.event_snapshot import EventSnapshot


def table_ties_of(snapshot: EventSnapshot, player: int, after: int | None = None) -> list[str]:
    """The player's ties in the stage, a sentence each. `after`: in the rounds up to that one; None: in
    all.
    """
    if not snapshot.multiplayer:
        return []
    return [
        _("Turno %(round)d, tavolo %(table)d: %(tie)s")
        % {"round": round_.number, "table": table.number, "tie": tie}
        for round_ in snapshot.calendar
        if after is None or round_.number <= after
        for table in round_.tables
        for tie in table.ties_of(player)
    ]


def event_ties_of(snapshot: EventSnapshot, player: int) -> list[str]:
    """The player's ties in all stages, each with the title of its stage."""
    return [
        f"{tab.title}. {tie}"
        for tab in snapshot.stages_with(player)
        for tie in table_ties_of(snapshot.of_stage(tab.number), player)
    ]
