"""Static files that are made of others, where `collectstatic` and the tests look for them: one stylesheet and
one script for each surface.

A surface's file imports others, as CSS and JavaScript have it; here each import is replaced by what it names,
so that a browser asks for one file and not for twenty. What only people read stays behind.
"""

import os
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

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


class MadeFiles(BaseFinder):
    """A finder of Django's staticfiles: stylesheets and scripts, made when first asked for."""

    def __init__(self, *_arguments: Any, **_options: Any) -> None:
        self.storage = FileSystemStorage(location=settings.VAR_DIR / "made")

    def check(self, **_options: Any) -> list[CheckMessage]:
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> str | list[str]:  # type: ignore[override]
        if path not in (*STYLESHEETS, *SCRIPTS):
            return []
        made = str(self._made(path))
        return [made] if find_all else made

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, FileSystemStorage]]:
        for path in (*STYLESHEETS, *SCRIPTS):
            self._made(path)
            yield path, self.storage

    def _made(self, path: str) -> Path:
        """The file, made anew where its sources have changed."""
        made = Path(self.storage.path(path))
        source = settings.BASE_DIR / "static" / path
        text = SHORTEN[source.suffix](with_imports(source)).encode()
        if not made.exists() or made.read_bytes() != text:
            _write(made, text)
        return made


def with_imports(source: Path) -> str:
    """The file with those that it imports in their places; a script keeps its names for itself in a block."""

    def imported(named: re.Match[str]) -> str:
        text = with_imports(source.parent / named[1])
        return f"{{\n{EXPORT.sub('', text)}}}\n" if source.suffix == ".js" else text

    return IMPORT.sub(imported, source.read_text())


def _write(path: Path, content: bytes) -> None:
    """At once, as others may be reading it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, new = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    Path(new).chmod(0o644)
    Path(new).replace(path)
