"""Names where the projector has no room for all of them: the given name is shortened as far as it must be,
and stays another than that of everybody else with the surname.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from msgspec.structs import replace

from clubtornei.players.names import around_surname, is_initials, is_particle, sort_key
from clubtornei.public.pictures import font
from clubtornei.rounds.core.site_facts import player_facts
from scoring.record import Player

TYPES: tuple[float, ...] = (5.0, 5.6, 6.2, 6.8, 7.4, 8.2, 9.0)
"""The sizes of names, in hundredths of the height of the screen: departures.css has a class for each."""
LINE = 1.12  # em: the least from a line of larger type to the next
SPARE = 0.1  # em: browsers round what they measure
MEASURED = 100  # pixels: large enough for their fractions not to matter
CUT_TO = (8, 5, 3)  # letters of a surname: few lengths, so that the board and the results cut it alike
FEW_SHORTENED = 12  # in a hundred: no more, and the type is not made smaller for them


class ShortNames:
    """The names of all players of an event, for others not to be taken for them."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._given: defaultdict[str, set[str]] = defaultdict(set)
        for player in players:
            before, surname, behind = _parts(player)
            if not is_initials(player.name):
                self._given[sort_key(surname)].add(sort_key(before or behind))

    def fitted(self, player: Player, room: float) -> Player:
        """The player under the longest form of his name no wider than so many em; if none is, under all of
        it, which the stylesheet cuts.
        """
        forms = self.forms_of(player)
        return replace(player, name=next((name for name in forms if _fits(name, room)), player.name))

    def forms_of(self, player: Player) -> Sequence[str]:
        """Rossi Maria Grazia, Rossi Maria G., Rossi M., Rossi where nobody else is called so, and Ros. M."""
        facts = player_facts(player)
        before, surname, behind = _parts(player)
        given = (before or behind).strip()
        if facts.members or not given or is_initials(player.name):  # the name of a team has no surname
            return [player.name]
        namesakes = self._given[sort_key(surname)] - {sort_key(given)}
        others = namesakes - {""}
        mark = f" ({facts.mark})" if facts.mark else ""

        def written(surname: str, given: str) -> str:
            return (f"{given} {surname}" if before else f"{surname} {given}") + mark

        # Mario is not told from Mariolina by less than all of it.
        short = [f"{letters}." for letters in _beginnings(given, others)] or [given]
        initials = _but_the_last(short[-1])
        is_told = not any(_is_like(initials, _but_the_last(other)) for other in others)
        shortest = initials if is_told else short[-1]
        alone = [] if namesakes else [f"{surname}{mark}"]
        cut = [written(one, shortest) for one in _cut_surnames(surname)]
        forms = [player.name, *(written(surname, one) for one in short), *alone, *cut]
        return list(dict.fromkeys(forms))


def largest_type(players: Sequence[Player], line: float, room: Callable[[float], float]) -> float:
    """The largest type that the height of a line has room for, in which almost all names are whole; if there
    is none, the smallest. One name does not decide for a few. `room`: the width of a name in type of that
    size, in em.
    """
    few = max(1, len(players) * FEW_SHORTENED // 100)
    for size in reversed(TYPES[1:]):
        cut = sum(not _fits(player.name, room(size)) for player in players)
        if size * LINE <= line and cut <= few:
            return size
    return TYPES[0]


@lru_cache(maxsize=4096)
def width_of(text: str) -> float:
    """How wide a text is in the type of names, in em."""
    return font("Semibold", MEASURED).getlength(text) / MEASURED


def _fits(name: str, room: float) -> bool:
    return width_of(name) + SPARE <= room


def _parts(player: Player) -> tuple[str, str, str]:
    """As `around_surname`, without the mark that tells namesakes apart."""
    mark = player_facts(player).mark
    name = player.name.removesuffix(f" ({mark})") if mark else player.name
    return around_surname(name, player.identity.family)


def _is_like(short: str, other: str) -> bool:
    """Whether a name, shortened if it ends with a point, could be the other one, too."""
    key = sort_key(short.rstrip("."))
    return sort_key(other).startswith(key) if short.endswith(".") else sort_key(other) == key


def _but_the_last(given: str) -> str:
    """Initials of all names but the last: of Anna Maria A. Maria."""
    *first, last = given.split() or [""]
    return " ".join([*(f"{name[0]}." for name in first), last])


def _cut_surnames(surname: str) -> Iterator[str]:
    """Of Montecuccoli degli Erri first Montecuccoli d. E., then less of its first part; what is left of that
    never ends with a particle. Last all its initials.
    """
    words = surname.split(" ")
    particles = next((place for place, word in enumerate(words) if not is_particle(word)), 0)
    first, joined = words[: particles + 1], words[particles + 1 :]
    head = " ".join(first)
    initials = "".join(f" {word[0]}." for word in joined)
    if joined:
        yield head + initials
    for letters in CUT_TO:
        end = len(head) - len(first[-1]) + letters
        if 2 < end <= len(head) - 2:
            yield f"{head[:end]}.{initials}"
    if len(words) > 1:
        yield " ".join(f"{word[0]}." for word in words)


def _beginnings(given: str, others: set[str]) -> Iterator[str]:
    """Of Maria Grazia: Maria G, then M or as many letters as it takes to be none of the others."""

    def is_told(letters: str) -> bool:
        return not any(other.startswith(sort_key(letters)) for other in others)

    first, _space, second = given.partition(" ")
    with_second = given[: len(first) + 2]
    if second and is_told(with_second):
        yield with_second
    least = len(first) + 2 if second and is_particle(first) else 1
    beginnings = (given[:end] for end in range(least, len(given)) if given[end - 1] != " ")
    yield from islice(filter(is_told, beginnings), 1)
