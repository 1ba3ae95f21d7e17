import re
from decimal import Decimal
from typing import Annotated, Literal

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import translation
from msgspec import Struct

from clubtornei.events.option_forms import ExactField, initial_of, option_form
from pairing.registry import SYSTEMS
from scoring.methods import METHODS
from scoring.options import build, check, meta


class Strange(Struct, frozen=True):
    """One option of every type that a record may have."""

    rounds: Annotated[int, meta(("Turni", "Quanti."), ("Rounds", "How many."), minimum=1, maximum=9)]
    extra: Annotated[int, meta(("Extra", ""), ("Extra", ""))] = 3
    share: Annotated[Decimal, meta(("Quota", ""), ("Share", ""))] = Decimal("0.5")
    bonus: Annotated[Decimal | None, meta(("Premio", ""), ("Bonus", ""))] = None
    fast: Annotated[bool, meta(("Lampo", ""), ("Fast", ""))] = False
    motto: Annotated[str, meta(("Motto", ""), ("Motto", ""))] = ""
    way: Annotated[Literal["out", "back"], meta(("Verso", ""), ("Way", ""))] = "out"
    steps: Annotated[tuple[int, ...], meta(("Passi", ""), ("Steps", ""))] = ()
    prizes: Annotated[tuple[Decimal, ...], meta(("Premi", ""), ("Prizes", ""))] = (Decimal(3), Decimal(1))
    colours: Annotated[tuple[Literal["red", "blue"], ...], meta(("Colori", ""), ("Colours", ""))] = ()


LEFT_ALONE = "extra=3&share=0.5&way=out&prizes=3 1"


def filled(text):
    return option_form(Strange)(QueryDict(text))


def test_the_fields_come_from_the_record_in_its_order():
    form = option_form(Strange)(initial=initial_of(Strange, {"rounds": 5}))
    assert list(form.fields) == list(Strange.__struct_fields__)
    assert form["rounds"].value() == 5
    assert form["share"].value() == "0,5"
    assert form["prizes"].value() == "3 1"
    assert 'min="1"' in str(form["rounds"])
    assert 'max="9"' in str(form["rounds"])


def test_what_was_left_at_its_default_is_not_written():
    form = filled(f"rounds=5&{LEFT_ALONE}")
    assert form.is_valid(), form.errors
    assert form.values() == {"rounds": 5}


def test_every_type_comes_out_as_the_document_wants_it():
    form = filled(
        "rounds=5&extra=0&share=0,250&bonus=2&fast=on&motto=Ciao&way=back"
        "&steps=4; 2&prizes=2,5 1&colours=blue"
    )
    assert form.is_valid(), form.errors
    values = form.values()
    assert values == {
        "rounds": 5,
        "extra": 0,
        "share": Decimal("0.25"),
        "bonus": 2,
        "fast": True,
        "motto": "Ciao",
        "way": "back",
        "steps": [4, 2],
        "prizes": [Decimal("2.5"), 1],
        "colours": ["blue"],
    }
    assert check(Strange, values, "options") == []
    assert build(Strange, values).steps == (4, 2)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "rounds"),
        ("rounds=0", "rounds"),
        ("rounds=10", "rounds"),
        ("rounds=molti", "rounds"),
        ("rounds=5&extra=", "extra"),
        ("rounds=5&share=mezzo", "share"),
        ("rounds=5&share=NaN", "share"),
        ("rounds=5&bonus=1e999", "bonus"),
        ("rounds=5&way=up", "way"),
        ("rounds=5&steps=1 due", "steps"),
        ("rounds=5&colours=green", "colours"),
    ],
)
def test_a_wrong_value_is_told_at_its_field(text, field):
    assert field in filled(text).errors


def test_a_default_of_the_system_is_kept_apart_from_that_of_the_method():
    form = filled(f"rounds=5&{LEFT_ALONE}")
    assert form.is_valid()
    assert form.values({"extra": 2}) == {"rounds": 5, "extra": 3}


@pytest.mark.parametrize(
    "record",
    [*(system.spec.options for system in SYSTEMS.values()), *(row.options for row in METHODS.values())],
)
def test_every_record_of_the_engines_has_its_form(record):
    form = option_form(record)(initial=initial_of(record, {}))
    assert all(field.label for field in form)


@pytest.mark.parametrize(
    ("chosen", "written"), [("", {}), ("True", {"luck": True}), ("False", {"luck": False})]
)
def test_yes_and_no_may_be_left_open(chosen, written):
    class Open(Struct, frozen=True):
        luck: Annotated[bool | None, meta(("Sorte", ""), ("Luck", ""))] = None

    form = option_form(Open)(QueryDict(f"luck={chosen}"))
    assert form.is_valid(), form.errors
    assert form.values() == written
    assert build(Open, written).luck == written.get("luck")
    shown = str(option_form(Open)(initial=initial_of(Open, written))["luck"])
    assert f'value="{chosen}" selected' in shown or not chosen


@pytest.mark.parametrize("win", ["-99999999999", "99999999999"])
def test_no_number_is_taken_that_the_document_has_no_room_for(win):
    form = option_form(METHODS["game"].options)(QueryDict(f"win={win}&draw=1&loss=0"))
    assert "win" in form.errors


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("allow=3 7", "allow"),
        ("allow=2", "allow"),
        ("allow=", "allow"),
        ("allow=4 5&tables=0", "tables"),
        ("allow=4 5&rounds=-1", "rounds"),
    ],
)
def test_what_a_seating_cannot_work_with_is_refused_beside_its_field(text, field):
    form = option_form(SYSTEMS["seating"].spec.options)(QueryDict(text))
    assert list(form.errors) == [field]


@pytest.mark.parametrize(
    ("size", "allow", "errors"),
    [(5, "3 4", ["size"]), (4, "5", ["size"]), (5, "4 5", []), (4, "3 7", ["allow"])],
)
def test_a_rotation_has_the_size_of_its_tables_among_those_allowed(size, allow, errors):
    form = option_form(SYSTEMS["rotation"].spec.options)(QueryDict(f"rounds=2&size={size}&allow={allow}"))
    assert list(form.errors) == errors
    if errors == ["size"]:
        assert form.errors["size"] == [
            f"{size} non è fra «Tavoli ammessi» ({', '.join(allow.split())}): "
            "aggiungilo lì, o scegli uno di quelli."
        ]


@pytest.mark.parametrize(
    ("language", "typed", "number"),
    [
        ("en", "1000", 1000),
        ("en", "1.5", Decimal("1.5")),
        ("it", "1,5", Decimal("1.5")),
        ("en", "0,125", Decimal("0.125")),
    ],
)
def test_a_number_is_read_with_point_or_comma(language: str, typed: str, number: int | Decimal) -> None:
    with translation.override(language):
        assert ExactField().clean(typed) == number


@pytest.mark.parametrize(("language", "typed"), [("en", "1,000"), ("it", "1.000"), ("en", "1,234,567")])
def test_what_would_be_thousands_to_the_reader_is_refused(language: str, typed: str) -> None:
    with translation.override(language), pytest.raises(ValidationError, match=re.sub(r"\D", "", typed)):
        ExactField().clean(typed)
