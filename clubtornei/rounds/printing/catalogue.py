"""All sheets by name, in the order in which the page of the printouts lists them."""

from collections.abc import Mapping

from clubtornei.rounds.printing import (
    announcements,
    brackets,
    calendars,
    cards,
    certificates,
    entry_lists,
    evenings,
    pairings,
    rankings,
    slips,
)
from clubtornei.rounds.printing.sheet import Sheet

SHEETS: Mapping[str, Sheet] = {
    **announcements.SHEETS,
    **entry_lists.SHEETS,
    **pairings.SHEETS,
    **slips.SHEETS,
    **evenings.SHEETS,
    **brackets.SHEETS,
    **rankings.SHEETS,
    **calendars.SHEETS,
    **cards.SHEETS,
    **certificates.SHEETS,
}
