"""Lots, against SHA-256 values from outside (coreutils' sha256sum)."""

from scoring.random_keys import in_random_order, random_key


def test_a_lot_is_the_sha256_of_seed_stage_purpose_and_id() -> None:
    # printf 'seed\0001\000lot\0003' | sha256sum
    assert random_key("seed", 1, "lot", 3).startswith("7e623b")
    assert random_key("seed", 1, "lot", 2).startswith("87dd3c")


def test_the_id_may_be_empty() -> None:
    # printf 'è\00012\000first_white\000' | sha256sum
    assert random_key("è", 12, "first_white", "") == EMPTY_ID


def test_the_smaller_lot_goes_first() -> None:
    assert in_random_order([1, 2, 3, 4, 5], "seed", 1, "lot") == [1, 3, 2, 5, 4]


EMPTY_ID = "87d779aabda91f129a55829049a39572cd0284a61c991ddfd9e709501f2bc4d8"
