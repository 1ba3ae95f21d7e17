"""Bonus and penalty points that the arbiter gives, in words (rules/standings.md#adjustments)."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from clubtornei.rounds.state.formatting import points
from clubtornei.text.languages import listed
from scoring.document import Adjustment
from scoring.standings import decimal_text


def adjustment_text(
    adjustment: Adjustment, names: Mapping[int, str], figure: Callable[[str], str] = points
) -> str:
    """Who has how many points more or less, since which round, and why: Rossi −1 (turno 3: cellulare).
    `figure` writes the points.
    """
    value = figure(decimal_text(Fraction(adjustment.points)))
    facts = {
        "names": listed([names.get(player, "?") for player in adjustment.players]),
        "points": value if adjustment.points < 0 else f"+{value}",
        "round": adjustment.round,
        "reason": adjustment.reason,
    }
    words = _("%(names)s %(points)s (turno %(round)d: %(reason)s)")
    without_reason = _("%(names)s %(points)s (turno %(round)d)")
    return (words if adjustment.reason else without_reason) % facts
