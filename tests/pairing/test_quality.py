"""The quality of a draw in words: only what is proven is said to be the least."""

import pytest

from pairing.quality import Quality, quality_words
from pairing.registry import SYSTEMS, pair
from scoring.texts import LANGUAGES
from tests.documents import players, raw, record, stage


def test_pairs_that_meet_often_are_named_up_to_twenty() -> None:
    plan: Quality = {"distinct": 12, "bound": 12, "repeats": 6, "most": 4}
    often = [((0, 1), 4), ((1, 2), 3)]
    named = quality_words(plan, "ABCDE".__getitem__, 3, "it", often)
    assert "La coppia che si incontra più spesso: 4 volte." in named
    assert "Fin qui si sono incontrati tre volte o più: A e B (4); B e C (3)." in named
    assert "; and 4 more pairs." in quality_words(plan, "ABCDE".__getitem__, 3, "en", often * 12)[-1]


def said(quality: dict[str, object], round_number: int = 2, language: str = "it") -> list[str]:
    return quality_words(quality, "ABCDE".__getitem__, round_number, language)


def seated(cost: dict[str, int], bound: dict[str, int], **more: object) -> dict[str, object]:
    return {"fifths": [], "cost": cost, "cost_step2": cost, "bound": bound, **more}


def test_what_is_proven_is_said_to_be_the_least() -> None:
    first = seated({"fives": 0, "winners": 0, "clubs": 3}, {"fives": 0, "winners": 0, "clubs": 3})
    assert said(first, 1) == ["Tre coppie dello stesso circolo o gruppo: meno non si può."]
    assert said(first, 1, "en") == ["Three pairs of the same club or group: the fewest possible."]


def test_in_a_later_round_it_is_the_least_given_what_matters_more() -> None:
    later = seated({"winners": 0, "clubs": 1}, {"winners": 0, "clubs": 1})
    assert said(later) == [
        "Nessuna coppia di vincitori del turno prima.",
        "Una coppia dello stesso circolo o gruppo: meno non si può, tenendo fermo quel che conta di più.",
    ]


def test_where_nothing_is_proven_both_numbers_are_said() -> None:
    found = seated({"clubs": 3, "opponents": 12}, {"clubs": 2, "opponents": 0})
    assert said(found) == [
        "Coppie dello stesso circolo o gruppo: almeno 2, qui 3.",
        "12 incontri che si ripetono.",
    ]


def test_after_a_criterion_short_of_its_bound_the_next_bounds_say_nothing() -> None:
    found = seated({"clubs": 1, "opponents": 4}, {"clubs": 0, "opponents": 4})
    assert said(found)[1] == "Quattro incontri che si ripetono."


def test_the_fifths_are_named_and_counted_apart() -> None:
    found = seated({"clubs": 1}, {"clubs": 0}, fifths=[0, 3], cost_step2={"clubs": 0})
    assert said(found) == [
        "Nessuna coppia dello stesso circolo o gruppo; contando anche chi siede da quinto, 1.",
        "Cinquisti, a sorte: A, D.",
    ]


def test_the_exchange_of_the_fifths_is_said() -> None:
    found = seated({"clubs": 0}, {"clubs": 0}, fifths=[3, 0], drawn=[0, 3])
    assert said(found)[1:] == [
        "Cinquisti, a sorte: A, D.",
        "Scambiati poi fra i loro tavoli, per separare anche i loro circoli: D, A.",
    ]
    assert said(found | {"fifths": [0, 3]})[1:] == ["Cinquisti, a sorte: A, D."]


def test_pairs_in_their_order_are_read_as_well() -> None:
    # A database column keeps no order of keys, so the site keeps lists.
    found = seated({"winners": 1, "clubs": 2}, {"winners": 1, "clubs": 2})
    listed = {key: [list(pair) for pair in value.items()] if value else value for key, value in found.items()}  # type: ignore[attr-defined]
    assert said(listed) == said(found)


def test_a_plan_says_who_meets_again() -> None:
    assert said({"distinct": 48, "bound": 48, "repeats": 0}) == [
        "In tutta la fase nessuno ritrova un avversario."
    ]
    assert said({"distinct": 40, "bound": 40, "repeats": 4}) == [
        "Coppie che si incontrano più di una volta nella fase: 4.",
        "Avversari diversi, in tutto: 40; di più non si può.",
    ]
    assert "al massimo 48" in said({"distinct": 40, "bound": 48, "repeats": 4})[1]


def test_nothing_is_said_of_nothing() -> None:
    assert said({}) == []


OPTIONS = {"bands": {"tables": 4}, "rotation": {"rounds": 4}, "seating": {}}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", [name for name, row in SYSTEMS.items() if row.spec.multiplayer])
def test_every_system_of_tables_says_how_good_its_draw_is(system: str, language: str) -> None:
    field = players(16, **{f"p{player_id}": {"club": "ABC"[player_id % 3]} for player_id in range(1, 17)})
    seen = record(raw(field, stage(system, options=OPTIONS.get(system, {}))))
    sentences = quality_words(pair(seen).quality, str, 1, language)
    assert sentences
    assert all(sentence.endswith(".") for sentence in sentences)
