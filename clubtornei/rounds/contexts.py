"""What the pages of standings, crosstable, calendar and card need, for organisers and public alike."""

from typing import Any

from django.http import Http404, QueryDict

from clubtornei.rounds.card import card
from clubtornei.rounds.computed import Seen
from clubtornei.rounds.crosstable import crosstable
from clubtornei.rounds.standings import standings_table

Context = dict[str, Any]


def of_standings(seen: Seen, query: QueryDict) -> Context:
    """The ranking; `?after=`: as it was after so many rounds. 404 where there is no such round."""
    last = seen.progress.rounds
    after = asked_round(seen, query)
    shown = last if after is None else after
    return {
        "after": after,
        "shown": shown,
        "earlier": shown - 1 if shown > 1 else None,
        "later": shown + 1 if shown < last else None,
        "final": after is None and seen.event.closed,
        "table": standings_table(seen, after),
    }


def asked_round(seen: Seen, query: QueryDict) -> int | None:
    """After how many rounds the page is to show things; None: after all."""
    asked = query.get("after", "")
    if not asked:
        return None
    if not asked.isdecimal() or len(asked) > 4 or int(asked) > seen.progress.rounds:
        raise Http404
    return None if int(asked) == seen.progress.rounds else int(asked)


def of_crosstable(seen: Seen, query: QueryDict) -> Context:
    """Everybody against everybody, by rank or (`?by=number`) by number."""
    by_rank = query.get("by") != "number"
    return {"by_rank": by_rank, "table": crosstable(seen, by_rank=by_rank) if seen.calendar else None}


def of_calendar(seen: Seen) -> Context:
    """All rounds; those to come too, where the system knows them."""
    return {"rounds": seen.calendar}


def of_card(seen: Seen, player: int) -> Context:
    """All rounds of one player. 404 where nobody has that id."""
    if player not in seen.players:
        raise Http404
    return {"card": card(seen, player)}
