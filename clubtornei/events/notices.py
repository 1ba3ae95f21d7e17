"""What an organiser announces of an event in his own words beside its rules: a row each."""

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.text.untyped import LazyText
from pairing.offers import RISIKO, game_type_of

LONGEST_NOTICE = 2_000


class Notice(Struct, frozen=True, kw_only=True):
    """What is announced: what it is called, and what helps to write it.

    `of_rules`: whether it is a rule of play. `game`: the type of games for which it is asked, empty for all;
    `knockout`: whether it is asked only where a drawn match is replayed.
    """

    title: LazyText
    help_text: LazyText = ""
    of_rules: bool = False
    game: str = ""
    knockout: bool = False


NOTICES = {
    "address": Notice(title=_("Indirizzo"), help_text=_("Come si arriva, dove si parcheggia.")),
    "hours": Notice(title=_("Orari"), help_text=_("Ritrovo, inizio dei turni, premiazione.")),
    "fee": Notice(title=_("Quota"), help_text=_("Quanto, chi paga meno, come si paga.")),
    "prizes": Notice(title=_("Premi")),
    "contact": Notice(title=_("Contatti"), help_text=_("Di chi organizza: chiunque li può leggere.")),
    "rules": Notice(
        title=_("Regolamento"),
        help_text=_("Titolo ed edizione: sta anche sul foglio che firmano i giocatori."),
        of_rules=True,
    ),
    "armies": Notice(
        title=_("Limite di armate"),
        help_text=_("Quante ne ha ognuno, e che non si superano. Vuoto: non se ne parla."),
        of_rules=True,
        game=RISIKO,
    ),
    "half": Notice(
        title=_("Regola del 50%"),
        help_text=_(
            "Come si evita che uno riceva all’inizio più di metà dei territori di un continente. Vuoto: non"
            " se ne parla."
        ),
        of_rules=True,
        game=RISIKO,
    ),
    "replays": Notice(
        title=_("Cadenza delle partite rigiocate"),
        help_text=_("Dopo una patta, o dopo le prime due: per esempio 10 minuti a testa."),
        of_rules=True,
        knockout=True,
    ),
}


def notices_asked(game: str, *, knockout: bool) -> list[str]:
    """The codes of those that are asked for in an event of that game."""
    game_type = game_type_of(game)
    played = game_type.name if game_type else ""
    return [
        code
        for code, notice in NOTICES.items()
        if notice.game in ("", played) and (knockout or not notice.knockout)
    ]
