"""The documents say what is so: links, files, commands, variables, buttons, the program to check a draw."""

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from clubtornei.launch.checks import CHECKS
from clubtornei.rounds.numbers.commitment import commitment_of, committed_text
from pairing.draws import by_lot
from pairing.registry import SYSTEM_SPECS
from scoring.record import Document, DocumentPlayer, DocumentStage, record_of, write

ROOT = Path(__file__).parents[1]
README, CONTRIBUTING = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
ENGLISH = ROOT / "docs" / "en"
ARCHITECTURE, DECISIONS = ENGLISH / "architecture.md", ENGLISH / "decisions.md"
ROUNDS = ROOT / "clubtornei" / "rounds"
DOCUMENTS = [
    README,
    ROOT / "LEGGIMI.md",
    CONTRIBUTING,
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]

LINK = re.compile(r"""\]\(([^)\s]+)\)|(?:src|href)="([^"]+)\"""")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ITALIC = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
INDENTED_IMPORT = re.compile(r"^ +(?:from \S+ )?import ", re.MULTILINE)
WRITTEN = re.compile(r"""<a id="([^"]+)"></a>""")

# What the program reads from the environment: os.environ.get("X"), env_flag("X"), number_of("X") and
# the names it goes through one after another.
READ = re.compile(r"""(?:environ(?:ment)?\.get\(|number_of\(|environ\[|env_flag\(|number_of\()"([A-Z_]+)\"""")
READ_IN_TURN = re.compile(r"""for \w+ in \(((?:"[A-Z_]+"(?:, )?)+)\) if os\.environ""")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def section(path: Path, title: str) -> str:
    """What stands under a heading of the second rank, down to the next one."""
    return re.split(r"^## ", text_of(path).split(f"\n## {title}\n", 1)[1], flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of the tables in a text, without headings and rules."""
    lines = [line.strip().strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    rules = [place for place, line in enumerate(lines) if set("".join(line)) <= set("-: ")]
    skipped = {*rules, *(place - 1 for place in rules)}
    return [[cell.strip() for cell in line] for place, line in enumerate(lines) if place not in skipped]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def links(path: Path) -> Iterator[tuple[str, str]]:
    """File and anchor of each link that stays within the project."""
    for found in LINK.finditer(FENCED.sub("", text_of(path))):
        target = found[1] or found[2]
        if not target.startswith(("http://", "https://")):
            file, _hash, anchor = target.partition("#")
            yield file, anchor


def anchors(path: Path) -> set[str]:
    """Those that are written, and those that GitHub and others make of the headings."""
    text = FENCED.sub("", text_of(path))
    made = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(text)}
    return made | set(WRITTEN.findall(text))


def test_every_link_leads_somewhere() -> None:
    for path in DOCUMENTS:
        for file, anchor in links(path):
            target = (path.parent / file).resolve() if file else path
            assert target.exists(), file
            assert not anchor or anchor in anchors(target), f"{file}#{anchor}"


def tree(path: Path) -> list[Path]:
    """The rooms and files that the drawing in a document names: what follows two blanks is prose."""
    drawing = next(block for block in text_of(path).split("```") if re.match(r"\w*\n\w+/ *", block))
    found: list[Path] = []
    above = {-1: ROOT}
    for line in filter(str.strip, drawing.splitlines()[1:]):
        depth = len(line) - len(line.lstrip())
        room = above[max(indent for indent in above if indent < depth)]
        above = {indent: folder for indent, folder in above.items() if indent < depth}
        above[depth] = room / line.strip().partition("  ")[0]
        found.append(above[depth])
    return found


def packages(folder: Path) -> set[Path]:
    """The packages within a folder, at any depth, without what Django asks for by its name."""
    found = {path.parent for path in folder.rglob("__init__.py")} - {folder}
    return {path for path in found if not {"migrations", "management"} & {*path.parts}}


def test_the_tree_in_contributing_is_there() -> None:
    named = tree(CONTRIBUTING)
    assert len(named) > 20
    assert [found for found in named if not found.exists()] == []


def test_the_tree_in_contributing_has_every_room() -> None:
    rooms = [path.parent for folder in (ROOT, ROOT / "clubtornei") for path in folder.glob("*/__init__.py")]
    assert {"scoring", "tests", "rounds"} <= {path.name for path in rooms}
    assert set(rooms) <= set(tree(CONTRIBUTING))


def test_the_rounds_table_in_contributing_is_complete() -> None:
    subjects: set[Path] = set()
    files: list[Path] = []
    for folders, what, named in rows(section(CONTRIBUTING, "Where things are")):
        folder, *others = (ROUNDS / name for name in quoted(folders))
        subjects |= {folder, *others, *(folder / name for name in quoted(what))}
        files += [folder / name for name in quoted(named)]
    assert subjects == packages(ROUNDS)
    assert len(files) > 25
    assert [path for path in files if not path.exists()] == []


def test_contributing_is_short_and_its_lines_are_too() -> None:
    lines = text_of(CONTRIBUTING).splitlines()
    assert len(lines) <= 120
    assert [line for line in lines if len(line) > 120 and not line.startswith("|")] == []


def test_files_named_in_text_are_there() -> None:
    """`a/b.py`, from the root or from a room of the site; not those that the reader is to write."""
    for path in DOCUMENTS:
        named = [
            name
            for name in re.findall(r"`([\w/.-]+\.(?:py|html|css|svg|po))\b", text_of(path))
            if "/" in name
        ]
        assert named or path not in (CONTRIBUTING, ARCHITECTURE, DECISIONS), path
        assert [name for name in named if found_at(name) is None] == [], path


def found_at(name: str) -> Path | None:
    """Where a file is that a document names, from the root or from a room of the site."""
    rooms = [ROOT, ROOT / "clubtornei", ROOT / "templates", ROUNDS]
    return next((room / name for room in rooms if (room / name).exists()), None)


def test_functions_named_beside_their_file_are_defined_there() -> None:
    """`a/b.py: name`: so a request can be followed call by call."""
    named = [
        (file, name)
        for path in DOCUMENTS
        for file, name in re.findall(r"`([\w/]+\.py): (\w+)`", text_of(path))
    ]
    assert len(named) > 20
    for file, name in named:
        path = found_at(file)
        assert path, file
        defined = {
            node.name
            for node in ast.parse(text_of(path)).body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        assert name in defined, f"{file}: {name}"


def imports_in_functions() -> Iterator[tuple[Path, int]]:
    """File and line of each import inside a function, the first where several follow one another."""
    rooms = ("scoring", "pairing", "clubtornei", "bench")
    sources = ((path, text_of(path)) for room in rooms for path in (ROOT / room).rglob("*.py"))
    indented = [(path, text) for path, text in sources if INDENTED_IMPORT.search(text)]
    for path, tree in ((path, ast.parse(text)) for path, text in indented):
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            lines = [one.lineno for one in ast.walk(node) if isinstance(one, ast.Import | ast.ImportFrom)]
            yield from ((path, line) for line in lines[:1])


def test_an_import_inside_a_function_has_its_excuse() -> None:
    found = list(imports_in_functions())
    excuses = section(ARCHITECTURE, "Imports").partition("These are all the excuses")[2]
    assert {path for path, _line in found} == {
        found_at(name) for name in quoted(excuses) if name.endswith(".py")
    }
    for path, line in found:
        lines = text_of(path).splitlines()
        assert any("# " in beside for beside in lines[line - 2 : line]), f"{path}:{line}"


def test_a_commit_is_held_to_the_checks_of_make_test() -> None:
    """Each check is a hook with the same arguments, run by the project's own Python."""
    text = text_of(ROOT / ".pre-commit-config.yaml")
    hooks = dict(re.findall(r"^ +- id: (\S+)\n(?: +name: .*\n)? +entry: (.+)$", text, re.MULTILINE))
    assert {name: shlex.split(entry) for name, entry in hooks.items()} == {
        name: [".venv/bin/python", *arguments] for name, arguments in CHECKS.items()
    }
    assert re.findall(r"repo: (\S+)", text) == ["local"]


def test_every_make_target_that_is_named_exists() -> None:
    makefile = text_of(ROOT / "Makefile")
    targets = set(re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)[1].split())  # type: ignore[index]
    named = {word for path in DOCUMENTS for word in re.findall(r"\bmake (\w+)`", text_of(path))}
    assert {"run", "test", "messages", "lock"} <= named <= targets


def shell_lines() -> list[tuple[str, str]]:
    """The commands of the README’s console, each with the line it printed."""
    console = re.search(r"^```console\n(.*?)^```", text_of(README), re.MULTILINE | re.DOTALL)
    assert console
    found: list[tuple[str, str]] = []
    for line in console[1].splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            found[-1] = (found[-1][0], f"{found[-1][1]}{line}\n")
    return found


def test_the_commands_of_the_readme_print_what_it_says(tmp_path: Path) -> None:
    commands = shell_lines()
    assert len(commands) > 1
    for command, printed in commands:
        words, _sign, file = command.partition(" > ")
        ran = subprocess.run(
            [sys.executable, *words.split()[1:]],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        if file:
            (tmp_path / file).write_text(ran.stdout, encoding="utf-8")
        else:
            assert ran.stdout == printed, command


def variables_read() -> set[str]:
    sources = [*(ROOT / "clubtornei").rglob("*.py"), ROOT / "manage.py"]
    found = set()
    for path in sources:
        text = text_of(path)
        found |= set(READ.findall(text))
        found |= {name for names in READ_IN_TURN.findall(text) for name in re.findall(r"[A-Z_]+", names)}
    return found | set(re.findall(r"\$\(([A-Z]+)\)", text_of(ROOT / "Makefile")))


def test_readme_and_deploy_name_exactly_the_variables_that_are_read() -> None:
    tables = (section(README, "Configuration"), section(ENGLISH / "deploy.md", "Environment"))
    assert {name for table in tables for row in rows(table) for name in quoted(row[0])} == variables_read()


def test_the_settings_name_exactly_the_variables_that_they_read() -> None:
    settings = text_of(ROOT / "clubtornei" / "settings.py")
    named = set(re.findall(r"^([A-Z_]+)  +\S", settings.split('"""')[1], re.MULTILINE))
    assert named == set(READ.findall(settings)) | {"DATABASE_URL"}  # dj_database_url reads that one
    assert "dj_database_url.config(" in settings


def test_every_package_the_site_runs_on_has_its_reason() -> None:
    wanted = set()
    for line in text_of(ROOT / "requirements.in").splitlines():
        if name := re.match(r"[\w-]+", line):
            wanted.add(name[0].lower())
    table = section(DECISIONS, "Dependencies, and why these")
    assert {row[0].split()[0].lower() for row in rows(table)} == wanted


def as_read(paths: Iterable[Path]) -> str:
    """All that these files may say, and the code around it."""
    return re.sub(r"\s+", " ", " ".join(map(text_of, paths))).replace('" "', "").lower()


@pytest.mark.parametrize(
    ("guide", "places"),
    [
        ("it", ["templates/**/*.html", "clubtornei/**/*.py", "pairing/**/*.py", "scoring/**/*.py"]),
        ("en/guide", ["clubtornei/locale/en/**/django.po", "pairing/**/*.py", "scoring/**/*.py"]),
    ],
)
def test_buttons_and_pages_that_the_guide_names_are_called_so_on_the_site(
    guide: str, places: list[str]
) -> None:
    """In italics stand buttons, pages and options; the path to one has arrows."""
    site = as_read(path for place in places for path in ROOT.glob(place))
    named = [
        (path.name, name.strip(" .:?…"))
        for path in (ROOT / "docs" / guide).glob("*.md")
        if path.name != "README.md"
        for italic in ITALIC.findall(FENCED.sub("", text_of(path)))
        for name in re.sub(r"\s+", " ", italic).split(" → ")
    ]
    assert len(named) > 100
    assert [(page, name) for page, name in named if name.lower() not in site] == []


def drawn_document() -> Document:
    """A tournament whose numbers are those of its seed; names with accents, one without a club."""
    seed = "aba80a59dc24fc89ad4c02cc5d6906f7"
    names = ["Nicolò D’Angelo", "Ångström Ada", "Rossi Pia", "Bianchi Ugo", "Verdi Zoe"]
    clubs = ["La Torre", None, "Dopolavoro", "La Torre", "Cavallo"]
    players = tuple(
        DocumentPlayer(id=2 * place + 3, name=name, club=club, number=place + 1)
        for place, (name, club) in enumerate(zip(names, clubs, strict=True))
    )
    document = Document(
        seed=seed, players=players, stages=(DocumentStage(system="round-robin", scoring="game"),)
    )
    numbers = by_lot(record_of(document, SYSTEM_SPECS)).numbers
    drawn = [
        DocumentPlayer(id=player.id, name=player.name, club=player.club, number=numbers[player.id])
        for player in players
    ]
    return Document(seed=seed, players=tuple(drawn), stages=document.stages)


@pytest.mark.parametrize(
    ("guide", "fingerprint", "differs"),
    [("it/verificare.md", "impronta", "DIVERSO"), ("en/guide/verifying.md", "fingerprint", "DIFFERENT")],
    ids=["it", "en"],
)
def test_the_pocket_program_of_the_guide_finds_commitment_and_numbers(
    guide: str, fingerprint: str, differs: str, tmp_path: Path
) -> None:
    program = re.search(r"^```python\n(.*?)^```", text_of(ROOT / "docs" / guide), re.MULTILINE | re.DOTALL)
    assert program
    document = drawn_document()
    (tmp_path / "verifica.py").write_text(program[1], encoding="utf-8")

    def verified(text: str) -> list[str]:
        (tmp_path / "torneo.json").write_text(text, encoding="utf-8")
        command = [sys.executable, "verifica.py", "torneo.json"]
        env = os.environ | {"PYTHONIOENCODING": "utf-8"}
        ran = subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=True
        )
        return [line.strip() for line in ran.stdout.splitlines()]

    lines = [(player.id, player.name, player.club or "") for player in document.players]
    in_order = sorted(document.players, key=lambda player: player.number)
    assert verified(write(document)) == [
        f"{fingerprint}: {commitment_of(committed_text(document.seed, lines))}",
        *(f"{player.number} {player.name}" for player in in_order),
    ]
    raw = json.loads(write(document))
    raw["seed"] += "0"
    assert any(line.endswith(differs) for line in verified(json.dumps(raw)))


def test_every_promise_of_security_names_a_test_that_there_is() -> None:
    for what, _promise, tested in rows(section(ENGLISH / "security.md", "Promises")):
        assert quoted(tested), what
        assert [test for test in quoted(tested) if not (ROOT / test).is_file()] == [], what
