"""Names where the projector has no room for all of them: where at most a third are too long these alone are
shortened, else all are, in one style, with initials as long as they must be to tell apart who has the surname
in common.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from clubtornei.players.names import around_surname, is_initials, is_particle, sort_key
from clubtornei.public.pictures import font
from clubtornei.rounds.core.site_facts import player_facts
from scoring.record import Player

TYPES: tuple[float, ...] = (5.0, 5.6, 6.2, 6.8, 7.4, 8.2, 9.0)
"""The sizes of names, in hundredths of the height of the screen: departures.css has a class for each."""
LARGE_TYPES = (*TYPES, 10.0, 12.0, 14.0)  # where they are few, in one column
LINE = 1.12  # em: the least from a line of larger type to the next
SPARE = 0.05  # em: browsers round what they measure, but for this with `geometricPrecision`
MEASURED = 100  # pixels: large enough for their fractions not to matter
LEAST_LETTERS = 3  # of a surname that is cut
KNOWN_LETTERS = 5  # with so many of them a surname that is cut is known again
SHARE = 3  # one name in so many may be shortened beside whole ones
FEW, MUCH_LARGER = 8, 1.2  # one in so many is, for the others to be so much larger
VOWELS = "aeiou"  # none of them, nor an apostrophe, stands before the point of what is cut


class ShortNames:
    """The names of all players of an event, for others not to be taken for them."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._given: defaultdict[str, set[str]] = defaultdict(set)
        for player in players:
            before, surname, behind = _parts(player)
            if not is_initials(player.name):
                self._given[sort_key(surname)].add(sort_key(before or behind))

    def fitted(self, players: Sequence[Player], room: float) -> list[Player]:
        """The players under names no wider than so many em, all shortened where more than a third do not fit;
        one whose surname is too long for any form of it under all of the name, which the stylesheet cuts.
        """
        long = [not _fits(player.name, room) for player in players]
        all_short = sum(long) > len(players) // SHARE
        return [
            replace(player, name=self._short(player, room)) if all_short or is_long else player
            for player, is_long in zip(players, long, strict=True)
        ]

    def largest_type(
        self,
        players: Sequence[Player],
        line: float,
        room: Callable[[float], float],
        types: Sequence[float] = TYPES,
    ) -> float:
        """The largest type that the height of a line has room for, in which all names are whole, or in much
        larger type all but a few; if there is none, two thirds are; else one in which no surname is cut that
        need not be. `room`: the width of a name in type of that size, in em.
        """
        sizes = [size for size in types if size * LINE <= line] or [types[0]]
        full = sorted((width_of(player.name) for player in players), reverse=True) or [0.0]
        known = [self._known(player, room(sizes[0])) for player in players]
        short = [width_of(self.initialled(player).name) for player in players]
        held = max(
            (known if width + SPARE > room(sizes[0]) else width)
            for width, known in zip([*short, 0.0], [*known, 0.0], strict=True)
        )

        def largest(width: float) -> float | None:
            return next((size for size in reversed(sizes) if width + SPARE <= room(size)), None)

        whole, most = largest(full[0]), largest(max(full[len(players) // FEW], *known, 0.0))
        if whole and most and most < whole * MUCH_LARGER:
            return whole
        return most or whole or largest(max(full[len(players) // SHARE], held)) or largest(held) or sizes[0]

    def _known(self, player: Player, room: float) -> float:
        """The width of the shortest form by which somebody whose surname is cut is still known; none where
        there is no room for it even in the smallest type.
        """
        forms = self.forms_of(player)[2:]
        return min((width_of(form) for form in forms if _is_known(form) and _fits(form, room)), default=0.0)

    def initialled(self, player: Player) -> Player:
        """As Rossi M., and Napolitano Gin. beside Napolitano Gio."""
        return replace(player, name=(*self.forms_of(player), player.name)[1])

    def _short(self, player: Player, room: float) -> str:
        return next((form for form in self.forms_of(player)[1:] if _fits(form, room)), player.name)

    def forms_of(self, player: Player) -> Sequence[str]:
        """Rossi Maria Grazia, Rossi M., and with less and less of the surname."""
        facts = player_facts(player)
        before, surname, behind = _parts(player)
        given = (before or behind).strip()
        if facts.members or not given or is_initials(player.name):  # the name of a team has no surname
            return [player.name]
        others = self._given[sort_key(surname)] - {sort_key(given), ""}
        mark = f" ({facts.mark})" if facts.mark else ""

        def written(surname: str, given: str) -> str:
            return (f"{given} {surname}" if before else f"{surname} {given}") + mark

        # Mario is not told from Mariolina by less than all of it.
        letters = _beginning(given, others)
        initial = f"{letters}." if letters and len(letters) + 1 < len(given) else given
        initials = _but_the_last(initial)
        is_told = not any(_is_like(initials, _but_the_last(other)) for other in others)
        shortest = initials if is_told else initial
        cut = [written(one, shortest) for one in _cut_surnames(surname)]
        return [player.name, written(surname, initial), *cut]


def width_of_all(texts: Iterable[str]) -> float:
    """That of the widest one."""
    return max(map(width_of, texts), default=0.0)


@lru_cache(maxsize=4096)
def width_of(text: str) -> float:
    """How wide a text is in the type of names, in em."""
    return font("Semibold", MEASURED).getlength(text) / MEASURED


def _fits(name: str, room: float) -> bool:
    return width_of(name) + SPARE <= room


def _is_known(form: str) -> bool:
    """Whether enough is left of a surname that is cut."""
    return any(len(word.rstrip(".")) >= KNOWN_LETTERS for word in form.split())


def _parts(player: Player) -> tuple[str, str, str]:
    """As `around_surname`, without the mark that tells namesakes apart."""
    mark = player_facts(player).mark
    name = player.name.removesuffix(f" ({mark})") if mark else player.name
    return around_surname(name, player.identity.family)


def through_surname(player: Player) -> str:
    """The name to the end of the surname."""
    before, surname, _behind = _parts(player)
    return before + surname


def _is_like(short: str, other: str) -> bool:
    """Whether a name, shortened if it ends with a point, could be the other one, too."""
    key = sort_key(short.rstrip("."))
    return sort_key(other).startswith(key) if short.endswith(".") else sort_key(other) == key


def _but_the_last(given: str) -> str:
    """Initials of all names but the last: of Anna Maria A. Maria."""
    *first, last = given.split() or [""]
    return " ".join([*(f"{name[0]}." for name in first), last])


def _cut_surnames(surname: str) -> Iterator[str]:
    """Of Montecuccoli degli Erri first Montecuccoli d. E., and of Van den Berg V. d. Berg, then less of the
    word that is left, which is never a particle. Last all its initials.
    """
    words = surname.split(" ")
    particles = next((place for place, word in enumerate(words) if not is_particle(word)), 0)
    first, joined = words[: particles + 1], words[particles + 1 :]
    if particles > 1:
        first = [*(f"{word[0]}." for word in first[:-1]), first[-1]]
    head = " ".join(first)
    initials = "".join(f" {word[0]}." for word in joined)
    if joined or particles > 1:
        yield head + initials
    least = len(head) - len(first[-1]) + LEAST_LETTERS
    for end in range(len(head) - 2, least - 1, -1):
        if head[end - 1].isalpha() and sort_key(head[end - 1]) not in VOWELS:
            yield f"{head[:end]}.{initials}"
    if len(words) > 1:
        yield " ".join(f"{word[0]}." for word in words)


def _beginning(given: str, others: set[str]) -> str:
    """Of Maria Grazia M, or as many letters as it takes to be none of the others; empty if all of it is."""

    def is_told(letters: str) -> bool:
        return not any(other.startswith(sort_key(letters)) for other in others)

    first, _space, second = given.partition(" ")
    least = len(first) + 2 if second and is_particle(first) else 1
    beginnings = (given[:end] for end in range(least, len(given)) if given[end - 1] != " ")
    return next(filter(is_told, beginnings), "")
