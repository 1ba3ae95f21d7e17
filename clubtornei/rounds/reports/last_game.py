"""What a player needs from the last game, in words: its results where it is one for two, else points."""

from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.state.formatting import Notation, points_in_words
from scoring.clinch import ClinchScenario
from scoring.games import GameOptions
from scoring.standings import decimal_text


class Limit(Struct, frozen=True):
    """From where on a player is sure, or out: in a word or two, and as a sentence."""

    brief: str
    sentence: str


def limits_of_last_game(need: ClinchScenario, game: GameOptions | None, notation: Notation) -> list[Limit]:
    """`game`: what the results of a game for two are worth; None: at tables of more."""
    limits = (_of_results(need, game) if game else None) or _of_points(need, notation)
    return [limit for limit in limits if limit]


def _of_results(need: ClinchScenario, game: GameOptions) -> list[Limit | None] | None:
    """None where the results do not say it: a loss does, or no result of a game."""
    loss, draw, win = map(Fraction, (game.loss, game.draw, game.win))
    sure = hope = None
    if need.clinches_above is not None:
        if not loss <= need.clinches_above < win:
            return None
        sure = (
            Limit(_("gli basta una patta"), _("Nell’ultima partita gli basta una patta."))
            if draw > need.clinches_above
            else Limit(_("gli basta vincere"), _("Nell’ultima partita gli basta vincere."))
        )
    if need.eliminated_below is not None:
        if not loss < need.eliminated_below <= win:
            return None
        hope = (
            Limit(_("fuori se non vince"), _("Se non vince è fuori."))
            if draw < need.eliminated_below
            else Limit(_("fuori se perde"), _("Se perde è fuori."))
        )
    return [sure, hope]


def _of_points(need: ClinchScenario, notation: Notation) -> list[Limit | None]:
    sure = hope = None
    if need.clinches_above is not None:
        points = notation.points(decimal_text(need.clinches_above))
        sure = Limit(
            _("sicuro sopra %(sure)s") % {"sure": points},
            _("Con più di %(sure)s nell’ultima partita è sicuro.") % {"sure": points_in_words(points)},
        )
    if need.eliminated_below is not None:
        points = notation.points(decimal_text(need.eliminated_below))
        hope = Limit(
            _("fuori sotto %(hope)s") % {"hope": points},
            _("Con meno di %(hope)s nell’ultima partita è fuori.") % {"hope": points_in_words(points)},
        )
    return [sure, hope]
