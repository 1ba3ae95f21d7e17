"""What the comments of a report file say of the arbiter (rules/trf.md#interventions), by starting numbers."""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from scoring.record import Intervention

_COMMENT = re.compile(
    r"(?P<kind>MPA|Adjournment|Correction|Import|Configuration) @ Round (?P<round>\d{1,3}):"
    r" ?(?:(?P<one>\d{1,4}) - (?P<other>\d{1,4})(?: |$))?(?P<text>.*)"
)
_ADJOURNED = re.compile(r"of round (?P<earlier>\d{1,3}) paired as a draw")
_REPORTED = re.compile(r"for the rating report only, (?P<one>[-+WDL10=]) (?P<other>[-+WDL10=]) counts")

Pair = frozenset[int]


class Interventions(Struct, frozen=True):
    """By round: the pairs arranged `by_hand`, what counts of each player where another result is `reported`,
    and the pairs `adjourned`, with the round of their game; the `others` as the document has them.
    """

    by_hand: frozenset[tuple[int, Pair]]
    reported: Mapping[tuple[int, Pair], Mapping[int, str]]
    adjourned: tuple[tuple[int, Pair, int], ...]
    others: tuple[Intervention, ...]


def interventions_in(comments: Iterable[str], players: Iterable[int]) -> Interventions:
    """What the comments say of these players."""
    known = frozenset(players)
    found = [match for comment in comments if (match := _COMMENT.fullmatch(comment))]
    by_hand, adjourned, others = set(), [], []
    reported: dict[tuple[int, Pair], Mapping[int, str]] = {}
    for match in found:
        kind, number, text = match["kind"], int(match["round"]), match["text"].strip()
        seats = tuple(_seats(match))
        pair = frozenset(seats)
        earlier = _ADJOURNED.fullmatch(text)
        if kind == "MPA":
            by_hand.add((number, pair))
        elif kind == "Adjournment":
            adjourned += [(number, pair, int(earlier["earlier"]))] if earlier else []
        elif kind == "Correction" and (counting := _REPORTED.fullmatch(text)):
            reported[number, pair] = dict(zip(seats, counting.groups(), strict=False))
        else:
            there = seats if pair <= known else ()
            others.append(Intervention(kind=kind.lower(), round=max(1, number), players=there, text=text))
    return Interventions(frozenset(by_hand), reported, tuple(adjourned), tuple(others))


def in_comment(first: str, second: str) -> str:
    """What the comment says of a pair for which another result is reported: the letters of what counts."""
    return f"for the rating report only, {first} {second} counts"


def _seats(match: re.Match[str]) -> Iterator[int]:
    for name in ("one", "other"):
        if match[name]:
            yield int(match[name])
