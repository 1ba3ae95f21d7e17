"""Prizes: published lists and regulations, and what must always hold."""

from decimal import Decimal
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from scoring.document import DocumentError
from scoring.prize_list import Division, PrizeCategory, PrizeList, PrizePlace, prizes_as_plain, read_prizes
from scoring.prize_reasons import award_reason, conditions_text, left_reason, passed_reason, rules_text
from scoring.prizes import CENTS, Awards, Contestant, award, in_cents
from tests.commands import run_on
from tests.documents import players, raw, stage, table
from tests.scoring.golden import by_hand

GOLDEN = by_hand("prizes")


def contestants(case: dict[str, Any]) -> list[Contestant]:
    points, ranks = case["points"], case.get("ranks")
    found = []
    for place, own in enumerate(points, 1):
        facts = dict(case.get("facts", {}).get(str(place), {}))
        if "marks" in facts:
            facts["marks"] = frozenset(facts["marks"])
        if "rating" in facts:
            facts["rating"] = Fraction(facts["rating"])
        facts.setdefault("played", case.get("played", 0))
        rank = ranks[place - 1] if ranks else place
        found.append(Contestant(player=place, rank=rank, level=sorted(points).index(own) * -1, **facts))
    return found


@pytest.mark.parametrize("case", GOLDEN.values(), ids=GOLDEN)
def test_golden(case: dict[str, Any]) -> None:
    prizes = read_prizes(case["prizes"])
    found = award(prizes, contestants(case))
    by_name = {prizes.categories[each.category].name: each for each in found.categories}
    expected = {
        name: [(*row[:2], Decimal(row[2]), (row[3:] or [""])[0]) for row in rows]
        for name, rows in case["awards"].items()
    }
    assert {
        name: [(one.player, one.place, Decimal(one.money) / CENTS, one.thing) for one in each.awards]
        for name, each in by_name.items()
    } == expected
    for name, passed in case.get("passed", {}).items():
        assert [[one.player, one.code] for one in by_name[name].passed] == passed, name
    for name, why in case.get("left", {}).items():
        assert by_name[name].why_left == why
    if "undecided" in case:
        assert [list(level) for level in found.undecided] == case["undecided"]
    for language in ("it", "en"):
        assert all(sentences(prizes, found, language))


def sentences(prizes: PrizeList, found: Awards, language: str) -> list[str]:
    """All that is said of these awards."""
    said = []
    for each in found.categories:
        category = prizes.categories[each.category]
        said += [award_reason(one, str, language) for one in each.awards]
        said += [passed_reason(one, category, prizes, language) for one in each.passed]
        said += [left_reason(each, language)] if each.left else []
        said.append(conditions_text(category, language) + rules_text(category, language))
    return said


def test_a_sentence_says_place_who_moved_up_and_how_money_was_divided() -> None:
    hort, moved_up = (GOLDEN[next(name for name in GOLDEN if part in name)] for part in ("Isère", "Sharly"))
    found = award(read_prizes(hort["prizes"]), contestants(hort)).categories[0].awards
    assert award_reason(found[1], lambda player: f"P{player}") == (
        "è 3° in classifica; con troppo poche partite: P2; 30 € sono la metà del suo posto, il"
        " resto la sua parte dell’altra metà di 100 €, divisa fra 3 a pari punti"
    )
    women = award(read_prizes(moved_up["prizes"]), contestants(moved_up)).categories[0].awards
    assert award_reason(women[1], lambda player: f"P{player}", "en") == (
        "4th in the standings; ahead but with another prize: P2, P3"
    )


@pytest.mark.parametrize(
    ("plain", "path", "code"),
    [
        ([], "prizes", "prize_form"),
        ({"categories": [{"name": "A", "places": []}]}, "prizes.categories[0].places", "prize_form"),
        (
            {"categories": [{"name": "A", "places": [{"money": -1}]}]},
            "prizes.categories[0].places[0].money",
            "prize_amount",
        ),
        (
            {"categories": [{"name": "A", "places": [{"money": "NaN"}]}]},
            "prizes.categories[0].places[0].money",
            "prize_amount",
        ),
        ({"\ud83d": 1}, "prizes", "prize_form"),
        ({"categories": [{"name": "A", "places": [{}]}]}, "prizes.categories[0].places[0]", "prize_empty"),
        (
            {"categories": [{"name": "A", "places": [{"money": Decimal("0.001")}]}]},
            "prizes.categories[0].places[0].money",
            "prize_cents",
        ),
        (
            {"categories": [{"name": "A", "places": [{"money": 1}, {"money": 2}]}]},
            "prizes.categories[0].places[1]",
            "prize_rises",
        ),
        (
            {"categories": [{"name": "A", "places": [{"money": 1}]}] * 2},
            "prizes.categories[1].name",
            "prize_name_twice",
        ),
        (
            {"categories": [{"name": "A", "age_to": 15, "places": [{"money": 1}]}]},
            "prizes.categories[0].age_on",
            "prize_age_day",
        ),
        (
            {"categories": [{"name": "A", "rating_from": 2, "rating_to": 1, "places": [{"money": 1}]}]},
            "prizes.categories[0].rating_from",
            "prize_bounds",
        ),
        (
            {"categories": [{"name": "A", "rating_to": 1, "unrated": "only", "places": [{"money": 1}]}]},
            "prizes.categories[0].unrated",
            "prize_unrated",
        ),
        (
            {"categories": [{"name": str(n), "places": [{"money": 1}]} for n in range(51)]},
            "prizes.categories",
            "prize_form",
        ),
    ],
)
def test_what_cannot_be_announced_is_refused_with_its_path(plain: Any, path: str, code: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_prizes(plain)
    assert [(issue.path, issue.code) for issue in refused.value.issues] == [(path, code)]


def test_the_command_prints_awards_with_reasons() -> None:
    prizes = {"categories": [{"name": "Assoluta", "division": "equal", "places": [{"money": 25}]}]}
    value = raw(
        players(3),
        stage(rounds=[{"tables": [table(1, 2, [0.5, 0.5])], "byes": [{"player": 3, "points": 0}]}]),
    )
    answer = run_on(value | {"prizes": prizes}, "scoring", "prizes", "-", "--language", "en").answer
    assert [(one["player"], one["money"]) for one in answer["categories"][0]["awards"]] == [
        (1, "12.50"),
        (2, "12.50"),
    ]
    assert "divided equally among 2" in answer["categories"][0]["awards"][0]["why"]


MONEY = st.integers(1, 50_000).map(lambda cents: Decimal(cents) / CENTS)


@st.composite
def categories(draw: st.DrawFn, number: int) -> PrizeCategory:
    amounts = sorted(draw(st.lists(MONEY, min_size=1, max_size=5)), reverse=True)
    divisions: list[Division] = ["none", "equal", "half"]
    return PrizeCategory(
        name=str(number),
        places=tuple(PrizePlace(money=amount) for amount in amounts),
        group=draw(st.sampled_from(["", "b"])),
        division=draw(st.sampled_from(divisions)),
        sex=draw(st.sampled_from(["", "", "w"])),  # type: ignore[arg-type]
        rating_to=draw(st.sampled_from([None, None, 1500])),
        entrants=draw(st.integers(0, 3)),
    )


@st.composite
def events(draw: st.DrawFn) -> tuple[PrizeList, list[Contestant]]:
    count = draw(st.integers(1, 4))
    prizes = PrizeList(
        categories=tuple(draw(categories(number)) for number in range(count)),
        games=draw(st.integers(0, 2)),
        declined=tuple(draw(st.sets(st.integers(1, 12), max_size=2))),
    )
    level, ranked = 0, []
    for player in range(1, draw(st.integers(1, 12)) + 1):
        level += draw(st.booleans())
        ranked.append(
            Contestant(
                player=player,
                rank=player,
                level=level,
                played=draw(st.integers(0, 3)),
                rating=draw(st.sampled_from([None, Fraction(1400), Fraction(1600)])),
                sex=draw(st.sampled_from(["m", "w"])),
            )
        )
    return prizes, ranked


@given(events())
def test_nobody_has_two_prizes_of_a_group(event: tuple[PrizeList, list[Contestant]]) -> None:
    prizes, ranked = event
    had = [
        (prizes.categories[each.category].group, one.player)
        for each in award(prizes, ranked).categories
        for one in each.awards
    ]
    assert len(had) == len(set(had))


@given(events())
def test_all_that_is_not_left_over_is_given_to_the_cent(event: tuple[PrizeList, list[Contestant]]) -> None:
    prizes, ranked = event
    for each in award(prizes, ranked).categories:
        places = prizes.categories[each.category].places
        put_up = sum(place.money for number, place in enumerate(places, 1) if number not in each.left)
        assert sum(one.money for one in each.awards) == put_up * CENTS


@given(events())
def test_whoever_is_ahead_has_no_less_or_a_reason(event: tuple[PrizeList, list[Contestant]]) -> None:
    prizes, ranked = event
    level = {one.player: one.level for one in ranked}
    for each in award(prizes, ranked).categories:
        awarded = [one.player for one in each.awards]
        passed = {one.player for one in each.passed}
        assert awarded == sorted(awarded)
        if awarded:
            assert passed | set(awarded) == {*range(1, awarded[-1] + 1)}
        for ahead, behind in pairwise(each.awards):
            assert ahead.money >= behind.money, (ahead, behind)
        if prizes.categories[each.category].division == "equal":
            for _level, same in groupby(each.awards, key=lambda one: level[one.player]):
                money = [one.money for one in same]
                assert max(money) - min(money) <= 1


@given(events(), st.randoms())
def test_the_order_in_which_the_players_are_given_does_not_matter(
    event: tuple[PrizeList, list[Contestant]], order: Any
) -> None:
    prizes, ranked = event
    shuffled = list(ranked)
    order.shuffle(shuffled)
    assert award(prizes, shuffled) == award(prizes, ranked)


@given(events())
def test_prizes_are_read_back_as_they_were_written(event: tuple[PrizeList, list[Contestant]]) -> None:
    prizes, _ranked = event
    assert read_prizes(prizes_as_plain(prizes)) == prizes
    assert read_prizes(prizes_as_plain(replace(prizes, marked={"socio": (1, 2)}))).marked == {"socio": (1, 2)}


@given(st.lists(st.fractions(0, 1000, max_denominator=60), min_size=1, max_size=9))
def test_rounded_shares_have_the_sum_and_stay_within_a_cent(shares: list[Fraction]) -> None:
    rest = -sum(shares) % 1
    whole = [shares[0] + rest, *shares[1:]]
    cents = in_cents(whole)
    assert sum(cents) == sum(whole)
    assert all(abs(share - cent) < 1 for share, cent in zip(whole, cents, strict=True))


@pytest.mark.parametrize("decided", [(2, 1), (2,)])
def test_who_is_level_is_told_that_the_organiser_has_decided_the_order(decided: tuple[int, ...]) -> None:
    places = (PrizePlace(thing="coppa"), PrizePlace(thing="libro"))
    category = PrizeCategory(name="Coppe", places=places)
    level = [Contestant(player=player, rank=1, level=1, played=5) for player in (1, 2)]
    [awards] = award(PrizeList(categories=(category,), decided=decided), level).categories
    assert [(each.player, award_reason(each, lambda player: f"P{player}")) for each in awards.awards] == [
        (
            player,
            f"è 1° in classifica; è pari in tutto con P{other}: l’ordine fra loro l’ha deciso"
            " l’organizzatore",
        )
        for player, other in ((2, 1), (1, 2))
    ]
