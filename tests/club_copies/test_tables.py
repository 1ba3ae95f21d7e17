"""No model of a club is forgotten by its copies."""

from django.apps import apps
from django.db.models import ForeignKey, Model

from clubtornei.accounts.club_history import history_models
from clubtornei.accounts.models import Club
from clubtornei.club_copies.tables import (
    COLUMNS_LEFT_OUT,
    LEFT_OUT,
    OF_CIRCUITS,
    OF_CLUB,
    OF_EVENT,
    OF_PRESETS,
    OF_ROSTER,
    WITH_MAIL,
)

COPIED = {table.label for table in (*OF_CLUB, *OF_ROSTER, *OF_PRESETS, *OF_CIRCUITS, *OF_EVENT)}


def below(model: type[Model]) -> set[type[Model]]:
    """The models with rows that belong to its rows."""
    found: set[type[Model]] = set()
    new = {model}
    while new:
        new = {
            other
            for other in apps.get_models()
            if any(
                isinstance(field, ForeignKey) and field.related_model in new
                for field in other._meta.concrete_fields
            )
        } - found
        found |= new
    return found


def test_every_model_of_a_club_is_in_its_copies_or_left_out_for_a_reason() -> None:
    """A new one stands in no row of clubtornei/club_copies/tables.py, and fails here until it does."""
    found = {model._meta.label for model in below(Club) - set(history_models().values())}
    assert found == COPIED | LEFT_OUT.keys() | {"events.Event"}


def test_every_column_that_is_left_out_exists() -> None:
    for label, columns in (COLUMNS_LEFT_OUT | WITH_MAIL).items():
        names = {field.name for field in apps.get_model(label)._meta.concrete_fields}
        assert columns <= names, label
