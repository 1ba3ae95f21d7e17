"""All sheets there are, in the order in which they are offered."""

from collections.abc import Mapping

from clubtornei.rounds.printouts import brackets, calendars, evenings, pairings, rankings, slips
from clubtornei.rounds.printouts.sheet import Sheet

SHEETS: Mapping[str, Sheet] = {
    **pairings.SHEETS,
    **slips.SHEETS,
    **evenings.SHEETS,
    **brackets.SHEETS,
    **rankings.SHEETS,
    **calendars.SHEETS,
}
