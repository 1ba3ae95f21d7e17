"""The switches of `make`, by what it would run."""

import subprocess
import sys

import pytest

from clubtornei.settings import BASE_DIR


@pytest.mark.parametrize("said", ["1", "yes", "0", ""])
@pytest.mark.parametrize(
    ("target", "name", "switch"),
    [
        ("backup", "KEY", "--key"),
        ("restore", "YES", "--yes"),
        ("update", "YES", "--yes"),
    ],
)
def test_a_switch_that_is_0_or_empty_is_off(target: str, name: str, switch: str, said: str) -> None:
    words = ["make", "--dry-run", target, f"PYTHON={sys.executable}", f"{name}={said}"]
    shown = subprocess.run(words, cwd=BASE_DIR, check=True, capture_output=True, text=True).stdout
    assert (switch in shown) == (said in {"1", "yes"})
