"""The structure of the packages: no import cycles at any level, and no subject of unlimited size."""

import ast
import re
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
LAYERS = {  # of a subject, each with those that it never imports, of its own subject or of another
    "queries": {"actions", "forms", "views"},
    "actions": {"forms", "views"},
    "forms": {"actions", "views"},
    "views": {"views"},
}
WRITES = {"save", "delete", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}


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


def layer_of(module: str) -> str:
    """The layer that a module's name says: `queries`, or `proposal_queries`; empty if it says none."""
    if ".views." in module:
        return "views"
    found = re.search(r"[._](queries|actions|forms|views)$", module)
    return found[1] if found else ""


@pytest.mark.parametrize("layer", LAYERS)
def test_no_layer_of_a_subject_imports_one_above_it(layer: str) -> None:
    upwards = {
        (module, imported)
        for module, every in IMPORTS.items()
        for imported in every
        if layer_of(module) == layer and layer_of(imported) in LAYERS[layer]
    }
    assert upwards == set()


def test_only_addresses_import_views() -> None:
    importing = {module for module, every in IMPORTS.items() if "views" in {layer_of(one) for one in every}}
    assert {module.rpartition(".")[2] for module in importing} == {"urls"}


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "clubtornei").rglob("*queries.py")),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_queries_write_nothing(path: Path) -> None:
    called = {
        node.func.attr
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not called & WRITES


ABOVE = {"scoring": r"pairing|clubtornei", "pairing": r"clubtornei"}
HANDED_IN = {("scoring/__main__.py", "pairing.registry:SYSTEM_SPECS")}
"""The commands of scoring check the options of systems, which it does not know: where the program is put
together, and only there, it looks their registry up by its name.
"""


def test_no_string_of_an_engine_names_a_module_above_it() -> None:
    named = {
        (path.relative_to(ROOT).as_posix(), text)
        for program, above in ABOVE.items()
        for path in (ROOT / program).rglob("*.py")
        for text in strings_in(ast.parse(path.read_text()))
        if re.search(rf"(?<![\w.])({above})[.:]\w", text)
    }
    assert named == HANDED_IN


def strings_in(tree: ast.Module) -> list[str]:
    """All string constants but docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]
