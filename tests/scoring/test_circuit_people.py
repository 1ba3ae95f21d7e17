"""Who is who in a circuit (rules/circuits.md#people)."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from scoring.circuit_reasons import similar_text
from scoring.reasons import issue_line
from scoring.record import DocumentError
from tests.circuits import Raw, circuit, results, standings, totals
from tests.documents import players, raw, stage, table


def lines(*entries: Raw) -> Raw:
    return {"name": "A", "source": "the club", "results": [{"points": 1, **entry} for entry in entries]}


def people(value: Any) -> list[tuple[str | None, str, int | None, int]]:
    """Id, name, year of birth, and how many events."""
    rows = standings(value).rows
    return sorted(
        ((row.person.id, row.person.name, row.person.birth_year, row.events) for row in rows),
        key=lambda person: [str(fact) for fact in person],
    )


def refusals(value: Any) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        standings(value)
    return [issue_line(issue, "en") for issue in refused.value.issues]


def test_spellings_of_a_name_are_one_person() -> None:
    value = circuit(lines({"name": "D’Angelo  Nicolò"}), lines({"name": "dangelo NICOLO"}))
    assert people(value) == [(None, "D’Angelo  Nicolò", None, 2)]


def test_an_id_matches_whatever_the_name() -> None:
    value = circuit(lines({"name": "Ada Rossi", "person": 7}), lines({"name": "Rossi A.", "person": "7"}))
    assert people(value) == [("7", "Ada Rossi", None, 2)]


def test_years_of_birth_tell_namesakes_apart() -> None:
    value = circuit(
        lines({"name": "Rossi Ada", "birth_year": 1970}, {"name": "Rossi Ada", "birth_year": 1999}),
        lines({"name": "Rossi Ada", "birth_year": 1999}),
    )
    assert people(value) == [(None, "Rossi Ada", 1970, 1), (None, "Rossi Ada", 1999, 2)]


def test_a_year_said_once_holds_for_the_only_person_of_that_name() -> None:
    value = circuit(lines({"name": "Rossi Ada"}), lines({"name": "Rossi Ada", "birth_year": 1970}))
    assert people(value) == [(None, "Rossi Ada", 1970, 2)]


def test_a_name_without_a_year_where_two_have_it_is_refused_and_names_both() -> None:
    value = circuit(
        lines({"name": "Rossi Ada", "birth_year": 1970}, {"name": "Rossi Ada", "birth_year": 1999}),
        lines({"name": "rossi ada"}),
    )
    assert refusals(value) == [
        "events[1].results[0]: rossi ada could be any of these: Rossi Ada (1970), Rossi Ada (1999). Say"
        " which, by the person’s id or year of birth"
    ]


def test_declared_people_have_other_spellings_ids_and_membership() -> None:
    declared = [
        {"id": "m1", "name": "Rossi Ada", "member": True, "also": ["Ada R.", "Adina"]},
        {"id": 2, "name": "Verdi Ugo"},
    ]
    value = circuit(lines({"name": "ADINA"}), lines({"name": "Ada R."}), people=declared)
    assert people(value) == [("m1", "Rossi Ada", None, 2)]


def test_two_declared_of_one_name_need_an_id_or_a_year() -> None:
    declared = [{"id": "a", "name": "Rossi Ada", "birth_year": 1970}, {"id": "b", "name": "Rossi Ada"}]
    assert (
        "Rossi Ada (person a, 1970), Rossi Ada (person b)"
        in refusals(circuit(lines({"name": "Rossi Ada"}), people=declared))[0]
    )
    said = circuit(
        lines({"name": "Rossi Ada", "birth_year": 1970}, {"name": "Rossi Ada", "person": "b"}),
        people=declared,
    )
    assert people(said) == [("a", "Rossi Ada", 1970, 1), ("b", "Rossi Ada", None, 1)]


def test_two_new_years_for_one_person_without_a_year_are_refused() -> None:
    declared = [{"id": "a", "name": "Rossi Ada"}]
    value = circuit(
        lines({"name": "Rossi Ada", "birth_year": 1970}),
        lines({"name": "Rossi Ada", "birth_year": 1999}),
        people=declared,
    )
    assert len(refusals(value)) == 2


def test_an_id_with_two_years_of_birth_is_refused() -> None:
    value = circuit(
        lines({"name": "Ada", "person": "a", "birth_year": 1970}),
        lines({"name": "Ada", "person": "a", "birth_year": 1971}),
    )
    assert refusals(value) == [
        "events[1].results[0]: person a has several years of birth (1970, 1971): only one can be right."
        " Correct the year, or give one of the two another id"
    ]


def test_a_person_twice_in_an_event_is_refused_and_both_lines_are_named() -> None:
    assert refusals(circuit(lines({"name": "Rossi Ada"}, {"name": "ROSSI ADA"}))) == [
        "events[0].results[1]: ROSSI ADA appears twice in this tournament: here, and as Rossi Ada"
        " (events[0].results[0]). If they are two people, give each an id or year of birth; otherwise remove"
        " one line"
    ]


def document_of(**by_id: Any) -> Raw:
    return raw(players(2, **by_id), stage(rounds=[{"tables": [table(1, 2, (1, 0))]}]))


def test_players_of_a_document_have_ids_in_it_or_in_the_event() -> None:
    in_it = {"name": "A", "document": document_of(p1={"person": "a"}, p2={"person": 5, "birth_year": 1980})}
    in_event = {"name": "B", "document": document_of(), "people": {"1": "a", "2": 5}}
    assert people(circuit(in_it, in_event)) == [("5", "Player 2", 1980, 2), ("a", "Player 1", None, 2)]
    assert totals(circuit(in_it, in_event))["Player 1"] == (2,)


def test_the_path_of_a_namesake_in_a_document_is_that_of_the_player() -> None:
    document = document_of(p1={"name": "Ada"}, p2={"name": "ADA"})
    assert refusals(circuit({"name": "A", "document": document}))[0].startswith(
        "events[0].document.players[1]: ADA appears twice"
    )


@pytest.mark.parametrize("other", ["Ada Rossi", "Rossi Ada (La Torre)", "rossi, ada"])
def test_names_that_may_be_one_person_are_pointed_out(other: str) -> None:
    value = circuit(results("A", **{"Rossi Ada": 1}), results("B", **{other: 1}))
    similar = standings(value).similar
    if other == "rossi, ada":  # the same name in another spelling
        assert similar == ()
        return
    assert [{person.name for person in group} for group in similar] == [{"Rossi Ada", other}]
    assert similar_text(similar[0], "en").startswith("Possibly the same person: ")
    assert all(person.name in similar_text(similar[0]) for person in similar[0])


def test_who_has_an_id_of_his_own_is_not_pointed_out() -> None:
    value = circuit(lines({"name": "Rossi Ada", "person": 1}), lines({"name": "Ada Rossi", "person": 2}))
    assert standings(value).similar == ()
    years = circuit(
        lines({"name": "Rossi Ada", "birth_year": 1970}), lines({"name": "Ada Rossi", "birth_year": 1999})
    )
    assert standings(years).similar == ()


ENTRIES = st.fixed_dictionaries(
    {"name": st.sampled_from(["Ada", "ADÀ", "Ugo", "Ada Ugo", "Ugo Ada"])},
    optional={"birth_year": st.sampled_from([1970, 1999]), "person": st.sampled_from(["a", "b"])},
)
DECLARED = st.lists(
    st.fixed_dictionaries(
        {"id": st.sampled_from(["a", "b"]), "name": st.sampled_from(["Ada", "Ugo"])},
        optional={"birth_year": st.sampled_from([1970, 1999]), "also": st.just(["Ada Ugo"])},
    ),
    unique_by=lambda person: person["id"],
    max_size=2,
)


def told(value: Any) -> Any:
    """Who has how much and who may be one, or that it cannot be told who somebody is."""
    try:
        found = standings(value)
    except DocumentError:
        return None
    return [(row.person, row.events, row.values) for row in found.rows], found.similar


@given(st.lists(st.lists(ENTRIES, max_size=3), max_size=4), DECLARED, st.randoms(use_true_random=False))
def test_who_is_who_does_not_depend_on_the_order_of_events_entries_or_people(
    entries: list[list[Raw]], declared: list[Raw], random: Any
) -> None:
    value = circuit(*(lines(*each) for each in entries), people=declared)
    shuffled = [random.sample(each, len(each)) for each in random.sample(entries, len(entries))]
    people = random.sample(declared, len(declared))
    assert told(circuit(*(lines(*each) for each in shuffled), people=people)) == told(value)
