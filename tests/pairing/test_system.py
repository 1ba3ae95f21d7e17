"""The table of systems, and what a form can know of their options."""

from pathlib import Path

import pytest

import pairing.systems
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.criteria import CRITERIA
from scoring.methods import METHODS
from scoring.options import describe
from scoring.texts import LANGUAGES

FILES = [path.stem for path in Path(pairing.systems.__path__[0]).glob("*.py") if path.stem != "__init__"]


def test_every_file_is_a_system_of_its_name() -> None:
    assert {name.replace("-", "_") for name in SYSTEMS} == set(FILES)
    assert all(system.name == name == SYSTEM_SPECS[name].name for name, system in SYSTEMS.items())


def test_an_unknown_name_is_no_system() -> None:
    for name in ("", "os", "__init__", "../round_robin", "round_robin"):
        assert name not in SYSTEMS
        with pytest.raises(KeyError):
            SYSTEMS[name]


def test_every_system_and_option_is_explained_in_both_languages() -> None:
    for system in SYSTEMS.values():
        assert METHODS[system.spec.scoring].multiplayer == system.spec.multiplayer
        for language in LANGUAGES:
            assert system.title[language]
            assert system.meaning[language].endswith(".")
            for option in describe(system.spec.options):
                assert option.title[language]
                assert option.meaning[language]
                assert all(option.choice_labels[choice][language] for choice in option.choices)


def test_the_options_of_the_round_robin_tell_a_form_all_it_needs() -> None:
    cycles, exchange = describe(SYSTEM_SPECS["round-robin"].options)
    assert (cycles.name, cycles.type, cycles.default, cycles.minimum, cycles.maximum) == (
        "cycles",
        "integer",
        1,
        1,
        40,
    )
    assert (exchange.name, exchange.type, exchange.default) == ("exchange_last_two", "boolean", False)
    assert cycles.title == {"it": "Gironi", "en": "Cycles"}


def test_a_round_robin_is_offered_the_criteria_that_make_sense_for_it() -> None:
    offered = [name for name, row in CRITERIA.items() if row.makes_sense_for(SYSTEM_SPECS["round-robin"])]
    assert "koya" in offered
    assert "sonneborn_berger" in offered
    assert "buchholz" not in offered
    assert "progressive" not in offered
