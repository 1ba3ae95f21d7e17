"""The grid and the seating of rules/knockout.md#grid slot by slot, as on paper: the tests' oracle."""

from collections.abc import Sequence


def flattened(slots: int, printed: dict[str, str]) -> list[int]:
    """The slots of the grid in order; above 64 each entry s becomes the game of s against N + 1 - s."""
    if str(slots) in printed:
        return [int(slot) for game in printed[str(slots)].split() for slot in game.split("-")]
    half = flattened(slots // 2, printed)
    return [slot for s in half for slot in sorted((s, slots + 1 - s))]


def count_and_slots(exempt: Sequence[int]) -> tuple[int, int] | None:
    """How many preliminary rounds, and N; None where six do not help."""
    others = sum(not skipped for skipped in exempt)
    for preliminary in range(7):
        count = sum(2 ** (skipped + preliminary) if skipped else 1 for skipped in exempt)
        slots = 2
        while slots < count:
            slots *= 2
        if slots - count <= others:
            return preliminary, slots
    return None


def seated(exempt: Sequence[int], printed: dict[str, str]) -> list[int | None] | None:
    """The place in the seeding order of who sits in each slot of the grid, in grid order; None: empty.

    An exempt player is written into every slot of his part.
    """
    found = count_and_slots(exempt)
    if found is None:
        return None
    preliminary, slots = found
    order = flattened(slots, printed)
    line: list[int | None] = [None] * slots
    for place, skipped in enumerate(exempt):
        size = 2 ** (skipped + preliminary) if skipped else 1
        for slot in range(1, slots + 1):
            start = order.index(slot) // size * size
            if line[start : start + size] == [None] * size:
                line[start : start + size] = [place] * size
                break
    return line


def rounds(line: list[int | None]) -> list[list[tuple[int | None, int | None]]]:
    """The games of each level in grid order, from level 1, if the better seed always wins; a player's own
    part gives no game.
    """
    levels = []
    while len(line) > 1:
        pairs = list(zip(line[::2], line[1::2], strict=True))
        levels.append([(one, other) for one, other in pairs if one is None or one != other])
        line = [min((place for place in pair if place is not None), default=None) for pair in pairs]
    return levels
