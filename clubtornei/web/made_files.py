"""Static files that are made of others, where `collectstatic` and the tests look for them: one stylesheet and
one script for each surface, and the type in the form that browsers want.

A surface's file imports others, as CSS and JavaScript have it; here each import is replaced by what it names,
so that a browser asks for one file and not for twenty. What only people read stays behind.
"""

import os
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import font_source_sans_pro
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

STYLESHEETS = tuple(f"css/{name}.css" for name in ("organisers", "public", "screen"))
STATIC = settings.BASE_DIR / "static"
SCRIPTS = tuple(sorted(path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/**/*.js")))
EXPORT = re.compile(r"^export ", re.MULTILINE)
UNREAD = re.compile(r"/\*.*?\*/\s*|(?<=[{};,])\n\s*|(?<=\n)\s+", re.DOTALL)
"""The comments of a stylesheet, the ends of its lines, and what indents them."""
SHORTEN: dict[str, Callable[[str], str]] = {".css": lambda text: UNREAD.sub("", text), ".js": rjsmin.jsmin}
IMPORT = re.compile(r"""^@?import "(?:\./)?([\w/-]+\.(?:css|js))";$""", re.MULTILINE)

STYLES = ("Regular", "Semibold")
SOURCES = {style: f"SourceSansPro-{style}.ttf" for style in STYLES}
CHARACTERS = (
    (0x20, 0x7E),
    (0xA0, 0xA1),
    (0xA3, 0xA3),
    (0xA7, 0xA7),
    (0xA9, 0xAB),
    (0xAD, 0xAE),
    (0xB0, 0xB3),
    (0xB5, 0xB5),
    (0xB7, 0xB7),
    (0xBA, 0xFF),
    # What names need from Romania to Poland, from Bohemia to Turkey:
    (0x102, 0x107),
    (0x10C, 0x111),
    (0x118, 0x11B),
    (0x11E, 0x11F),
    (0x130, 0x131),
    (0x139, 0x13A),
    (0x13D, 0x13E),
    (0x141, 0x144),
    (0x147, 0x148),
    (0x150, 0x155),
    (0x158, 0x15B),
    (0x15E, 0x165),
    (0x16E, 0x171),
    (0x178, 0x17E),
    (0x218, 0x21B),
    # Punctuation and signs that pages have:
    (0x2007, 0x2007),
    (0x2010, 0x2014),
    (0x2018, 0x201E),
    (0x2020, 0x2022),
    (0x2026, 0x2026),
    (0x202F, 0x202F),
    (0x2032, 0x2033),
    (0x2039, 0x203A),
    (0x20AC, 0x20AC),
    (0x2190, 0x2194),
    (0x2212, 0x2212),
    (0x221E, 0x221E),
)
"""What the fonts keep, which a phone fetches with its first page. Browsers take any other character from a
font of the system.
"""
MORE_CHARACTERS = (
    (0x100, 0x101),
    (0x112, 0x117),
    (0x120, 0x12F),
    (0x136, 0x137),
    (0x13B, 0x13C),
    (0x145, 0x146),
    (0x14C, 0x14D),
    (0x156, 0x157),
    (0x168, 0x16D),
    (0x172, 0x173),
    (0x1A0, 0x1A1),
    (0x1AF, 0x1B0),
    (0x300, 0x30C),
    (0x323, 0x323),
    (0x1E00, 0x1EFF),
)
"""What names from the Baltic, Malta and Vietnam need, too: in fonts of their own, which browsers fetch where
there are any.
"""
FONTS = {
    f"fonts/SourceSans-{style}{more}.woff2": (source, characters)
    for style, source in SOURCES.items()
    for more, characters in (("", CHARACTERS), ("-More", MORE_CHARACTERS))
}
COPYRIGHT = 0  # the number of that name in a font
FEATURES = ["kern", "tnum", "lnum"]  # pairs of letters, and figures that stand in columns


class MadeFiles(BaseFinder):
    """A finder of Django's staticfiles: stylesheets, scripts and `FONTS`, made when first asked for."""

    def __init__(self, *_arguments: Any, **_options: Any) -> None:
        self.storage = FileSystemStorage(location=settings.VAR_DIR / "made")

    def check(self, **_options: Any) -> list[CheckMessage]:
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> str | list[str]:  # type: ignore[override]
        if path not in (*STYLESHEETS, *SCRIPTS, *FONTS):
            return []
        made = str(self._made(path))
        return [made] if find_all else made

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, FileSystemStorage]]:
        for path in (*STYLESHEETS, *SCRIPTS, *FONTS):
            self._made(path)
            yield path, self.storage

    def _made(self, path: str) -> Path:
        """The file, made anew where its sources are newer."""
        made = Path(self.storage.path(path))
        if path not in FONTS:
            source = settings.BASE_DIR / "static" / path
            text = SHORTEN[source.suffix](with_imports(source)).encode()
            if not made.exists() or made.read_bytes() != text:
                _write(made, text)
            return made
        name, characters = FONTS[path]
        font = Path(font_source_sans_pro.font_directory) / name
        newest = max(source.stat().st_mtime for source in (font, Path(__file__)))
        if not made.exists() or made.stat().st_mtime < newest:
            _write(made, _web_font(font, characters))
        return made


def with_imports(source: Path) -> str:
    """The file with those that it imports in their places; a script keeps its names for itself in a block."""

    def imported(named: re.Match[str]) -> str:
        text = with_imports(source.parent / named[1])
        return f"{{\n{EXPORT.sub('', text)}}}\n" if source.suffix == ".js" else text

    return IMPORT.sub(imported, source.read_text())


def _web_font(source: Path, characters: Iterable[tuple[int, int]]) -> bytes:
    """The font's characters in these ranges, compressed as WOFF2. Of its names it keeps whose it is."""
    from fontTools import subset  # only collectstatic needs it, and each start looks for the files

    options = subset.Options(flavor="woff2", hinting=False, layout_features=FEATURES, name_IDs=[COPYRIGHT])
    options.drop_tables += ["BASE"]  # of scripts that stand on other lines
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in characters for code in range(first, last + 1)])
    subsetter.subset(font)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "font.woff2"
        subset.save_font(font, str(made), options)
        return made.read_bytes()


def _write(path: Path, content: bytes) -> None:
    """At once, as others may be reading it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, new = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    Path(new).chmod(0o644)
    Path(new).replace(path)
