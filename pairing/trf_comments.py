"""What the comments of a report file say of the arbiter (rules/trf.md#interventions), by starting numbers."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from scoring.record import Intervention

_COMMENT = re.compile(
    r"(?P<kind>MPA|Adjournment|Correction|Import|Configuration) @ Round (?P<round>\d{1,3}):"
    r" ?(?:(?P<one>\d{1,4}) - (?P<other>\d{1,4})(?: |$))?(?P<text>.*)"
)
_ADJOURNED = re.compile(r"of round (?P<earlier>\d{1,3}) paired as a draw")
REPORTED = "for the rating report only"

Pair = frozenset[int]


class Interventions(Struct, frozen=True):
    """By round: the pairs arranged `by_hand`, those of which a result is `reported` only, and those
    `adjourned`, with the round of their game; the `others` as the document has them.
    """

    by_hand: frozenset[tuple[int, Pair]]
    reported: frozenset[tuple[int, Pair]]
    adjourned: tuple[tuple[int, Pair, int], ...]
    others: tuple[Intervention, ...]


def interventions_in(comments: Iterable[str], players: Iterable[int]) -> Interventions:
    """What the comments say of these players."""
    known = frozenset(players)
    found = [match for comment in comments if (match := _COMMENT.fullmatch(comment))]
    by_hand, reported, adjourned, others = set(), set(), [], []
    for match in found:
        kind, number, text = match["kind"], int(match["round"]), match["text"].strip()
        seats = tuple(_seats(match))
        pair = frozenset(seats)
        earlier = _ADJOURNED.fullmatch(text)
        if kind == "MPA":
            by_hand.add((number, pair))
        elif kind == "Adjournment":
            adjourned += [(number, pair, int(earlier["earlier"]))] if earlier else []
        elif kind == "Correction" and text == REPORTED:
            reported.add((number, pair))
        else:
            there = seats if pair <= known else ()
            others.append(Intervention(kind=kind.lower(), round=max(1, number), players=there, text=text))
    return Interventions(frozenset(by_hand), frozenset(reported), tuple(adjourned), tuple(others))


def _seats(match: re.Match[str]) -> Iterator[int]:
    for name in ("one", "other"):
        if match[name]:
            yield int(match[name])
