"""Colours as stylesheets write them, and on what grounds they can be read: by the contrast of WCAG 2.2."""

READABLE = 4.5  # the contrast that text needs
SITE_COLOUR = "#174634"  # the felt, as in static/css/tokens.css
BLACK, WHITE = "#000000", "#ffffff"
HEX = r"^#[0-9a-f]{6}\Z"
STEPS = 50


def contrast(one: str, other: str) -> float:
    """From 1, for the same colour, to 21, for black on white."""
    lower, higher = sorted((_luminance(one), _luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """The first with that share, from 0 to 1, of the other."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def on(ground: str) -> str:
    """Black or white, whichever is better read on it; one of them always is."""
    return max(BLACK, WHITE, key=lambda ink: contrast(ink, ground))


def readable(colour: str, *grounds: str) -> str:
    """The tone nearest to the colour that is read on all of the grounds, which are all light or all dark."""
    ink = on(grounds[0])
    tones = (mixed(colour, ink, step / STEPS) for step in range(STEPS + 1))
    return next((tone for tone in tones if all(contrast(tone, one) >= READABLE for one in grounds)), ink)


def _channels(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def _luminance(colour: str) -> float:
    shares = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
