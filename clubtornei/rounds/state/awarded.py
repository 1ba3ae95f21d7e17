"""What cannot change while the confirmed prizes name it."""

from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused


def refuse_if_awarded(event: Event) -> None:
    """Raises ActionRefused once who gets which prize is confirmed. `event`: locked."""
    if event.awards is not None:
        raise ActionRefused(
            _("I premi sono confermati: prima toglili dal pubblico, con il pulsante della pagina «Premi».")
        )
