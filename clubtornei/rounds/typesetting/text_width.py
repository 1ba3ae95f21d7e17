"""How wide texts are in Source Sans Semibold, and on how many lines they stand.

Widths are reckoned, not measured: what letters take, a little generously.
"""

from functools import lru_cache

# In em, of the semibold font, with some hundredths to spare; other letters are CAPITAL or SMALL.
WIDTHS = {
    letter: width
    for width, letters in (
        (0.0, "\u2060"),  # see KEPT_HYPHEN
        (0.23, " "),
        (0.3, "ijlIì.,:;'’|·"),
        (0.35, "f-()!•"),
        (0.39, "rt/°"),
        (0.46, "sz"),
        (0.49, "c"),
        (0.52, "vxyFJLY_–"),
        (0.54, "aegk"),
        (0.55, "0123456789+"),
        (0.58, "AESTVXZ"),
        (0.62, "BCKPRß"),
        (0.79, "wMæ&"),
        (0.88, "mW½—Æ%@…"),
    )
    for letter in letters
}
CAPITAL, SMALL = 0.69, 0.58
KEPT_HYPHEN = "-\u2060"  # at which no line is broken: the fonts have none that is one letter


def lines_of(text: str, width: float) -> int:
    """On how many lines a text stands in a column of so many em."""
    return sum(_broken_into(line, width) for line in text.split("\n"))


def _broken_into(line: str, width: float) -> int:
    lines, used = 1, 0.0
    for word in words_of(line):
        length = width_in_em(word)
        if used and used + length > width:
            lines, used = lines + 1, 0.0
        lines += int(length / width)
        used += length % width + 0.2
    return lines


def broken(text: str, width: float) -> list[str]:
    """The lines on which a text without line breaks is reckoned to stand in a column of so many em."""
    lines, used = [""], 0.0
    for word in words_of(text):
        length = width_in_em(word)
        if used and used + length > width:
            lines, used = [*lines, ""], 0.0
        lines[-1] += f"{' ' * (bool(lines[-1]) and not lines[-1].endswith('-'))}{word}"
        used += length % width + 0.2
    return lines


def shortened(text: str, width: float, lines: int) -> str:
    """With as many words as there is room for on so many lines in a column of so many em, one at least; for
    the others an ellipsis.
    """
    words = text.split()
    ends = (" ".join(words[:count]) + "…" for count in range(len(words) - 1, 0, -1))
    found = (said for said in (text, *ends) if lines_of(said, width) <= lines)
    return next(found, f"{words[0]}…" if words else "")


def width_of_lines(text: str) -> float:
    return max(map(width_in_em, text.split("\n")))


def words_of(text: str) -> list[str]:
    """What stays on one line."""
    return text.replace("-", "- ").replace(" \u2060", "\u2060").split()


@lru_cache(maxsize=10_000)  # the same words come again for each size of type that is tried
def width_in_em(text: str) -> float:
    """About how wide a text is in semibold type, in em; never less than it is."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in text)
