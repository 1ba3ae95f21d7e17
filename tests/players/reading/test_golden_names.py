"""Lists as secretaries have them, of invented people, each with those whom it names (tests/golden/names)."""

import json
from pathlib import Path
from typing import Any

import pytest

from clubtornei.players.cells import clean_cells
from clubtornei.players.forms import PlayerForm
from clubtornei.players.models import Player
from clubtornei.players.reading.files import decode_file
from clubtornei.players.reading.lines import layout_of, people_lines, read_lines

pytestmark = pytest.mark.unit

GOLDEN = Path(__file__).parents[2] / "golden" / "names"
CASES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def read(data: bytes) -> dict[str, Any]:
    """The people, and by the number of the line why somebody is nobody, or in doubt."""
    lines = people_lines(decode_file(data))
    layout = layout_of(lines)
    fields = PlayerForm(instance=Player()).fields
    found: dict[str, Any] = {"people": [], "nobody": {}, "doubt": {}}
    for one in read_lines(lines[layout.header :], layout.columns):
        said, errors = clean_cells(one.cells, fields)
        number = str(one.line.number)
        if one.refusal or errors:
            found["nobody"][number] = one.refusal or errors[0][1]
        elif one.doubt:
            found["doubt"][number] = one.doubt
        else:
            found["people"].append(
                {
                    name: value if isinstance(value, str | int) else str(value)
                    for name, value in said.values().items()
                }
            )
    return found


@pytest.mark.parametrize("case", CASES)
def test_a_list_names_the_people_who_stand_in_it(case: str) -> None:
    expected = json.loads((GOLDEN / f"{case}.json").read_text())
    [file] = [path for path in GOLDEN.glob(f"{case}.*") if path.suffix != ".json"]
    found = read(file.read_bytes())
    assert found["people"] == expected["people"]
    for kind in ("nobody", "doubt"):
        assert {*found[kind]} == {*expected[kind]}, found[kind]
        assert [why for number, why in expected[kind].items() if why not in found[kind][number]] == []


def test_there_are_lists_of_every_kind() -> None:
    assert len(CASES) >= 30
