"""The structure of packages and templates: names, layers, no arrow up. Import-linter checks imports alone."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
MODULES = grimp.build_graph("scoring", "pairing", "clubtornei", cache_dir=None)
IMPORTS = {module: MODULES.find_modules_directly_imported_by(module) for module in MODULES.modules}
LONGEST_VIEW = 30  # lines below its docstring; most have about twenty
LAYERS = {  # of a subject, each with those that it never imports, of its own subject or of another
    "queries": {"actions", "forms", "views"},
    "actions": {"forms", "views"},
    "forms": {"actions", "views"},
    "views": {"views"},
}
WRITES = {"save", "delete", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
TEMPLATE_ROOMS = ("accounts", "players", "events", "rounds", "exchange", "season", "public")


def cycle_in(graph: dict[str, set[str]]) -> list[str]:
    """The nodes of a cycle, the first one repeated at the end; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def test_no_two_classes_have_one_name() -> None:
    """But Django's Command, and a system's Options."""
    named = Counter(
        node.name
        for package in ("scoring", "pairing", "clubtornei")
        for path in (ROOT / package).rglob("*.py")
        if path.parent.name not in ("migrations", "commands", "systems")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in named.items() if times > 1] == []


def layer_of(module: str) -> str:
    """The layer that a module's name says: `queries`, or `proposal_queries`; empty if it says none."""
    if ".views." in module:
        return "views"
    found = re.search(r"[._](queries|actions|forms|views)$", module)
    return found[1] if found else ""


def test_the_site_computes_no_property_under_a_lock() -> None:
    """That of functools has a lock for all instances (until Python 3.12): two threads that compute values of
    an event would wait for each other.
    """
    files = [path for path in (ROOT / "clubtornei").rglob("*.py") if "migrations" not in path.parts]
    assert [path for path in files if "functools import cached_property" in path.read_text()] == []


def test_no_layer_of_a_subject_imports_one_above_it() -> None:
    for layer in LAYERS:
        upwards = {
            (module, imported)
            for module, every in IMPORTS.items()
            for imported in every
            if layer_of(module) == layer and layer_of(imported) in LAYERS[layer]
        }
        assert upwards == set(), layer


def test_only_addresses_import_views() -> None:
    importing = {module for module, every in IMPORTS.items() if "views" in {layer_of(one) for one in every}}
    assert {module.rpartition(".")[2] for module in importing} == {"urls"}


def test_views_stay_short() -> None:
    views = [
        (path, function)
        for path in (ROOT / "clubtornei").rglob("*.py")
        if path.name.endswith("views.py") or path.parent.name == "views"
        for function in ast.parse(path.read_text()).body
        if isinstance(function, ast.FunctionDef)
    ]
    assert [(path.name, one.name) for path, one in views if lines_of(one) > LONGEST_VIEW] == []


def lines_of(function: ast.FunctionDef) -> int:
    """The lines of its body, without the docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1


def test_queries_write_nothing() -> None:
    for path in sorted((ROOT / "clubtornei").rglob("*queries.py")):
        called = {
            node.func.attr
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        assert not called & WRITES, path


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


ROOMS, SUBJECT_LEVELS = (
    {
        name: level
        for level, names in enumerate(reversed(contract["layers"]))
        for name in names.replace(" ", "").split("|")
    }
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if contract.get("containers") in (["clubtornei"], ["clubtornei.rounds"])
)
"""The levels of the contracts, counted from the bottom."""

TEMPLATE_NAMED = re.compile(r"[\"'](([\w-]+/)+[\w-]+\.html)")
LIBRARIES_LOADED = re.compile(r"{% load ([\w ]+) %}")
LIBRARIES = {
    path.stem: path.relative_to(ROOT / "clubtornei").parts[0]
    for path in (ROOT / "clubtornei").rglob("templatetags/*.py")
}


def sources_of(room: str) -> Iterator[tuple[Path, str]]:
    """The room's files with their places: modules and templates of the same folder have the same."""
    for top, ending in (("clubtornei", "py"), ("templates", "html")):
        for path in sorted((ROOT / top / room).rglob(f"*.{ending}")):
            yield path, path.relative_to(ROOT / top).as_posix()


def may_show(place: str, template: str) -> bool:
    """Whether a file there may render, include or extend the template."""
    (room, subject), (other_room, other_subject) = place.split("/")[:2], template.split("/")[:2]
    if other_room not in ROOMS:
        return True
    if other_room != room or room != "rounds" or other_subject == subject:
        return ROOMS[other_room] <= ROOMS[room]
    return SUBJECT_LEVELS[other_subject] < SUBJECT_LEVELS[subject.removesuffix(".py")]


def test_templates_are_named_downward_only() -> None:
    for room in TEMPLATE_ROOMS:
        upward = [
            (place, template)
            for path, place in sources_of(room)
            for template, _folder in TEMPLATE_NAMED.findall(path.read_text(encoding="utf-8"))
            if not may_show(place, template)
        ]
        assert upward == [], room


def test_no_templates_include_each_other_in_a_circle() -> None:
    templates = ROOT / "templates"
    graph = {
        path.relative_to(templates).as_posix(): set(
            re.findall(r"{% (?:include|extends) \"([^\"#]+)", path.read_text(encoding="utf-8"))
        )
        for path in templates.rglob("*.html")
    }
    assert sum(map(len, graph.values())) > 100
    assert not cycle_in(graph)


def test_no_template_loads_tags_of_a_room_above() -> None:
    for room in TEMPLATE_ROOMS:
        upward = [
            (place, library)
            for path, place in sources_of(room)
            for libraries in LIBRARIES_LOADED.findall(path.read_text(encoding="utf-8"))
            for library in libraries.split()
            if library in LIBRARIES and ROOMS[LIBRARIES[library]] > ROOMS[room]
        ]
        assert upward == [], room
