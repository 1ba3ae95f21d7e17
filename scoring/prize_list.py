"""The prizes that an event announces, as frozen records, and reading them (rules/prizes.md#document)."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from scoring.document import Document, DocumentError, ValidationIssue
from scoring.identity import Day

KEY = "prizes"
"""The key of the document."""

MOST_CATEGORIES, MOST_PLACES = 50, 100
MOST_MONEY = 1_000_000
OLDEST, HIGHEST_RATING, MOST_ENTRANTS, MOST_GAMES = 120, 5_000, 1_000, 1_000
LONGEST_NAME = 100

Division = Literal["none", "equal", "half"]
Unrated = Literal["no", "also", "only"]

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Age = Annotated[int, Meta(ge=0, le=OLDEST)]
Rating = Annotated[int, Meta(ge=0, le=HIGHEST_RATING)]
Id = Annotated[int, Meta(ge=1)]


class PrizePlace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a place of a category brings: `money`, in the currency of the event, and a `thing`, which is
    `worth` so much where prizes are compared.
    """

    money: Decimal = Decimal(0)
    thing: Name = ""
    worth: Decimal = Decimal(0)

    @property
    def value(self) -> Decimal:
        return self.money + self.worth


class PrizeCategory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Prizes for the best of those who meet its conditions; without any it is general, for everybody.

    `group`: a person has at most one prize of all the categories with the same one. `division`: of the money
    among those level. Ages are reached on the day `age_on`. `unrated`: whether who has no rating competes,
    where there is a rating band, or alone does. `entrants`: how many must meet the conditions, or there are
    no prizes.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    places: Annotated[tuple[PrizePlace, ...], Meta(min_length=1, max_length=MOST_PLACES)]
    group: Name = ""
    division: Division = "none"
    age_from: Age | None = None
    age_to: Age | None = None
    age_on: Day = ""
    sex: Literal["", "m", "w"] = ""
    rating_from: Rating | None = None
    rating_to: Rating | None = None
    unrated: Unrated = "no"
    club: Name = ""
    federation: Annotated[str, Meta(pattern=r"^([A-Z]{3})?$")] = ""
    mark: Name = ""
    entrants: Annotated[int, Meta(ge=0, le=MOST_ENTRANTS)] = 0

    @property
    def has_ages(self) -> bool:
        return self.age_from is not None or self.age_to is not None

    @property
    def has_band(self) -> bool:
        return self.rating_from is not None or self.rating_to is not None

    @property
    def is_general(self) -> bool:
        """Whether everybody competes."""
        texts = (self.sex, self.club, self.federation, self.mark)
        return not (self.has_ages or self.has_band or self.unrated == "only" or any(texts))


class PrizeList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prizes of an event and their rules.

    `games`: how many games a person must have played; `withdrawn`: whether who has withdrawn may have a
    prize. `marked`: by mark the ids of the players who have it. `decided`: ids of those who were level on
    everything, the better first. `declined`: ids of those who give up their prizes.
    """

    categories: Annotated[tuple[PrizeCategory, ...], Meta(max_length=MOST_CATEGORIES)] = ()
    games: Annotated[int, Meta(ge=0, le=MOST_GAMES)] = 0
    withdrawn: bool = False
    marked: Mapping[Name, tuple[Id, ...]] = {}
    decided: tuple[Id, ...] = ()
    declined: tuple[Id, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.categories)


def is_day(text: str) -> bool:
    """Whether it is a day of the calendar."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def prize_list_of(document: Document) -> PrizeList:
    """The prizes of the document; without its key there are none. Raises DocumentError."""
    return read_prizes(document.extra.get(KEY, {}))


def read_prizes(plain: Any) -> PrizeList:
    """The record of these plain values. Raises DocumentError with all that is wrong."""
    try:
        prizes = msgspec.convert(plain, PrizeList)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # half a surrogate pair is no text
        problem, _at, place = str(error).rstrip("`").partition(" - at `$")
        raise DocumentError(ValidationIssue(f"{KEY}{place}", "prize_form", {"problem": problem})) from None
    if issues := list(issues_of(prizes)):
        raise DocumentError(*issues)
    return prizes


def prizes_as_plain(prizes: PrizeList) -> dict[str, Any]:
    """The prizes as plain values without their defaults, numbers exact; `read_prizes` gives them back."""
    return {
        name: value
        for name, value in (
            ("categories", [_category_as_plain(category) for category in prizes.categories]),
            ("games", prizes.games),
            ("withdrawn", prizes.withdrawn),
            ("marked", {mark: list(players) for mark, players in prizes.marked.items()}),
            ("decided", list(prizes.decided)),
            ("declined", list(prizes.declined)),
        )
        if value
    }


def _category_as_plain(category: PrizeCategory) -> dict[str, Any]:
    plain = _without_defaults(category)
    return plain | {"places": [_without_defaults(place) for place in category.places]}


def _without_defaults(record: PrizeCategory | PrizePlace) -> dict[str, Any]:
    return {
        item.name: getattr(record, item.name)
        for item in msgspec.structs.fields(record)
        if getattr(record, item.name) != item.default
    }


def issues_of(prizes: PrizeList) -> Iterator[ValidationIssue]:
    """What contradicts itself, each with its path."""
    names: set[str] = set()
    for index, category in enumerate(prizes.categories):
        path = f"{KEY}.categories[{index}]"
        if category.name in names:
            yield ValidationIssue(f"{path}.name", "prize_name_twice", {"name": category.name})
        names.add(category.name)
        if category.has_ages and not is_day(category.age_on):
            yield ValidationIssue(f"{path}.age_on", "prize_age_day")
        for low, high in (("age_from", "age_to"), ("rating_from", "rating_to")):
            least, most = getattr(category, low), getattr(category, high)
            if least is not None and most is not None and least > most:
                yield ValidationIssue(f"{path}.{low}", "prize_bounds", {"least": least, "most": most})
        if category.has_band and category.unrated == "only":
            yield ValidationIssue(f"{path}.unrated", "prize_unrated")
        yield from _issues_of_places(category, f"{path}.places")


def _issues_of_places(category: PrizeCategory, path: str) -> Iterator[ValidationIssue]:
    for index, place in enumerate(category.places):
        if not (place.money or place.thing):
            yield ValidationIssue(f"{path}[{index}]", "prize_empty")
        for name in ("money", "worth"):
            amount = getattr(place, name)
            if not _is_amount(amount):
                facts = {"amount": str(amount), "maximum": MOST_MONEY}
                yield ValidationIssue(f"{path}[{index}].{name}", "prize_amount", facts)
            elif amount != round(amount, 2):
                yield ValidationIssue(f"{path}[{index}].{name}", "prize_cents", {"amount": str(amount)})
        before = category.places[index - 1] if index else place
        amounts = (place.money, place.worth, before.money, before.worth)
        if all(map(_is_amount, amounts)) and (place.money > before.money or place.value > before.value):
            yield ValidationIssue(f"{path}[{index}]", "prize_rises", {"place": index + 1})


def _is_amount(amount: Decimal) -> bool:
    """Whether it is within bounds; as a text it may be "NaN"."""
    return amount.is_finite() and 0 <= amount <= MOST_MONEY
