"""The structure of packages and templates: names, layers, no arrow up. Import-linter checks imports alone."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
from django.urls import URLPattern, URLResolver, get_resolver

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


def names_given_in(*packages: str) -> Iterator[tuple[str, ast.stmt]]:
    """Whatever modules name in CamelCase, with the statement: classes and aliases of types."""
    for package in packages:
        for path in (ROOT / package).rglob("*.py"):
            if path.parent.name in ("migrations", "commands", "systems"):
                continue  # Django's Command, a system's Options
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                named = [node.name] if isinstance(node, ast.ClassDef) else []
                if isinstance(node, ast.Assign) and not ast.unparse(node.value).startswith("TypeVar("):
                    targets = [name for target in node.targets for name in ast.walk(target)]
                    named = [name.id for name in targets if isinstance(name, ast.Name)]
                yield from ((name, node) for name in named if re.match("[A-Z].*[a-z]", name))


def test_no_two_classes_have_one_name() -> None:
    every = names_given_in("scoring", "pairing", "clubtornei")
    named = Counter(name for name, node in every if isinstance(node, ast.ClassDef))
    assert [name for name, times in named.items() if times > 1] == []


def test_no_alias_of_the_site_has_the_name_of_another_or_of_a_class() -> None:
    named = Counter(name for name, _node in names_given_in("clubtornei"))
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
URL_NAMED = re.compile(r"[\"'\s]((accounts|players|events|rounds|exchange|season|public):\w+)\b")
LIBRARIES_LOADED = re.compile(r"{% load ([\w ]+) %}")
LIBRARIES = {
    path.stem: path.relative_to(ROOT / "clubtornei").parts[0]
    for path in (ROOT / "clubtornei").rglob("templatetags/*.py")
}

URLS_ABOVE = {
    "rounds:home": "who has signed up or left the demo comes to the first page of the site",
    "rounds:club": "the way back from roster, account and wizard is the club's page, which lists its events",
    "rounds:own_data": "on the page of his account a user gets all that is known of him, results included",
    "rounds:privacy": "who signs in may first read what is stored of people",
    "rounds:retention": "how long things are kept is set beside the name of the club",
    "rounds:person": "from somebody on the roster one comes to all that is known of him, in every event",
    "rounds:club_methods": "the wizard leads from the choice of a scoring method to all of them side by side",
    "rounds:entries": "the wizard leads to the entries of the event it has made",
    "public:pairings": "the mail about a round leads to its page",
    "exchange:lists": "the owner loads rating lists from the roster",
    "exchange:search": "who is not on the roster is looked up in the lists, also while entering players",
    "season:merge_with": "who is on the roster twice is merged from his own page there",
    "season:part": "and parted again",
    "season:members": "who is a member is marked in the roster",
    "season:circuits": "the circuits are a part of the club, beside its events and players",
    "public:circuit": "organisers see the address of a circuit that they give away",
    "public:logo": "the owner sees the logo that the club has",
    "public:ratings": "organisers see the address of the club's ratings",
    "public:club": "the first page names the club of each public event",
    "public:event": "organisers see and print the address that they give to the players",
    "public:card": "the list of somebody's events leads to his card in each",
    "public:person": "the lists of people lead to the pages of those who have one",
    "public:rules": "who signs up reads the announcement first",
    "public:screen": "the projector of the hall is opened where it is set",
    "public:screen_numbered": "and so are the others, if there are several",
    "public:hall_screen": "where the hall reads whole names it is opened there, too",
    "public:hall_screen_numbered": "and so are the others",
    "public:verify": "what proves a draw is said before the next round is drawn",
    "public:clock": "the projector's clock is opened from the clock",
    "public:standings": "where the next stage is undecided, each room's reader is sent to the ranking there",
}
"""Addresses of a room above. Django looks names up when it runs, so no module depends on the room."""


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


def views_of(patterns: Iterable[URLPattern | URLResolver], room: str = "") -> Iterator[tuple[str, str]]:
    """Each address by its name, with the room of its view: that of its name, unless a room below answers."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views_of(pattern.url_patterns, pattern.app_name or room)
        elif room in TEMPLATE_ROOMS:
            module = pattern.callback.__module__.split(".")
            yield f"{room}:{pattern.name}", module[1] if module[0] == "clubtornei" else room


def test_the_addresses_of_rooms_above_are_these_alone() -> None:
    room_of = dict(views_of(get_resolver().url_patterns))
    named = {
        name
        for room in TEMPLATE_ROOMS
        for path, _place in sources_of(room)
        for name, _namespace in URL_NAMED.findall(path.read_text(encoding="utf-8"))
        if ROOMS[room_of[name]] > ROOMS[room]
    }
    assert named == set(URLS_ABOVE)
