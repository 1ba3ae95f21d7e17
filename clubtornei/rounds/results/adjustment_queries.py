"""In which rounds bonus and penalty points may be given, or taken back."""

from django.utils.translation import gettext as _

from clubtornei.events.models import Stage
from clubtornei.events.systems import pairs_by_results


def rounds_with_points(stage: Stage) -> range:
    """The rounds after which none was paired by the points as they were: at least the last one paired."""
    latest = max(1, stage.rounds.count())
    return range(latest if pairs_by_results(stage) else 1, latest + 1)


def round_refused(stage: Stage) -> str:
    """Why points cannot be given in another round."""
    rounds = rounds_with_points(stage)
    if len(rounds) > 1:
        return _("Scegli un turno da 1 a %(latest)d.") % {"latest": rounds[-1]}
    return _(
        "I turni fino al %(latest)d sono abbinati con i punti di allora: scrivi questi al turno %(latest)d."
    ) % {"latest": rounds[-1]}
