"""What people write is text on every page, never markup."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse

from clubtornei.accounts.models import Role
from clubtornei.launch.environment import ROOT
from tests.factories import make_club, make_player, signed_in

HOSTILE = 'Zed <input name=role value=owner hx-post="/" hx-trigger=load>'

TRUSTED = {
    "clubtornei/help/rendering.py": "the help, which comes with the program",
    "clubtornei/rounds/rules/announcement.py": "what its renderer has escaped",
    "clubtornei/rounds/templatetags/reports.py": "one of two literals",
    "clubtornei/text/qr_codes.py": "the QR code of an address, drawn by segno",
}
"""Where Python calls something markup that is no literal."""
AS_TEXT = {
    "templates/accounts/mail/invitation.txt",
    "templates/accounts/mail/password.txt",
    "templates/rounds/messages/mail/_frame.txt",
}
"""Templates that are no HTML."""
UNESCAPED = re.compile(r"\|\s*safe(?:seq)?\b|autoescape\s+off")


def is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def trusting(tree: ast.AST) -> Iterator[int]:
    """The lines of the code that make markup of what is no literal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "__html__":
            yield node.lineno
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        handed = {getattr(argument, "id", "") for argument in node.args}
        if {"mark_safe", "SafeString", "html_safe"} & handed:
            yield node.lineno
        formats = {"mark_safe": 0, "SafeString": 0, "html_safe": 0, "format_html": 0, "format_html_join": 1}
        if called in formats and not is_literal(node.args[formats[called]]):
            yield node.lineno


def test_only_a_few_named_places_call_anything_markup() -> None:
    files = (ROOT / "clubtornei").rglob("*.py")
    found = {name_of(path) for path in files if any(trusting(ast.parse(path.read_text(encoding="utf-8"))))}
    assert found == set(TRUSTED)
    files = filter(Path.is_file, (ROOT / "templates").rglob("*"))
    found = {name_of(path) for path in files if UNESCAPED.search(path.read_text(encoding="utf-8"))}
    assert found == AS_TEXT


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["rounds:forget", "accounts:club_delete"])
def test_a_name_in_the_help_of_a_field_is_text(page: str) -> None:
    """Who signs himself up would otherwise do, in the owner’s browser, what an owner may do."""
    club = make_club(HOSTILE)
    player = make_player(club, HOSTILE)
    keys = [club.slug, player.pk] if page == "rounds:forget" else [club.slug]
    answer = signed_in(club, Role.OWNER).get(reverse(page, args=keys))
    assert "Per conferma scrivi: Zed &lt;input" in answer.text
    assert "<input name=role" not in answer.text
