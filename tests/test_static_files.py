"""The static files as a site in use serves them: under hashed names only."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.utils.functional import empty

from clubtornei.launch.prepare import UNUSED

IMPORTED = re.compile(r"""\bfrom\s*["'](\./[^"']+)["']""")


@pytest.fixture
def collected(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.STATIC_ROOT = tmp_path
    hashed = {"staticfiles": {"BACKEND": "clubtornei.static_files.HashedFiles"}}
    settings.STORAGES = settings.STORAGES | hashed
    monkeypatch.setattr(staticfiles_storage, "_wrapped", empty)
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=UNUSED)
    return tmp_path


def test_what_a_script_imports_is_there_under_its_hashed_name(collected: Path) -> None:
    imports = [
        (script, script.parent / name)
        for script in (collected / "js").glob("*.js")
        for name in IMPORTED.findall(script.read_text())
    ]
    assert len(imports) > 3
    for script, imported in imports:
        assert imported.is_file(), f"{script.name} imports {imported.name}"
        assert re.search(r"\.[0-9a-f]{12}\.js$", imported.name), f"{script.name} imports {imported.name}"
