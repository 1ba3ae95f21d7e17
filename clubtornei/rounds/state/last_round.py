"""The last round of a calendar is played when the games of all others are finished
(rules/round-robin.md#last-round), or when the arbiter says so.
"""

from django.utils.translation import gettext as _

from clubtornei.events.stage_titles import player_count
from clubtornei.events.systems import rounds_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.state.event_state import annulled_players_of
from pairing.registry import SYSTEMS


def rounds_to_finish(round_: Round) -> list[int]:
    """The numbers of the earlier rounds with open games, which keep this one, the last of its calendar, from
    being played; none once it has a result, or the arbiter lets it be played. A query, two more where there
    are open games.
    """
    stage = round_.stage
    if not SYSTEMS[stage.system].whole_calendar or round_.number == 1 or round_.played_early:
        return []
    earlier = Table.objects.games().filter(round__stage=stage, round__number__lt=round_.number)
    games = earlier.filter(seats__score__isnull=True).order_by("round__number")
    open_games = set(games.values_list("pk", "round__number"))
    if not open_games or round_.number != rounds_of(stage, player_count(stage)):
        return []
    if round_.tables.games().filter(forfeit=False, seats__score__isnull=False).exists():
        return []
    if gone := annulled_players_of(stage):
        annulled = set(earlier.filter(seats__entry__entry_no__in=gone).values_list("pk", flat=True))
        open_games = {(pk, number) for pk, number in open_games if pk not in annulled}
    return sorted({number for _pk, number in open_games})


def refuse_too_early(round_: Round) -> None:
    """Raises ActionRefused where earlier games are to be finished before the round is played."""
    if rounds := rounds_to_finish(round_):
        raise ActionRefused(
            _(
                "È l’ultimo turno: prima si finiscono le partite aperte (turno %(rounds)s). Per giocarlo lo"
                " stesso l’arbitro lo dice sulla pagina del turno."
            )
            % {"rounds": ", ".join(map(str, rounds))}
        )
