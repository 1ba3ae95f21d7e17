"""What the club's year knows of a person, and taking it away."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubtornei.players.models import Player
from clubtornei.players.names import word_key
from clubtornei.rounds.privacy.queries import Known, row_of
from clubtornei.season.circuits.actions import renew_circuits_of
from clubtornei.season.circuits.identities import NOBODY
from clubtornei.season.models import TypedResult


def results_of(player: Player) -> list[TypedResult]:
    """The results typed in that are his. Those of nobody on the roster too that have his name, if he is the
    only one there with it.
    """
    results = TypedResult.objects.filter(event__circuit__club=player.club_id).select_related("event__circuit")
    names = player.club.players.exclude(pk=player.pk).values_list("name", flat=True)
    own = word_key(player.name)
    alone = own not in map(word_key, names)
    return [
        one
        for one in results.filter(player=player) | results.filter(player=None)
        if one.player_id or (alone and word_key(one.name) == own)
    ]


def known(player: Player) -> Mapping[str, Known]:
    """Two tables, three queries."""
    results = [{"circuit_name": one.event.circuit.name, **row_of(one)} for one in results_of(player)]
    merged = [one.merged for one in player.merges.all()]
    return {
        "merged": Known(_("Unito con"), merged, Player),
        "circuit_results": Known(_("Risultati scritti nei circuiti"), results, TypedResult),
    }


def forget(player: Player) -> None:
    """His results typed in stay, and nobody's name is beside them; no circuit is shown as it was."""
    pks = [one.pk for one in results_of(player)]
    TypedResult.objects.filter(pk__in=pks).update(name=NOBODY, birth_year=None, player=None)
    renew_circuits_of(player.club_id)
