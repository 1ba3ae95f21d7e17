"""Giving bonus and penalty points, and taking them back (rules/standings.md#adjustments)."""

from django.utils.translation import gettext as _

from clubtornei.events.models import Event, Stage
from clubtornei.events.systems import takes_adjustments
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.results.adjustment_queries import round_refused, rounds_with_points
from clubtornei.rounds.state.stages import stage_of
from scoring.document import Adjustment, adjustments_as_plain, records_in


def give_points(event: Event, adjustment: Adjustment, *, stage: int | None = None) -> None:
    """Add bonus points, or penalty points. Raises ActionRefused, also where a round was paired without them.
    `stage`, here and below: its number; None: the one being played.
    """
    with writing(event) as locked:
        playing = stage_of(locked, stage)
        if not takes_adjustments(playing):
            raise ActionRefused(_("In questa formula non si danno e non si tolgono punti."))
        if locked.entries.filter(entry_no__in=adjustment.players).count() < len(adjustment.players):
            raise ActionRefused(_("Questo giocatore non c’è più: ricarica la pagina."))
        if adjustment.round not in rounds_with_points(playing):
            raise ActionRefused(round_refused(playing))
        given = records_in(playing.adjustments, Adjustment)
        _save(playing, (*given, adjustment))


def take_back_points(
    event: Event, place: int, *, stage: int | None = None, expected: int | None = None
) -> None:
    """Remove the points at that place in the list of the stage. `expected`: the version of the event that
    the page showed. Raises ActionRefused, also where a round was paired with them.
    """
    with writing(event) as locked:
        if expected is not None and expected != locked.version:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo l’elenco."))
        playing = stage_of(locked, stage)
        given = records_in(playing.adjustments, Adjustment)
        if not 0 <= place < len(given):
            raise ActionRefused(_("Questi punti sono già stati tolti dall’elenco."))
        if given[place].round not in rounds_with_points(playing):
            raise ActionRefused(
                _("Il turno %(number)d è abbinato con questi punti: scrivine altrettanti col segno opposto.")
                % {"number": given[place].round + 1}
            )
        _save(playing, [each for at, each in enumerate(given) if at != place])


def _save(stage: Stage, given: "tuple[Adjustment, ...] | list[Adjustment]") -> None:
    stage.adjustments = adjustments_as_plain(given)
    stage.save(update_fields=["adjustments"])
