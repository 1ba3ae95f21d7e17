"""The structure of the packages: no import cycles at any level, and no subject of unlimited size."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
MODULES = grimp.build_graph("scoring", "pairing", "clubtornei", cache_dir=None)
IMPORTS = {module: MODULES.find_modules_directly_imported_by(module) for module in MODULES.modules}
PACKAGES = sorted({module.rpartition(".")[0] for module in IMPORTS} - {""})
SUBJECTS = sorted(
    path.name for path in (ROOT / "clubtornei" / "rounds").iterdir() if (path / "__init__.py").exists()
)
MOST_LINES = 2500


def cycle_in(graph: dict[str, set[str]]) -> list[str]:
    """The nodes of a cycle, the first one repeated at the end; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def imports_between_children(package: str, imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """For each module or package directly in the package, which of the others it imports, at any depth."""
    depth = package.count(".") + 2
    inside = {module: imported for module, imported in imports.items() if module.startswith(f"{package}.")}
    graph: dict[str, set[str]] = {}
    for module, imported in inside.items():
        child = ".".join(module.split(".")[:depth])
        others = {".".join(other.split(".")[:depth]) for other in imported if other in inside}
        graph.setdefault(child, set()).update(others - {child})
    return graph


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert not cycle_in(IMPORTS)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_parts_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    assert not cycle_in(imports_between_children(package, IMPORTS))


def test_a_circle_between_packages_is_found_although_no_modules_form_one() -> None:
    imports = {"site.a.low": set[str](), "site.a.high": {"site.b.one"}, "site.b.one": {"site.a.low"}}

    assert not cycle_in(imports)
    assert set(cycle_in(imports_between_children("site", imports))) == {"site.a", "site.b"}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_subject_of_the_rounds_is_too_large(subject: str) -> None:
    files = (ROOT / "clubtornei" / "rounds" / subject).rglob("*.py")
    assert sum(len(file.read_text().splitlines()) for file in files) <= MOST_LINES
