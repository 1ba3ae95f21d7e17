"""The addresses of those who have no account: their own page, and the one that hangs in the hall.

Who holds an address needs nothing else. It is good until the event is closed, or until the arbiter renews it.
"""

from uuid import UUID

from django.contrib.postgres.functions import RandomUUID
from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.events.namesakes import by_whole_name
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.models import Table
from clubtornei.text.numerals import parse_int

HALL, TABLES, PUBLIC, SIGN_UP, ENTRY = "hall", "tables", "public", "sign-up", "entry"
"""What `renew` may be asked for; the last two with a colon and the primary key of the row."""


def person_of(key: UUID) -> SignUp | Entry | None:
    """Whose own page it is, with event and club; None if the address is good no more. Two queries at most."""
    sign_ups = SignUp.objects.select_related("event__club", "entry__player")
    return (
        sign_ups.filter(link_key=key, event__closed_at=None).first()
        or Entry.objects.select_related("event__club").filter(link_key=key, event__closed_at=None).first()
    )


def event_of_hall(key: UUID) -> Event | None:
    """The event with its club; None if the address is good no more."""
    return Event.objects.in_progress().select_related("club").filter(hall_key=key).first()


def renewable(event: Event) -> list[tuple[str, str]]:
    """What `renew` may be asked for, each with its name. Two queries."""
    entries = by_whole_name(event, event.entries.filter(sign_up=None))
    return [
        (HALL, _("Il QR «Sono arrivato» e gli schermi")),
        (TABLES, _("I QR sui foglietti dei tavoli, di tutti i turni")),
        (PUBLIC, _("Il calendario del torneo e le sovrimpressioni")),
        *((f"{SIGN_UP}:{one.pk}", one.name) for one in event.sign_ups.by_name()),
        *((f"{ENTRY}:{one.pk}", one.name) for one in entries),
    ]


def renew(event: Event, what: str) -> None:
    """Give new addresses: those handed out before lead nowhere. Raises ActionRefused."""
    kind, _colon, number = what.partition(":")
    pk = parse_int(number) or 0
    with writing(event) as locked:
        rows, column = {
            HALL: (Event.objects.filter(pk=locked.pk), "hall_key"),
            TABLES: (Table.objects.filter(round__stage__event=locked), "link_key"),
            PUBLIC: (Event.objects.filter(pk=locked.pk), "public_key"),
            SIGN_UP: (locked.sign_ups.filter(pk=pk), "link_key"),
            ENTRY: (locked.entries.filter(pk=pk), "link_key"),
        }.get(kind, (Event.objects.none(), "hall_key"))
        if not rows.update(**{column: RandomUUID()}):
            raise ActionRefused(_("Non c’è più niente da rinnovare: ricarica la pagina."))
