"""The static files as a site in use serves them: under hashed names only."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finders

from clubtornei.launch.prepare import UNUSED
from clubtornei.web.static_files import HashedFiles

IMPORTED = re.compile(r"""\bfrom\s*["'](\.\.?/[^"']+)["']""")


@pytest.fixture
def collected(tmp_path: Path) -> Path:
    """The folder of all static files, collected by a storage of its own."""
    storage = HashedFiles(location=tmp_path, base_url="/static/")
    paths = {}
    for finder in get_finders():
        for path, source in finder.list(UNUSED):
            name = str(Path(getattr(source, "prefix", None) or "", path))
            if name in paths:
                continue  # as `collectstatic` has it: the first finder's counts
            with source.open(path) as file:
                storage.save(name, file)
            paths[name] = (storage, name)
    for name, _hashed, processed in storage.post_process(paths):
        assert not isinstance(processed, Exception), name
    return tmp_path


def test_what_a_script_imports_is_there_under_its_hashed_name(collected: Path) -> None:
    imports = [
        (script, script.parent / name)
        for script in (collected / "js").glob("**/*.js")
        for name in IMPORTED.findall(script.read_text())
    ]
    assert len(imports) > 3
    for script, imported in imports:
        assert imported.is_file(), f"{script.name} imports {imported.name}"
        assert re.search(r"\.[0-9a-f]{12}\.js$", imported.name), f"{script.name} imports {imported.name}"
