"""Nothing untyped crosses a function's edge in the site, but by a name of `clubtornei/text/untyped.py`: no
dictionary of anything, no list of nobody knows what, no Any.

What functions hand to each other has a type; where Django or JSON gives none, the name says what it is.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAMED = ROOT / "clubtornei" / "text" / "untyped.py"
FILES = sorted(path for path in (ROOT / "clubtornei").rglob("*.py") if "migrations" not in path.parts)
EXCEPTIONS = {"Context", "Attributes", "FormData", "CleanedData", "Options", "Extra", "JsonObject"}
MAPPINGS = {"dict", "defaultdict", "Mapping", "MutableMapping"}
GENERICS = MAPPINGS | {"list", "tuple", "set", "frozenset", "Sequence", "Iterable", "Iterator", "Collection"}


def annotations(tree: ast.Module) -> Iterator[ast.expr]:
    """Of all parameters, of what functions return, and of the fields of classes.

    Arguments without names (`*args`, `**kwargs`) are only handed on, to Django.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = node.args
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            yield from (one.annotation for one in every if one.annotation is not None)
            if node.returns is not None:
                yield node.returns
        if isinstance(node, ast.ClassDef):
            yield from (part.annotation for part in node.body if isinstance(part, ast.AnnAssign))


def says_nothing(annotation: ast.expr) -> bool:
    """Is it, or has it in it, Any, a generic without its types, or a mapping whose values may be anything?"""
    parts = list(_parts(annotation))
    subscripts = [part for part in parts if isinstance(part, ast.Subscript)]
    typed = {id(part.value) for part in subscripts}
    values = [_values(part) for part in subscripts if _name(part.value) in MAPPINGS]
    return (
        any(_name(part) == "Any" for part in parts)
        or any(_name(part) in GENERICS and id(part) not in typed for part in parts)
        or any(_name(inner) == "object" for value in values for inner in ast.walk(value))
    )


def _parts(annotation: ast.expr) -> Iterator[ast.AST]:
    for part in ast.walk(annotation):
        yield part
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            with suppress(SyntaxError):  # a value of a Literal, not a quoted type
                yield from ast.walk(ast.parse(part.value, mode="eval"))


def _values(mapping: ast.Subscript) -> ast.expr:
    return mapping.slice.elts[-1] if isinstance(mapping.slice, ast.Tuple) else mapping.slice


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def test_what_crosses_a_functions_edge_has_a_type() -> None:
    for path in FILES:
        tree = ast.parse(path.read_text())
        found = [ast.unparse(one) for one in annotations(tree) if says_nothing(one)]
        assert found == [], path


def test_the_exceptions_are_few_and_used() -> None:
    tree = ast.parse(NAMED.read_text())
    named = {_name(target) for node in tree.body if isinstance(node, ast.Assign) for target in node.targets}
    assert named == EXCEPTIONS
    imported = {
        alias.name
        for path in FILES
        if "clubtornei.text.untyped" in (source := path.read_text())  # few: no other file is parsed once more
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == "clubtornei.text.untyped"
        for alias in node.names
    }
    assert imported == EXCEPTIONS


def test_the_rule_sees_what_it_is_to_see() -> None:
    for annotation, found in [
        ("dict[str, Any]", True),
        ("list[Mapping[str, object]] | None", True),
        ('"dict[str, Any]"', True),
        ("Callable[[dict[str, Any]], str]", True),
        ("dict[str, list[Any]]", True),
        ("dict[int, str]", False),
        ("Mapping[str, Number]", False),
        ("list[Any]", True),
        ("Any", True),
        ("Mapping", True),
        ("list[dict] | None", True),
        ("tuple[str, object]", False),
        ("object", False),
    ]:
        assert says_nothing(ast.parse(annotation, mode="eval").body) is found, annotation
