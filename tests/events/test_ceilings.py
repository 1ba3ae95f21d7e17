"""Every number that somebody may choose has a maximum, which document, command and form all keep."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.option_forms import option_form
from pairing.__main__ import parse_request
from pairing.event_formats import EVENT_FORMATS
from pairing.registry import SYSTEM_SPECS, SYSTEMS, calendar
from scoring.circuit_document import CircuitRules
from scoring.circuit_points import WAYS
from scoring.circuit_reading import read_circuit
from scoring.document import ValidationIssue
from scoring.methods import METHODS
from scoring.options import MOST_VALUES, Option, check, describe
from scoring.record import DocumentError, read, to_json
from tests.circuits import circuit
from tests.documents import players, raw, record, stage
from tests.factories import make_drawn_event, make_round

RECORDS: dict[str, type[Struct]] = {
    **{f"system {name}": system.spec.options for name, system in SYSTEMS.items()},
    **{f"scoring {name}": method.options for name, method in METHODS.items()},
    **{f"formula {name}": row.options for name, row in EVENT_FORMATS.items()},
    **{f"way {name}": way.options for name, way in WAYS.items()},
    "circuit rules": CircuitRules,
}
OPTIONS = [(owner, option) for owner, options in RECORDS.items() for option in describe(options)]
NUMBERS = [(owner, option) for owner, option in OPTIONS if option.type.startswith(("integer", "number"))]
LISTS = [(owner, option) for owner, option in OPTIONS if option.type in ("integers", "numbers", "choices")]
MAXIMUM = {"integer": 200, "integers": 200, "number": 100_000, "numbers": 100_000}
ABOVE = {"system seating tables": 2_500, "system seating tables_by_round": 2_500, "circuit rules": 100_000}
"""Options, and records of options, that are about more than the rounds of an event."""
PATHS = {
    "system": "stages[0].options",
    "scoring": "stages[0].scoring_options",
    "formula": "options",
    "way": "counting",
    "circuit": "rules",
}


def issues_of(text: str, reader: Callable[..., Any] = read) -> list[ValidationIssue]:
    with pytest.raises(DocumentError) as caught:
        reader(text, SYSTEM_SPECS)
    return list(caught.value.issues)


def is_refused(owner: str, option: Option, value: Any, code: str) -> bool:
    """Whether a document refuses this value of an option with its path."""
    kind, _, name = owner.partition(" ")
    chosen = {option.name: value}
    if kind == "formula":
        issues = check(RECORDS[owner], chosen, "options")
    elif kind == "way":
        issues = issues_of(to_json(circuit(counting={"way": name, **chosen})), read_circuit)
    elif kind == "circuit":
        issues = issues_of(to_json(circuit(rules=chosen)), read_circuit)
    elif kind == "system":
        issues = issues_of(to_json(raw(players(8), stage(name, options=chosen))))
    else:
        system = "rotation" if METHODS[name].multiplayer else "round-robin"
        played = stage(system, scoring=name, scoring_options=chosen)
        issues = issues_of(to_json(raw(players(8), played)))
    return (f"{PATHS[kind]}.{option.name}", code) in [(issue.path, issue.code) for issue in issues]


def above(option: Option) -> Any:
    assert option.maximum is not None
    return [option.maximum + 1] if option.type.endswith("s") else option.maximum + 1


def test_every_option_has_a_maximum_that_somebody_could_mean() -> None:
    for owner, option in NUMBERS:
        most = ABOVE.get(f"{owner} {option.name}", ABOVE.get(owner, MAXIMUM[option.type]))
        assert option.maximum is not None, (owner, option.name)
        assert option.maximum <= most, (owner, option.name)


def test_a_document_refuses_more_than_the_maximum_with_its_path() -> None:
    for owner, option in NUMBERS:
        assert is_refused(owner, option, above(option), "option_value"), (owner, option.name)
    for owner, option in LISTS:
        values = [option.choices[0] if option.choices else option.maximum] * (MOST_VALUES + 1)
        assert is_refused(owner, option, values, "too_many_items"), (owner, option.name)


def test_a_form_refuses_more_than_the_maximum() -> None:
    for owner, option in NUMBERS:
        form = option_form(RECORDS[owner])({option.name: str((option.maximum or 0) + 1)})
        assert str(option.maximum) in form.errors[option.name].as_text(), (owner, option.name)
    for owner, option in LISTS:
        if option.type != "choices":
            form = option_form(RECORDS[owner])({option.name: f"{option.maximum} " * (MOST_VALUES + 1)})
            assert str(MOST_VALUES) in form.errors[option.name].as_text(), (owner, option.name)


def test_the_command_refuses_more_than_the_maximum() -> None:
    for name, row in EVENT_FORMATS.items():
        for option in describe(row.options):
            if option.type == "integer":
                flag = f"--{option.name.replace('_', '-')}"
                with pytest.raises(DocumentError) as caught:
                    parse_request((name, "64"), {flag: str(above(option))}, "en")
                assert flag in [issue.path for issue in caught.value.issues], name


MANY = 10**9
AMALFI = {"system": "amalfi", "options": {"rounds": 3}}


def of_player(**facts: Any) -> Any:
    return raw(players(3, p1=facts), stage())


def of_stage(entered: int = 3, **facts: Any) -> Any:
    return raw(players(entered), stage(**facts))


def of_rule(**rule: Any) -> Any:
    return raw(players(3), stage(), stage(entry=rule))


@pytest.mark.parametrize(
    ("path", "event"),
    [
        ("players[0].joined", of_player(joined=MANY)),
        ("players[0].number", of_player(number=MANY)),
        ("players[0].absent[0]", of_player(absent=[MANY])),
        ("players[0].withdrawn", of_player(withdrawn=MANY)),
        ("players[0].exempt", of_player(exempt=MANY)),
        ("stages[0].absences.1[0]", of_stage(absences={"1": [MANY]})),
        ("stages[0].withdrawals.1", of_stage(withdrawals={"1": MANY})),
        ("stages[0].dates.99999", of_stage(dates={"99999": "2026-11-07"})),
        ("stages[0].ranking", of_stage(ranking=["points"] * 99)),
        ("stages[0].rounds", of_stage(rounds=[{}] * 2_001)),
        ("stages[0].prohibited[0].last", of_stage(**AMALFI, prohibited=[{"players": [1, 2], "last": MANY}])),
        (
            "stages[0].prohibited[0].players",
            of_stage(120, **AMALFI, prohibited=[{"players": list(range(1, 121))}]),
        ),
        ("stages[0].interventions[0].round", of_stage(interventions=[{"kind": "import", "round": MANY}])),
        (
            "stages[0].rounds[0].tables[0].seats",
            of_stage(9, system="seating", rounds=[{"tables": [{"seats": list(range(1, 10))}]}]),
        ),
        (
            "stages[0].rounds[0].tables[0].games",
            of_stage(rounds=[{"tables": [{"seats": [1, 2], "games": [[1, 0]] * 1_000}]}]),
        ),
        ("stages[0].rounds[0].numbers.1", of_stage(rounds=[{"numbers": {"1": MANY}}])),
        ("stages[1].entry.ranked.to", of_rule(ranked={"stage": 1, "to": MANY})),
        ("stages[1].entry.wildcards.count", of_rule(wildcards={"stage": 1, "count": MANY})),
        ("stages[1].entry.set[1]", of_rule(set=[1, MANY])),
        ("stages[1].entry.deal.of", of_rule(deal={"group": 1, "of": MANY})),
        ("stages[1].entry.winners_of", of_rule(winners_of=[1] * 101)),
    ],
)
def test_the_other_numbers_of_a_document_have_a_maximum_too(path: str, event: Any) -> None:
    assert path in [issue.path for issue in issues_of(to_json(event))]


def test_a_calendar_has_no_more_games_than_a_double_round_robin_of_the_most_players() -> None:
    assert len(calendar(record(raw(players(8), stage(options={"cycles": 40}))))) == 280
    with pytest.raises(DocumentError) as caught:
        calendar(record(raw(players(200), stage(options={"cycles": 3}))))
    (issue,) = caught.value.issues
    assert issue.path == "stages[0].options.cycles"
    assert issue.facts["maximum"] == 2


@pytest.mark.django_db
def test_an_event_stored_with_more_says_what_is_wrong(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(8, club, system="amalfi", options={"rounds": 5})
    make_round(event)
    event.stages.update(options={"rounds": MANY})
    answer = arbiter.get(f"/e/{event.slug}/rounds/1/")
    assert (answer.status_code, "da 1 a 200" in answer.text) == (409, True)
    assert arbiter.get(f"/e/{event.slug}/settings/").status_code == 200
