"""Names on the projector: whole where there is room for them in the smallest type that is read from ten
metres. Only one that is longer is shortened, with initials as long as they must be to tell apart who has the
surname in common. The first word of a surname is never cut: a name that is too long with it alone has
smaller type.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from math import inf

from msgspec.structs import asdict, replace

from clubtornei.players.names import around_surname, is_initials, is_particle, sort_key
from clubtornei.public.pictures import font
from clubtornei.rounds.core.site_facts import player_facts
from scoring.record import Player

TYPES: tuple[float, ...] = (5.0, 5.6, 6.2, 6.8, 7.4, 8.2, 9.0)
"""The sizes of names, in hundredths of the height of the screen: departures.css has a class for each."""
LARGE_TYPES = (*TYPES, 10.0, 12.0, 14.0)  # where they are few, in one column
SMALL = 3.4  # the type of all that is no name: nothing is smaller
ALL_TYPES = (SMALL, 3.8, 4.2, 4.6, *LARGE_TYPES)  # the first for single names that are too long
LINE = 1.12  # em: the least from a line of larger type to the next
TRACKING = 0.02  # em: how much closer the letters of names are, as departures.css sets them
SPARE = 0.05  # em: browsers round what they measure, but for this with `geometricPrecision`
MEASURED = 100  # pixels: large enough for their fractions not to matter
INITIAL = 2  # letters, with the point
LEAST_LETTERS = 3  # before the hyphen of a surname of which only the rest is cut
MOST_LARGER = 2  # times the type of the longest name: that of the others
MANY_SMALLER = 4  # one name in so many may be smaller alone
FEW, MUCH_LARGER = 8, 1.3  # one name in so many has smaller type, for the others to be so much larger


class SmallerName(Player, frozen=True, kw_only=True):
    """A player whose name has a `type` of its own."""

    type: float


Forms = Callable[["ShortNames", Player], Sequence[str]]


def once_a_player(forms: Forms) -> Forms:
    """All sizes and all columns are tried with the same forms of a name."""

    @wraps(forms)
    def kept(names: "ShortNames", player: Player) -> Sequence[str]:
        key = forms.__name__, player.id, player.name
        if key not in names.kept:
            names.kept[key] = forms(names, player)
        return names.kept[key]

    return kept


class ShortNames:
    """The names of all players of an event, for others not to be taken for them."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.kept: dict[tuple[str, int, str], Sequence[str]] = {}
        self._given: defaultdict[str, set[str]] = defaultdict(set)
        everybody = list(players)
        for player in everybody:
            before, surname, behind = _parts(player)
            if not is_initials(player.name):
                self._given[sort_key(surname)].add(sort_key(before or behind))
        named = {player.name: player for player in everybody}.values()
        self._uses = Counter(form for player in named for form in {*self._cut(player, _least_surnames)})

    def fitted(
        self, players: Sequence[Player], room: float, size: float = SMALL, least: float = TYPES[0]
    ) -> list[Player]:
        """The players under the longest names that are no wider than so many em of type of that size, or as
        wide in smaller type. `least`: the smallest in which a name is not shortened instead.
        """
        return [self._fitted(player, room, size, least) for player in players]

    def _fitted(self, player: Player, room: float, size: float, least: float) -> Player:
        """In smaller type before it is shortened, or its surname cut, as long as that can be read; what is
        too long in any form in type that is smaller still, which the stylesheet cuts if it is the smallest.
        """
        forms, whole = self._all_forms(player), self._with_surname(player)
        sizes = [size, *(one for one in reversed(ALL_TYPES) if one < size)]
        read = [one for one in sizes if one >= least] or sizes[:1]
        tried = [(one, form) for some in ([player.name], whole) for one in read for form in some]
        tried += [(one, form) for one in sizes for form in forms]
        fitting = ((one, form) for one, form in tried if _fits(form, room * size / one))
        own, form = next(fitting, (SMALL, min(forms, key=name_width)))
        shown = player if form == player.name else replace(player, name=form)
        return shown if own == size else SmallerName(**asdict(shown), type=own)

    def largest_type(
        self,
        players: Sequence[Player],
        line: float,
        room: Callable[[float], float],
        types: Sequence[float] = TYPES,
        few: int = FEW,
    ) -> float:
        """The largest type that the height of a line has room for, in which no name is shortened, and no
        surname cut, that is not in the smallest; or a much larger one, if one name in so `few` is smaller
        then. `room`: the width of a name in type of that size, in em.
        """
        sizes = [size for size in types if size * LINE <= line] or [types[0]]
        least = sizes[0]
        forms = [self._least_form(player, room(least)) for player in players]
        fitting = [name_width(form) for form in forms if _fits(form, room(least))]
        widths = sorted(fitting, reverse=True) or [inf if forms else 0.0]  # none fits: the smallest

        def largest(width: float) -> float:
            return next(size for size in reversed(sizes) if size == least or width + SPARE <= room(size))

        whole, most = largest(widths[0]), largest(widths[len(widths) // few])
        is_read = (widths[0] + SPARE) * least <= room(most) * most
        return most if is_read and most >= whole * MUCH_LARGER else whole

    def type_but_for_few(
        self,
        players: Sequence[Player],
        line: float,
        room: Callable[[float], float],
        types: Sequence[float] = TYPES,
    ) -> float:
        """The same, or where it is smaller by more than a step for the longest names alone, one in so many as
        `MANY_SMALLER`, that of the others, at most `MOST_LARGER` times that of the longest: a step less where
        this is whole then, and else shortened, if it is alone.
        """
        by_width = sorted(players, key=lambda player: name_width(player.name))
        needed = max((name_width(player.name) + SPARE for player in by_width[-1:]), default=SPARE)

        def is_near(size: float) -> bool:
            return size <= MOST_LARGER * max(types[0], room(size) * size / needed)

        def is_read(size: float) -> bool:
            return room(size) * size >= needed * types[0]

        near = list(filter(is_near, types))
        size = self.largest_type(players, line, room, types)
        for longest in range(1, max(1, len(players) // MANY_SMALLER) + 1):
            tried = near if longest == 1 else list(filter(is_read, near)) or types[:1]
            most = self.largest_type(by_width[:-longest] or players, line, room, tried)
            below = types[max(0, types.index(most) - 1)]
            if size < below:
                size = below if is_read(below) and not is_read(most) else most
        return size

    def _least_form(self, player: Player, room: float) -> str:
        """The whole name, or if it does not fit the shortest form with all of the surname, or else one that
        fits.
        """
        least = min(self._with_surname(player), key=name_width)
        forms = [player.name, least, *self._all_forms(player)]
        return next((form for form in forms if _fits(form, room)), forms[-1])

    def initialled(self, player: Player) -> Player:
        """As Rossi M., and Napolitano Gin. beside Napolitano Gio."""
        return replace(player, name=(*self.forms_of(player), player.name)[1])

    @once_a_player
    def _all_forms(self, player: Player) -> Sequence[str]:
        """Those, then with as little of the surname as tells him apart."""
        least = (form for form in self._cut(player, _least_surnames) if self._uses[form] < 2)
        return list(dict.fromkeys([*self.forms_of(player), *least]))

    @once_a_player
    def forms_of(self, player: Player) -> Sequence[str]:
        """Rossi Maria Grazia, Rossi M., and of a surname of several words the first one, which is not cut."""
        cut = [form for form in self._cut(player, _cut_surnames) if self._uses[form] < 2]
        return [*self._with_surname(player), *cut]

    @once_a_player
    def _with_surname(self, player: Player) -> Sequence[str]:
        """The forms with all of the surname: the whole name, and with less and less of the given name."""
        if not _can_be_short(player):
            return [player.name]
        _before, surname, _behind = _parts(player)
        given = _given(player)
        forms = [_written(player, surname, short) for short in _short_givens(given, self._others(player))]
        return [player.name, *(forms or [_written(player, surname, given)])]

    def _cut(self, player: Player, surnames: Callable[[str], Iterable[str]]) -> Iterator[str]:
        """The forms with these parts of the surname, each with the shortest given name."""
        if not _can_be_short(player):
            return
        _before, surname, _behind = _parts(player)
        given, others = _given(player), self._others(player)
        shortest = min([given, *_short_givens(given, others)], key=len)
        initials = _but_the_last(shortest)
        is_told = not any(_is_like(initials, _but_the_last(other)) for other in others)
        if is_told and initials != shortest:
            yield _written(player, surname, initials)
        for one in surnames(surname):
            yield _written(player, one, initials if is_told else shortest)

    def _others(self, player: Player) -> set[str]:
        """The given names of the others with his surname."""
        _before, surname, _behind = _parts(player)
        return self._given[sort_key(surname)] - {sort_key(_given(player)), ""}


def surname_key(player: Player) -> str:
    """Equal for those who have the surname in common."""
    return sort_key(_parts(player)[1])


def width_of_all(texts: Iterable[str]) -> float:
    """That of the widest one."""
    return max(map(width_of, texts), default=0.0)


@lru_cache(maxsize=4096)
def width_of(text: str) -> float:
    """How wide a text is in the type of names, in em."""
    return font("Semibold", MEASURED).getlength(text) / MEASURED


def name_width(name: str) -> float:
    """How wide a name is, with its letters as close together as names have them, in em of its type."""
    return width_of(name) - TRACKING * len(name)


def _fits(name: str, room: float) -> bool:
    return name_width(name) + SPARE <= room


def _can_be_short(player: Player) -> bool:
    """Whether there is a given name to be shortened; the name of a team has no surname."""
    return bool(_given(player)) and not player_facts(player).members and not is_initials(player.name)


def _given(player: Player) -> str:
    before, _surname, behind = _parts(player)
    return (before or behind).strip()


def _written(player: Player, surname: str, given: str) -> str:
    """The parts in the order in which the name has them, with what tells namesakes apart."""
    before, _surname, _behind = _parts(player)
    mark = player_facts(player).mark
    return (f"{given} {surname}" if before else f"{surname} {given}") + (f" ({mark})" if mark else "")


def _short_givens(given: str, others: set[str]) -> list[str]:
    """Of Massimiliano M., or what tells him from those others, each shorter than the one before: Massimi.,
    M.no. More than an initial stands for at least two letters more than it has, as all of Mario is no longer.
    """
    beginning = _beginning(given, others)
    found, length = [], len(given)
    for short in (beginning and f"{beginning}.", _contraction(given, others)):
        if short and len(short) + (len(short) > INITIAL) < length:
            found.append(short)
            length = len(short)
    return found


def _parts(player: Player) -> tuple[str, str, str]:
    """As `around_surname`, without the mark that tells namesakes apart."""
    facts = player_facts(player)
    name = player.name.removesuffix(f" ({facts.mark})") if facts.mark else player.name
    return around_surname(name, facts.surname)


def _is_like(short: str, other: str) -> bool:
    """Whether a name, shortened if it ends with a point, could be the other one, too."""
    key = sort_key(short.rstrip("."))
    return sort_key(other).startswith(key) if short.endswith(".") else sort_key(other) == key


def _but_the_last(given: str) -> str:
    """Initials of all names but the last: of Anna Maria A. Maria."""
    *first, last = given.split() or [""]
    return " ".join([*(f"{name[0]}." for name in first), last])


def _cut_surnames(surname: str) -> Iterator[str]:
    """Of Montecuccoli degli Erri Montecuccoli d. E., of Van der Meulen-Kok Van der Meulen-K.: the first word,
    with the particles before it, is whole.
    """
    words, particles = _words_of(surname)
    head, joined = " ".join(words[: particles + 1]), words[particles + 1 :]
    initials = "".join(f" {word[0]}." for word in joined)
    if joined:
        yield head + initials
    first, hyphen, rest = head.partition("-")
    if rest and len(first) >= LEAST_LETTERS:
        yield f"{first}{hyphen}{rest[0]}.{initials}"


def _least_surnames(surname: str) -> Iterator[str]:
    """Those, then of Van der Meulen-Kok V. d. Meulen-K. and V. d. Meulen: where a name is still too long."""
    cut = list(_cut_surnames(surname))
    yield from cut
    words, particles = _words_of([surname, *cut][-1])
    before = [f"{word[0]}." if len(word) > 1 else word for word in words[:particles]]
    yield " ".join([*before, *words[particles:]])
    if cut:
        first, _hyphen, _rest = words[particles].partition("-")
        yield " ".join([*before, first if len(first) >= LEAST_LETTERS else words[particles]])


def _words_of(surname: str) -> tuple[list[str], int]:
    """The words of a surname, and how many particles are before the first other one."""
    words = surname.split(" ")
    return words, next((place for place, word in enumerate(words) if not is_particle(word)), 0)


def _beginning(given: str, others: set[str]) -> str:
    """Of Maria Grazia M, or as many letters as it takes to be none of the others; empty if all of it is."""

    def is_told(letters: str) -> bool:
        return not any(other.startswith(sort_key(letters)) for other in others)

    first, _space, second = given.partition(" ")
    least = len(first) + 2 if second and is_particle(first) else 1
    beginnings = (given[:end] for end in range(least, len(given)) if given[end - 1] != " ")
    return next(filter(is_told, beginnings), "")


def _contraction(given: str, others: set[str]) -> str:
    """Of Francesca F.ca, or as many of the last letters as it takes to be none of the others; empty if all
    of it is, or it has several words.
    """
    if " " in given:
        return ""
    rivals = [other for other in others if other.startswith(sort_key(given[0]))]
    endings = (given[-letters:] for letters in range(2, len(given) - 1))
    told = (end for end in endings if not any(other.endswith(sort_key(end)) for other in rivals))
    return next((f"{given[0]}.{end}" for end in told), "")
