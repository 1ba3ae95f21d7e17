"""Who gets which prize, and why (rules/prizes.md#prizes).

Every prize goes to the best of those who compete for it. In each group a person has one prize: who could have
several gets the one of most value to him, of equal ones that of the general ranking, then that which is
announced first; the others move up. Sources: the rules page lists the regulations that these follow.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from scoring.document import Document, DocumentPlayer, Number, as_decimal
from scoring.final import STAGE_REACHED, final_standings
from scoring.prize_list import PrizeCategory, PrizeList, PrizePlace, is_day
from scoring.standings import Row
from scoring.system_spec import SystemSpec

CENTS = 100


class Contestant(Struct, frozen=True, kw_only=True):
    """A player as far as prizes ask. `rank`: None if his results are annulled. `level`: the same number for
    those who are level on points. `played`: the number of his games. `born`: a year, or a day, as in the
    document's identity.
    """

    player: int
    rank: int | None
    level: int
    played: int = 0
    withdrawn: bool = False
    rating: Number | None = None
    born: str = ""
    sex: str = ""
    club: str = ""
    federation: str = ""
    marks: frozenset[str] = frozenset()


class Passed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why somebody who is not behind all who get a prize of a category gets none: a code with facts."""

    player: int
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class Award(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player gets of a category (from 0): money in cents, and a thing.

    `place`: his place among those who are left for its prizes; None: beyond the last, with a share of the
    money. Why: `code`, "general" or "category"; his `rank`; how many are `competing`; `moved_up`: who
    competes and is ahead of him, but gets no prize here; where money was divided, `division`, those `shared`
    among, the `pool` in cents, and in `own` the half of his place. `level`: who competes and is level on
    everything with him, where the organiser has said who comes first.
    """

    category: int
    player: int
    place: int | None
    money: int
    thing: str
    code: str
    rank: int
    competing: int
    moved_up: tuple[Passed, ...] = ()
    division: str = ""
    shared: tuple[int, ...] = ()
    pool: int = 0
    own: Number = 0
    level: tuple[int, ...] = ()


class CategoryAwards(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The awards of a category, from first to last; `competing`: how many meet its conditions. `passed`: who
    stands ahead of the last who gets one, and gets none. `left`: the places that nobody gets, and `why_left`:
    a code with `facts`.
    """

    category: int
    competing: int
    awards: tuple[Award, ...] = ()
    passed: tuple[Passed, ...] = ()
    left: tuple[int, ...] = ()
    why_left: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


class Awards(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The awards of an event by category. `undecided`: groups of players who are level on everything, and
    whose order, which nothing decides yet, says who gets what.
    """

    categories: tuple[CategoryAwards, ...]
    undecided: tuple[tuple[int, ...], ...] = ()

    def of(self, player: int) -> list[Award]:
        return [award for each in self.categories for award in each.awards if award.player == player]


def awards_of(
    document: Document,
    systems: Mapping[str, SystemSpec],
    prizes: PrizeList,
    rows: Sequence[Row] | None = None,
) -> Awards:
    """The awards of an event. `rows`: its ranking, where that is known. Raises Undecided, as that does."""
    ranked = final_standings(document, systems) if rows is None else rows
    return award(prizes, contestants(document, ranked, prizes.marked, main_criteria(document)))


def main_criteria(document: Document) -> frozenset[str]:
    """The criteria that make players level on points no longer level: the one that the ranking looks at
    first, and how far they came.
    """
    first = next(iter(document.stages[0].ranking), "points")
    return frozenset({first, "final", STAGE_REACHED, "round_reached"})


def contestants(
    document: Document,
    rows: Iterable[Row],
    marked: Mapping[str, Sequence[int]],
    main: frozenset[str],
) -> list[Contestant]:
    """The players of the ranking, the best first."""
    players = {player.id: player for player in document.players}
    marks: dict[int, set[str]] = {}
    for mark, ids in marked.items():
        for one in ids:
            marks.setdefault(one, set()).add(mark)
    level, found = 0, []
    for row in rows:
        level += row.decided_by in main or row.rank is None
        found.append(_contestant(players[row.player], row, level, frozenset(marks.get(row.player, ()))))
    return found


def _contestant(player: DocumentPlayer, row: Row, level: int, marks: frozenset[str]) -> Contestant:
    return Contestant(
        player=player.id,
        rank=row.rank,
        level=level,
        played=row.played,
        withdrawn=player.withdrawn is not None,
        rating=player.rating or None,
        born=player.identity.born,
        sex=player.identity.sex,
        club=player.club or "",
        federation=player.identity.federation,
        marks=marks,
    )


def award(prizes: PrizeList, ranked: Sequence[Contestant]) -> Awards:
    """The awards for contestants of whom the best comes first."""
    decided = {player: place for place, player in enumerate(prizes.decided)}
    order = sorted(
        (one for one in ranked if one.rank is not None),
        key=lambda one: (one.rank, decided.get(one.player, len(decided))),
    )
    found = _in_order(prizes, order)
    undecided = []
    for _rank, members in groupby(order, key=lambda one: one.rank):
        level = [one for one in members if one.player not in decided]
        if len(level) > 1 and not _is_indifferent(prizes, order, level, found):
            undecided.append(tuple(one.player for one in level))
    found = [_with_decisions(prizes, each, order) for each in found]
    return Awards(categories=tuple(found), undecided=tuple(undecided))


def _with_decisions(prizes: PrizeList, found: CategoryAwards, order: Sequence[Contestant]) -> CategoryAwards:
    """The awards with those who are level with each, where their order was decided and says who gets what."""
    category, decided = prizes.categories[found.category], {*prizes.decided}
    competing = [one for one in order if not (_why_no_prize(prizes, one) or why_not_competing(category, one))]

    def decision(award: Award) -> Award:
        level = tuple(one.player for one in competing if one.rank == award.rank)
        others = tuple(player for player in level if player != award.player)
        alike = award.division == "equal" and not award.thing
        return award if alike or decided.isdisjoint(level) else replace(award, level=others)

    return replace(found, awards=tuple(map(decision, found.awards)))


def _is_indifferent(
    prizes: PrizeList,
    order: Sequence[Contestant],
    level: Sequence[Contestant],
    found: Sequence[CategoryAwards],
) -> bool:
    """Whether everybody gets the same, but for a cent, if these players are in the opposite order."""
    players = {one.player for one in level}
    if not any(award.player in players for each in found for award in each.awards):
        return True
    opposite = iter(reversed(level))
    other = _in_order(prizes, [next(opposite) if one.player in players else one for one in order])
    before, after = _by_player(found), _by_player(other)
    return before.keys() == after.keys() and all(
        thing == after[key][1] and abs(money - after[key][0]) <= 1 for key, (money, thing) in before.items()
    )


def _by_player(found: Sequence[CategoryAwards]) -> dict[tuple[int, int], tuple[int, str]]:
    return {
        (award.player, award.category): (award.money, award.thing) for each in found for award in each.awards
    }


def _in_order(prizes: PrizeList, order: Sequence[Contestant]) -> list[CategoryAwards]:
    """The awards by category for contestants in this order."""
    groups: dict[str, list[int]] = {}
    for index, category in enumerate(prizes.categories):
        groups.setdefault(category.group, []).append(index)
    found: dict[int, CategoryAwards] = {}
    for indices in groups.values():
        found |= _award_group(prizes, indices, order)
    return [found[index] for index in range(len(prizes.categories))]


class _Offer(Struct, frozen=True, kw_only=True):
    """What a player would get of a category, if he takes it; `exact`: the money in cents before rounding."""

    one: Contestant
    place: int | None
    exact: Fraction
    money: int
    given: PrizePlace
    shared: tuple[int, ...] = ()
    pool: int = 0
    own: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        return self.exact + CENTS * Fraction(self.given.worth)


NOTHING = PrizePlace()


def _award_group(
    prizes: PrizeList, indices: Sequence[int], order: Sequence[Contestant]
) -> dict[int, CategoryAwards]:
    personal = {one.player: found for one in order if (found := _why_no_prize(prizes, one))}
    outside: dict[int, dict[int, Passed]] = {}
    fields: dict[int, list[Contestant]] = {}
    for index in indices:
        category = prizes.categories[index]
        outside[index] = {one.player: found for one in order if (found := why_not_competing(category, one))}
        enough = len(order) - len(outside[index]) >= category.entrants
        fields[index] = [
            one for one in order if enough and one.player not in personal and one.player not in outside[index]
        ]
    taken = _taken(prizes.categories, fields)
    return {
        index: _category_awards(
            index, prizes.categories[index], fields[index], order, outside[index], personal, taken
        )
        for index in indices
    }


def _category_awards(
    index: int,
    category: PrizeCategory,
    field: Sequence[Contestant],
    order: Sequence[Contestant],
    outside: Mapping[int, Passed],
    personal: Mapping[int, Passed],
    taken: Mapping[int, int],
) -> CategoryAwards:
    """The awards of a category to those who are left in its `field` when everybody has taken his prize."""
    competing = len(order) - len(outside)
    offers = _divided(category, field)
    if not offers:
        too_few = competing < category.entrants
        return CategoryAwards(
            category=index,
            competing=competing,
            left=tuple(range(1, len(category.places) + 1)),
            why_left="too_few" if too_few else "nobody_left",
            facts={"found": competing, "least": category.entrants} if too_few else {},
        )
    awarded = {offer.one.player for offer in offers}
    passed: list[Passed] = []
    moved_up: list[Passed] = []
    awards: list[Award] = []
    for one in order:
        if one.player in awarded:
            offer = offers[len(awards)]
            awards.append(_award(index, category, offer, competing, moved_up))
            if len(awards) == len(offers):
                break
        elif one.player in outside:
            passed.append(outside[one.player])
        else:
            reason = personal.get(one.player) or Passed(
                player=one.player, code="other_prize", facts={"category": taken[one.player]}
            )
            passed.append(reason)
            moved_up.append(reason)
    left = tuple(range(len(field) + 1, len(category.places) + 1))
    return CategoryAwards(
        category=index,
        competing=competing,
        awards=tuple(awards),
        passed=tuple(passed),
        left=left,
        why_left="nobody_left" if left else "",
    )


def _award(
    index: int, category: PrizeCategory, offer: "_Offer", competing: int, moved_up: Sequence[Passed]
) -> Award:
    found = Award(
        category=index,
        player=offer.one.player,
        place=offer.place,
        money=offer.money,
        thing=offer.given.thing,
        code="general" if category.is_general else "category",
        rank=offer.one.rank or 0,
        competing=competing,
        moved_up=tuple(moved_up),
    )
    if not offer.shared:
        return found
    return replace(
        found,
        division=category.division,
        shared=offer.shared,
        pool=offer.pool,
        own=as_decimal(offer.own),
    )


def _why_no_prize(prizes: PrizeList, one: Contestant) -> Passed | None:
    """Why the rules give a player no prize at all; None: they do not stand in his way."""
    if one.player in prizes.declined:
        return Passed(player=one.player, code="declined")
    if one.withdrawn and not prizes.withdrawn:
        return Passed(player=one.player, code="withdrawn")
    if one.played < prizes.games:
        return Passed(player=one.player, code="games", facts={"played": one.played, "least": prizes.games})
    return None


def why_not_competing(category: PrizeCategory, one: Contestant) -> Passed | None:
    """The condition of the category that a player does not meet; None: he meets all."""
    code, facts = _unmet(category, one)
    return Passed(player=one.player, code=code, facts=facts) if code else None


def _unmet(category: PrizeCategory, one: Contestant) -> tuple[str, dict[str, Any]]:
    if category.has_ages and (found := _unmet_age(category, one.born)):
        return found
    if category.sex and one.sex != category.sex:
        return ("sex" if one.sex else "sex_unknown"), {}
    if (category.has_band or category.unrated == "only") and (found := _unmet_rating(category, one.rating)):
        return found
    if category.club and category.club.casefold() != one.club.casefold():
        return "club", {"club": category.club}
    if category.federation and category.federation != one.federation:
        return "federation", {"federation": category.federation}
    if category.mark and category.mark not in one.marks:
        return "mark", {"mark": category.mark}
    return "", {}


def _unmet_age(category: PrizeCategory, born: str) -> tuple[str, dict[str, Any]] | None:
    """Why somebody born then, or in that year, has not the age; in doubt, he has not."""
    if not is_day(f"{born}-01-01"[:10]):
        return "born_unknown", {}
    ages = sorted({_age(f"{born}-12-31"[:10], category.age_on), _age(f"{born}-01-01"[:10], category.age_on)})
    low, high = category.age_from or 0, category.age_to
    met = [age >= low and (high is None or age <= high) for age in ages]
    if all(met):
        return None
    if any(met):
        return "born_doubt", {"year": int(born[:4])}
    return ("too_young", {"least": low}) if ages[-1] < low else ("too_old", {"most": high})


def _age(born: str, day: str) -> int:
    birth, on = date.fromisoformat(born), date.fromisoformat(day)
    return on.year - birth.year - ((on.month, on.day) < (birth.month, birth.day))


def _unmet_rating(category: PrizeCategory, rating: Number | None) -> tuple[str, dict[str, Any]] | None:
    if rating is None:
        return ("unrated", {}) if category.unrated == "no" else None
    if category.unrated == "only":
        return "rated", {"rating": rating}
    if category.rating_from is not None and rating < category.rating_from:
        return "rating_low", {"rating": rating, "least": category.rating_from}
    if category.rating_to is not None and rating > category.rating_to:
        return "rating_high", {"rating": rating, "most": category.rating_to}
    return None


def _taken(categories: Sequence[PrizeCategory], fields: dict[int, list[Contestant]]) -> dict[int, int]:
    """By player the category whose prize he takes; `fields` are left with those who compete for each.

    The prize of most value of all is taken first, so that who comes next is already offered what has become
    free. Those level who share equally take it together.
    """
    taken: dict[int, int] = {}
    offers = {index: _divided(categories[index], field) for index, field in fields.items()}
    while True:
        candidates = [
            (offer.value, categories[index].is_general, -index, -place, index, offer)
            for index, each in offers.items()
            for place, offer in enumerate(each)
            if offer.one.player not in taken
        ]
        if not candidates:
            return taken
        *_rest, index, best = max(candidates, key=lambda candidate: candidate[:4])
        together = [
            offer.one.player
            for offer in offers[index]
            if offer.one.player not in taken
            and (offer is best or (offer.shared == best.shared != () and offer.value == best.value))
        ]
        taken |= dict.fromkeys(together, index)
        for other, competing in fields.items():
            if other != index and any(one.player in together for one in competing):
                fields[other] = [one for one in competing if one.player not in together]
                offers[other] = _divided(categories[other], fields[other])


def _divided(category: PrizeCategory, field: Sequence[Contestant]) -> list[_Offer]:
    """What each of these would get of the category; without those who would get nothing."""
    places, offers = category.places, list[_Offer]()
    if category.division == "none":
        return [
            _whole(one, place, given)
            for place, (one, given) in enumerate(zip(field, places, strict=False), 1)
        ]
    for _level, members in groupby(field, key=lambda one: one.level):
        first = len(offers)
        if first >= len(places):
            break
        level = list(members)
        given = [*places[first : first + len(level)]]
        given += [NOTHING] * (len(level) - len(given))
        offers += (
            _shared(category, level, given, first)
            if len(level) > 1
            else [_whole(level[0], first + 1, given[0])]
        )
    return [offer for offer in offers if offer.money or offer.given.thing]


def _whole(one: Contestant, place: int, given: PrizePlace) -> _Offer:
    cents = CENTS * Fraction(given.money)
    return _Offer(one=one, place=place, exact=cents, money=int(cents), given=given)


def _shared(
    category: PrizeCategory, level: Sequence[Contestant], given: Sequence[PrizePlace], first: int
) -> list[_Offer]:
    """The money of the places from `first` (from 0) divided among those level; the sum stays what it was."""
    pool = sum(CENTS * Fraction(place.money) for place in given)
    kept = Fraction(1, 2) if category.division == "half" else Fraction(0)
    own = [kept * CENTS * Fraction(place.money) for place in given]
    exact = [half + (1 - kept) * pool / len(level) for half in own]
    players = tuple(one.player for one in level)
    last = len(category.places)
    return [
        _Offer(
            one=one,
            place=first + number if first + number <= last else None,
            exact=share,
            money=cents,
            given=place,
            shared=players if pool else (),
            pool=int(pool),
            own=half,
        )
        for number, (one, share, cents, place, half) in enumerate(
            zip(level, exact, in_cents(exact), given, own, strict=True), 1
        )
    ]


def in_cents(shares: Sequence[Fraction]) -> list[int]:
    """The shares, in cents, as whole cents with the same sum: those with the largest fractions get the cents
    left over, of equal ones the first.

    >>> in_cents([Fraction(5600, 3)] * 3)
    [1867, 1867, 1866]
    """
    cents = [int(share) for share in shares]
    by_fraction = sorted(range(len(shares)), key=lambda place: (cents[place] - shares[place], place))
    for place in by_fraction[: int(sum(shares)) - sum(cents)]:
        cents[place] += 1
    return cents
