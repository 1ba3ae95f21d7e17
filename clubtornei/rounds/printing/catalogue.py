"""All sheets by name, in the order in which the page of the printouts lists them."""

from collections.abc import Mapping

from clubtornei.rounds.printing import announcements, certificates, pairings, players, rankings, slips
from clubtornei.rounds.printing.sheet import Sheet

SHEETS: Mapping[str, Sheet] = {
    **announcements.SHEETS,
    **players.SHEETS,
    **pairings.SHEETS,
    **slips.SHEETS,
    **rankings.SHEETS,
    **certificates.SHEETS,
}
