"""What an event can have beside its players, rounds and standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubtornei.events.models import Event, Stage
from pairing.system import System


@dataclass(frozen=True)
class EventPart:
    """Something with a page of its own: the name of its view. `used`: the event has it already."""

    view: str
    title: str
    meaning: str
    used: bool = False


def parts_of(event: Event, stages: Sequence[Stage], system: System) -> list[EventPart]:
    """What fits the event; what stands in a tab once it is used, as fees do, only until then."""
    parts = [
        EventPart(
            "rounds:screens",
            _("Proiettore"),
            _("Che cosa mostrano gli schermi della sala, e un messaggio a tutti."),
            used=event.published,
        ),
        EventPart(
            "publishing:event",
            _("Su internet"),
            _("Se il server ha l’ultima versione, e che cosa aspetta di partire."),
            used=event.is_sent,
        ),
        EventPart(
            "rounds:prizes",
            _("Premi"),
            _("Chi concorre, che cosa si vince, come si divide: si annuncia prima del turno 1."),
            used=bool(event.prizes),
        ),
    ]
    if system.spec.chooses_opponents:
        prohibited = any(stage.prohibited for stage in stages)
        parts.append(
            EventPart(
                "rounds:prohibitions",
                _("Incontri vietati"),
                _("Chi non deve incontrare chi."),
                used=prohibited,
            )
        )
    if event.is_rated and not system.spec.multiplayer:
        meaning = _("Il file TRF per la FIDE e le federazioni, e che cosa manca perché lo prendano.")
        begun = any(stage.begun for stage in stages)
        parts.append(EventPart("rounds:homologation", _("Omologazione"), meaning, used=begun))
    if not event.several:
        meaning = _("Semifinali, una finale, o più finali insieme, con chi si è qualificato.")
        parts.append(EventPart("rounds:stages", _("Fasi"), meaning))
    if not getattr(event, "has_sign_ups", False):
        meaning = _("Chi vuole giocare si iscrive da sé dalla pagina pubblica.")
        parts.append(EventPart("rounds:sign_ups", _("Preiscrizioni"), meaning))
    if event.entry_fee is None:
        meaning = _("Chi ha pagato l’iscrizione, e il conto per il tesoriere.")
        parts.append(EventPart("rounds:fees", _("Quote"), meaning))
    if not getattr(event, "has_mail", False):
        meaning = _("Le notizie del torneo a chi lascia il suo indirizzo.")
        parts.append(EventPart("rounds:mail", _("Posta"), meaning))
    return [part for part in parts if part.used or not event.closed]
