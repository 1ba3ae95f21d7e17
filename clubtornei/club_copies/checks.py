"""What a copy from outside must be: what forms and the import of documents would let in."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import Error, OperationalError, transaction
from django.db.models import Field, Model
from django.utils.translation import gettext as _
from msgspec import convert

from clubtornei.accounts.forms import SitesField
from clubtornei.accounts.models import Club
from clubtornei.club_copies.packing import CIRCUITS, PRESETS
from clubtornei.club_copies.reading import CopyUnreadable, unreadable
from clubtornei.events.details import EventDetails, StageDetails
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of as document_of_event
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.pages.history.history import history_page
from clubtornei.rounds.participation.signups.questions import Question
from clubtornei.season.circuits.documents import document_of as document_of_circuit
from clubtornei.text.untyped import JsonObject
from pairing.registry import SYSTEM_SPECS
from scoring.circuit_document import write_circuit
from scoring.circuit_reading import read_circuit
from scoring.document import DocumentError, write
from scoring.methods import METHODS
from scoring.reading import read


def check_rows(model: type[Model], rows: Sequence[JsonObject], file: str) -> None:
    """Each value by the choices and the validators of its column. Raises CopyUnreadable."""
    fields = [field for field in model._meta.concrete_fields if not field.is_relation]
    for row in rows:
        for field in fields:
            if row.get(field.name) not in (None, "", [], {}):
                _check_value(field, row[field.name], file)


def _check_value(field: "Field[object, object]", value: object, file: str) -> None:
    try:
        if field.choices and value not in dict(field.flatchoices):
            raise ValidationError(_("«%(value)s» non si può scegliere.") % {"value": value})
        if field.get_internal_type() != "JSONField":
            field.run_validators(field.to_python(value))
    except (ValidationError, TypeError, ValueError, ArithmeticError) as error:
        why = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        raise unreadable(file, f"{field.name}: {why}") from error


def check_sites(row: JsonObject, file: str) -> None:
    """Whose pages may show the club's: they are in a header."""
    sites = row.get("embedding_sites", [])
    try:
        same = SitesField(required=False).clean("\n".join(sites)) == sites
    except (ValidationError, TypeError):
        same = False
    if not same:
        raise unreadable(file, _("i siti che incorporano le pagine non sono indirizzi di siti."))


def check_event(event: Event, file: str) -> None:
    """Its document is read as one from outside, and brought in once, to nowhere."""
    with readable(file):
        document = read(write(document_of_event(event)), SYSTEM_SPECS)
        try:
            with transaction.atomic():
                import_event(event.club, document)
                raise _RollBack
        except _RollBack:
            pass
        for settings in SignUpSettings.objects.filter(event=event):
            convert(settings.questions, list[Question])


def check_history(event: Event, file: str) -> None:
    """Every line of it is made once, of the results that were entered too."""
    with readable(file):
        history_page(event, None, q="?")


class _RollBack(Exception):
    pass


def check_club(club: Club) -> None:
    """What is in JSON columns, once it is written."""
    for preset in club.presets.all():
        with readable(PRESETS):
            for stage in convert(preset.stages, list[StageDetails]):
                if stage.system not in SYSTEM_SPECS or stage.scoring not in METHODS:
                    raise ValueError(preset.name)
            convert({**preset.details, "name": preset.name, "starts_on": "2000-01-01"}, EventDetails)
    for circuit in club.circuits.all():
        with readable(CIRCUITS):
            read_circuit(write_circuit(document_of_circuit(circuit)), SYSTEM_SPECS)


@contextmanager
def readable(file: str) -> Iterator[None]:
    try:
        yield
    except CopyUnreadable:
        raise
    except DocumentError as error:
        issue = error.issues[0]
        raise unreadable(file, f"{issue.path} ({issue.code}).") from error
    except ActionRefused as error:
        raise unreadable(file, str(error)) from error
    except OperationalError:  # of the server, not of the file
        raise
    except (
        Error,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        ArithmeticError,
        LookupError,
        ValidationError,
    ) as error:
        raise unreadable(file, _("non si può leggere (%(why)s).") % {"why": error}) from error
