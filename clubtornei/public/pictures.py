"""The picture with which other sites show a link: words and a logo on a colour, in the size they want."""

import io
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import font_source_sans_pro
from django.conf import settings
from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from clubtornei.text.colours import SITE_COLOUR, mixed, on, readable

WIDTH, HEIGHT = 1200, 630
EDGE = 72
LOGO_SIDE, LOGO_EDGE, MARK_SIDE = 132, 14, 52
SIZES = (104, 92, 80, 70, 62, 54)  # of the name: the first in which it fits on so many lines
MOST_LINES, MOST_HEIGHT = 3, 280
LINE = 1.08  # of a line of the name, by its size
FOLDER = Path(font_source_sans_pro.font_directory)


class Words(Struct, frozen=True):
    """What stands above the name, the name, and what stands below it."""

    above: str
    name: str
    below: str


def picture(words: Words, colour: str, logo: bytes | None) -> bytes:
    """As PNG. `colour`: of the ground; empty: of the site."""
    ground = colour or SITE_COLOUR
    ink = on(ground)
    soft = readable(mixed(ink, ground, 0.2), ground)
    image = Image.new("RGB", (WIDTH, HEIGHT), ground)
    draw = ImageDraw.Draw(image)
    left = EDGE + (LOGO_SIDE + 32 if logo else 0)
    if logo:
        _put_logo(image, draw, logo)
    above = _cut(words.above, font("Semibold", 42), WIDTH - EDGE - left)
    draw.text((left, EDGE + LOGO_SIDE / 2), above, soft, font("Semibold", 42), anchor="lm")
    size, lines = _fitted(words.name)
    top = EDGE + LOGO_SIDE + (HEIGHT - 2 * EDGE - LOGO_SIDE - 60 - len(lines) * size * LINE) / 2
    for number, line in enumerate(lines):
        draw.text((EDGE, top + number * size * LINE), line, ink, font("Semibold", size))
    bottom = HEIGHT - EDGE
    site = font("Semibold", 34)
    name_at = WIDTH - EDGE - site.getlength("ClubTornei")
    draw.text((name_at, bottom), "ClubTornei", soft, site, anchor="lm")
    image.paste(_mark(), (round(name_at) - MARK_SIDE - 14, bottom - MARK_SIDE // 2 + 2), _mark())
    below = _cut(words.below, font("Regular", 38), name_at - MARK_SIDE - 50 - EDGE)
    draw.text((EDGE, bottom), below, soft, font("Regular", 38), anchor="lm")
    return _png(image)


def _put_logo(image: Image.Image, draw: ImageDraw.ImageDraw, logo: bytes) -> None:
    """On a white plate, at the top on the left."""
    draw.rounded_rectangle((EDGE, EDGE, EDGE + LOGO_SIDE, EDGE + LOGO_SIDE), 18, "white")
    shown = Image.open(io.BytesIO(logo)).convert("RGB")
    inner = LOGO_SIDE - 2 * LOGO_EDGE
    shown.thumbnail((inner, inner))
    at = EDGE + LOGO_EDGE
    image.paste(shown, (at + (inner - shown.width) // 2, at + (inner - shown.height) // 2))


def _fitted(name: str) -> tuple[int, list[str]]:
    """The largest size in which the name fits, and its lines; what is too long for all sizes is cut."""
    for size in SIZES:
        lines = list(_lines(name.split(), font("Semibold", size)))
        low = len(lines) * size * LINE <= MOST_HEIGHT
        if low and len(lines) <= MOST_LINES and all(_fits(line, font("Semibold", size)) for line in lines):
            return size, lines
    rest = " ".join(lines[MOST_LINES - 1 :])
    shown = [*lines[: MOST_LINES - 1], rest] if len(lines) >= MOST_LINES else lines
    return size, [_cut(line, font("Semibold", size), WIDTH - 2 * EDGE) for line in shown]


def _lines(words: Iterable[str], type_: ImageFont.FreeTypeFont) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and not _fits(longer, type_):
            yield line
            longer = word
        line = longer
    yield line


def _fits(text: str, type_: ImageFont.FreeTypeFont) -> bool:
    return type_.getlength(text) <= WIDTH - 2 * EDGE


def _cut(text: str, type_: ImageFont.FreeTypeFont, width: float) -> str:
    """As much of it as is no wider, with an ellipsis where there is more."""
    if type_.getlength(text) <= width:
        return text
    shown = text
    while shown and type_.getlength(f"{shown}…") > width:
        shown = shown[:-1]
    return f"{shown.rstrip()}…"


@cache
def font(style: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FOLDER / f"SourceSansPro-{style}.ttf", size)


@cache
def _mark() -> Image.Image:
    mark = Image.open(settings.BASE_DIR / "static" / "icons" / "mark.png").convert("RGBA")
    return mark.resize((MARK_SIDE, MARK_SIDE))


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
