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
    "U+20-7E, U+A0-A1, U+A3, U+A7, U+A9-AB, U+AD-AE, U+B0-B3, U+B5, U+B7, U+BA-FF, U+102-107, "
    "U+10C-111, U+118-11B, U+11E-11F, U+130-131, U+139-13A, U+13D-13E, U+141-144, U+147-148, U+150-155, "
    "U+158-15B, U+15E-165, U+16E-171, U+178-17E, U+218-21B, U+2007, U+2010-2014, U+2018-201E, "
    "U+2020-2022, U+2026, U+202F, U+2032-2033, U+2039-203A, U+20AC, U+2190-2194, U+2212, U+221E"
)
"""What the fonts keep, which a phone fetches with its first page: what names need from Romania to Poland,
from Bohemia to Turkey, and the signs of pages. Browsers take any other character from a font of the system.
"""
MORE_CHARACTERS = (
    "U+100-101, U+112-117, U+120-12F, U+136-137, U+13B-13C, U+145-146, U+14C-14D, U+156-157, U+168-16D, "
    "U+172-173, U+1A0-1A1, U+1AF-1B0, U+300-30C, U+323, U+1E00-1EFF"
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


def _web_font(source: Path, characters: str) -> bytes:
    """The font's characters in these ranges, compressed as WOFF2. Of its names it keeps whose it is."""
    from fontTools import subset  # only collectstatic needs it, and each start looks for the files

    options = subset.Options(flavor="woff2", hinting=False, layout_features=FEATURES, name_IDs=[COPYRIGHT])
    options.drop_tables += ["BASE"]  # of scripts that stand on other lines
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(characters))
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
