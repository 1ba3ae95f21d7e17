"""What is wrong with any sheet, at any size, on A4 and A3.

    python bench/sheets.py [--players 8 24] [--sheets calendar bracket] [--formats A4]

Every sheet of events of 3, 8, 24, 60, 120 and 200 players, with names, clubs and titles of every length, is
laid out, in about half an hour; it prints each text that passes a margin or its cell, is cut, or is smaller
than 10.5 points, each page with nothing on it, and each single page that is more white than black, and fails
if there are any. The tests do the same with a few of the sizes. A sheet in parts is seen by its first. It
starts a PostgreSQL of its own.
"""

import argparse
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent))

from paper import events, prepare
from tests.rounds.printouts.inspecting import dressed, faults

from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.typesetting.paper_format import FORMATS

PLAYERS = (3, 8, 24, 60, 120, 200)
SHOWN = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", nargs="*", type=int, default=PLAYERS)
    parser.add_argument("--sheets", nargs="*", choices=SHEETS, default=list(SHEETS))
    parser.add_argument("--formats", nargs="*", choices=FORMATS, default=list(FORMATS))
    asked = parser.parse_args()
    prepare()
    wrong = 0
    for count in asked.players:
        for made, names in events(count, asked.sheets):
            snapshot = dressed(made.event, made.stages.shown if made.stages.several else None)
            for name in names:
                if not SHEETS[name].ready(snapshot):
                    continue
                for paper in asked.formats:
                    start = process_time()
                    found = faults(snapshot, name, FORMATS[paper])
                    wrong += bool(found)
                    seconds = process_time() - start
                    what = f"{len(found)} faults: {found[:SHOWN]}" if found else "ok"
                    print(f"{count:7}  {name:18} {paper}  {seconds:6.1f} s  {what}", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
