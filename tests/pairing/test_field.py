"""What systems say of their field, and of the way out where a round is refused."""

import pytest

from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair, remedied
from pairing.system import NoLegalPairing
from scoring.options import describe
from scoring.record import read, record_of, to_json


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(2, range(1, 2)), (4, range(2, 3)), (8, range(3, 5)), (9, range(4, 5)), (23, range(5, 12))],
)
def test_a_swiss_wants_from_the_logarithm_to_half_the_players(players: int, rounds: range) -> None:
    advised = SYSTEMS["amalfi"].advised_rounds
    assert advised is not None
    assert advised(players) == rounds


@pytest.mark.parametrize(
    ("system", "players", "most"),
    [("dutch", 6, 5), ("dutch", 7, 7), ("amalfi", 6, 5), ("club-swiss", 6, None), ("round-robin", 6, None)],
)
def test_where_nobody_meets_again_rounds_end_with_opponents(
    system: str, players: int, most: int | None
) -> None:
    assert SYSTEMS[system].most_rounds(players) == most


def test_who_enters_late_does_so_only_where_the_field_is_open() -> None:
    assert {name for name, system in SYSTEMS.items() if system.open_field} == {
        "amalfi",
        "club-swiss",
        "dutch",
        "rotation",
        "seating",
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_remedy_is_an_option_that_can_be_set(name: str) -> None:
    types = {option.name: option.type for option in describe(SYSTEMS[name].spec.options)}
    assert {types[remedy.option] for remedy in SYSTEMS[name].remedies.values()} <= {"boolean", "integers"}


@pytest.mark.parametrize(
    ("system", "options", "wanted"),
    [
        ("club-swiss", {}, {"repeats": True}),
        ("amalfi", {"rounds": 9, "waive_colours": [2]}, {"rounds": 9, "waive_colours": [2, 3]}),
    ],
)
def test_the_remedy_lets_the_refused_round_be_paired(system: str, options: object, wanted: object) -> None:
    """Both have had White twice, and met once where that matters: only the remedy lets them meet."""
    rounds = [
        {"tables": [{"seats": [1, 3], "result": [1, 0]}, {"seats": [2, 4], "result": [1, 0]}]},
        {"tables": [{"seats": [1, 4], "result": [1, 0]}, {"seats": [2, 3], "result": [1, 0]}]},
    ]
    if system == "club-swiss":
        rounds = [{"tables": [{"seats": [1, 2], "result": [1, 0]}]}]
    raw = {
        "clubtornei": 1,
        "players": [
            {
                "id": player_id,
                "name": f"G{player_id}",
                **({"withdrawn": len(rounds) + 1} if player_id > 2 else {}),
            }
            for player_id in range(1, 5)
        ],
        "stages": [{"system": system, "options": options, "rounds": rounds}],
    }
    record = record_of(read(to_json(raw), SYSTEM_SPECS), SYSTEM_SPECS)
    with pytest.raises(NoLegalPairing) as refused:
        pair(record)
    allowed = remedied(record, refused.value)
    assert allowed == wanted
    raw["stages"][0]["options"] = allowed  # type: ignore[index]
    assert len(pair(record_of(read(to_json(raw), SYSTEM_SPECS), SYSTEM_SPECS)).tables) == 1


def test_other_refusals_have_no_remedy() -> None:
    raw = {"clubtornei": 1, "players": [], "stages": [{"system": "club-swiss"}]}
    assert (
        remedied(record_of(read(to_json(raw), SYSTEM_SPECS), SYSTEM_SPECS), NoLegalPairing("nobody_present"))
        is None
    )
