"""The stylesheet of a surface in a club's colour: the band of its pages, and what they have in the accent.

Text in the accent stands on the grounds of static/css/tokens.css, by light and by dark: where the colour
itself would not be read on them, the nearest tone that is takes its place.
"""

import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static

from clubtornei.text.colours import BLACK, mixed, on, readable

LIGHT, DARK = ("#fffdf7", "#f6f1e6", "#eee6d6"), ("#1b221d", "#131814", "#0d110e")
"""The grounds of text: --surface, --paper, --sunken."""
SURFACES = ("public", "screen")
FONT = re.compile(r'url\("\.\./(fonts/[^"]+)"\)')
WASH, DIMMED = 0.12, 0.35  # shares: of the colour in what it tints, and of black in a band by dark


def surface_stylesheet(surface: str) -> str:
    """All styles of a surface, for any address: fonts are named by their own."""
    made = Path(str(finders.find(f"css/{surface}.css")))
    return FONT.sub(lambda font: f'url("{static(font[1])}")', made.read_text())


def stylesheet(colour: str) -> str:
    """What a surface has in the colour; the projector, read from afar on its felt, only a line."""
    light = {**_band(colour), **_accents(colour, LIGHT)}
    dark = {**_band(mixed(colour, BLACK, DIMMED)), **_accents(colour, DARK)}
    return (
        f":root {{ --club: {colour}; }}\n"
        f"body:not(.screen) {{ {_declared(light)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ body:not(.screen) {{ {_declared(dark)} }} }}\n"
    )


def _band(felt: str) -> dict[str, str]:
    ink = on(felt)
    soft = readable(mixed(ink, felt, 0.2), felt)
    return {
        "felt": felt,
        "felt-deep": mixed(felt, BLACK, 0.25),
        "felt-line": mixed(felt, ink, 0.3),
        "on-felt": ink,
        "on-felt-soft": soft,
        "brass": soft,
        "rail": mixed(felt, ink, 0.3),
    }


def _accents(colour: str, grounds: tuple[str, str, str]) -> dict[str, str]:
    wash = mixed(grounds[0], colour, WASH)
    accent = readable(colour, *grounds, wash)
    return {
        "accent": accent,
        "accent-strong": mixed(accent, on(grounds[0]), 0.25),
        "accent-wash": wash,
        "fill": accent,
        "fill-strong": mixed(accent, on(grounds[0]), 0.25),
        "on-accent": on(accent),
    }


def _declared(tokens: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in tokens.items())
