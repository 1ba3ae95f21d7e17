"""The switches of `make`, by what it would run."""

import subprocess
import sys

from clubtornei.settings import BASE_DIR


def test_a_switch_that_is_0_or_empty_is_off() -> None:
    for said in ("1", "yes", "0", ""):
        words = ["backup", "restore", "update", f"PYTHON={sys.executable}", f"KEY={said}", f"YES={said}"]
        command = ["make", "--dry-run", *words]
        shown = subprocess.run(command, cwd=BASE_DIR, check=True, capture_output=True, text=True).stdout
        switches = [
            word for line in shown.splitlines() for word in line.split() if word in ("--key", "--yes")
        ]
        assert switches == (["--key", "--yes", "--yes"] if said in ("1", "yes") else []), said
