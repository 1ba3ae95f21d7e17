"""What a withdrawal means for the player's results and for the rounds to come, by the stage's system."""

from django.utils.translation import gettext as _

from pairing.registry import SYSTEMS


def withdrawal_rule(name: str, *, annulled: bool = False) -> str:
    """For one who has left a stage of that system; `annulled`: before half of the games of a calendar."""
    system = SYSTEMS[name]
    if annulled:
        return _("Ritiro prima di metà delle partite: i risultati sono annullati e non contano per nessuno.")
    if system.spec.games_each is not None:
        return _("Ritiro dopo metà delle partite: quelle che restano sono perse per forfait.")
    if system.bracket is not None:
        return _("Chi si ritira perde per forfait l’incontro che gli tocca.")
    if system.spec.multiplayer:
        return _(
            "Chi si ritira non siede più ai tavoli: i punti fatti restano, e ogni partita che manca vale 0,"
            " che gli scarti possono togliere."
        )
    return _("Chi si ritira non è più abbinato: i punti fatti restano, e i turni che mancano ne valgono 0.")
