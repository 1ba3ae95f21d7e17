"""Once soon after the start, and once a night, whenever the machine is awake."""

from datetime import datetime, timedelta

import pytest

from clubtornei.jobs.management.commands import worker


def test_what_is_kept_no_longer_is_deleted_soon_after_the_start_and_each_night(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    now = [datetime(2026, 11, 29, 21).timestamp()]
    monkeypatch.setattr(worker, "call_command", done.append)
    monkeypatch.setattr(worker.time, "time", lambda: now[0])
    nightly, counts = worker.Nightly("tidy"), []
    for hour, minute in ((21, 0), (21, 1), (23, 0), (26, 59), (27, 0), (28, 0), (50, 59), (51, 0)):
        now[0] = (datetime(2026, 11, 29) + timedelta(hours=hour, minutes=minute)).timestamp()
        nightly.run_if_due()
        counts.append(len(done))
    assert counts == [0, 1, 1, 1, 2, 2, 2, 3]
    assert done == ["tidy"] * 3
