"""What the pages of standings, crosstable, calendar and card need, for organisers and public alike."""

from collections import Counter
from typing import Any

from django.http import Http404, QueryDict

from clubtornei.numerals import whole
from clubtornei.players.names import sort_key
from clubtornei.rounds.core.reason_texts import faults_of, no_round_of
from clubtornei.rounds.reports.bracket import bracket_of
from clubtornei.rounds.reports.bracket_cells import rows_of
from clubtornei.rounds.reports.card import card
from clubtornei.rounds.reports.clinch import prospects
from clubtornei.rounds.reports.club_standings import club_table
from clubtornei.rounds.reports.crosstable import crosstable
from clubtornei.rounds.reports.meetings import meetings
from clubtornei.rounds.reports.snapshot import Seen
from clubtornei.rounds.reports.standings import standings_table
from clubtornei.rounds.reports.swiss_crosstable import course
from pairing.registry import SYSTEMS
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, Player

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
        "final": after is None and seen.event.closed and not seen.stages.several,
        "table": standings_table(seen, after),
        "prospects": prospects(seen) if after is None else None,
        "clubs": any(player.club for player in seen.players.values()),
    }


def of_clubs(seen: Seen, query: QueryDict) -> Context:
    """The ranking of the clubs; `?best=`: only so many players of each count."""
    sizes = Counter(player.club for player in seen.players.values() if player.club)
    largest = max(sizes.values(), default=0)
    best = _asked_number(query, "best", largest)
    return {"rows": club_table(seen, best), "best": best, "sizes": range(1, largest + 1)}


def of_prospects(seen: Seen, query: QueryDict) -> Context:
    """What everybody needs for one of the first places; `?places=`: how many of them."""
    asked = _asked_number(query, "places", len(seen.players))
    return {"prospects": prospects(seen, asked), "most_places": len(seen.players)}


def _asked_number(query: QueryDict, name: str, most: int) -> int | None:
    """A number from 1; None where nothing is asked for, or what cannot be."""
    asked = whole(query.get(name, ""))
    return asked if asked is not None and 1 <= asked <= most else None


def asked_round(seen: Seen, query: QueryDict) -> int | None:
    """After how many rounds the page is to show things; None: after all."""
    asked = query.get("after", "")
    if not asked:
        return None
    if not asked.isdecimal() or len(asked) > 4 or int(asked) > seen.progress.rounds:
        raise Http404
    return None if int(asked) == seen.progress.rounds else int(asked)


def of_crosstable(seen: Seen, query: QueryDict) -> Context:
    """Everybody against everybody, by rank or (`?by=number`) by number; everybody's rounds where each is made
    from those before it; at tables of more, who met whom.
    """
    by_rank = query.get("by") != "number"
    if seen.many:
        return {"by_rank": by_rank, "meetings": meetings(seen, by_rank=by_rank)}
    if SYSTEMS[seen.system].calendar is None:
        return {"by_rank": by_rank, "course": course(seen, by_rank=by_rank) if seen.progress.rounds else None}
    return {"by_rank": by_rank, "table": crosstable(seen, by_rank=by_rank) if seen.calendar else None}


def of_calendar(seen: Seen) -> Context:
    """All rounds; those to come too, where the system knows them."""
    return {"rounds": seen.calendar}


def of_bracket(seen: Seen, query: QueryDict) -> Context:
    """The bracket, as far as it is played; `?player=`: with the way of that player. What the rules say where
    there is none for these players. 404: nobody has that id.
    """
    if not SYSTEMS[seen.system].bracket:
        return {"bracket": None}
    try:
        found = bracket_of(seen)
    except NoLegalPairing as refused:
        return {"refused": no_round_of(refused, seen.document)}
    except DocumentError as faulty:
        return {"refused": faults_of(faulty)}
    assert found is not None
    player = _asked_player(seen, query) if found.named else None
    return {
        "bracket": found,
        "player": player,
        "rows": rows_of(found, player.id if player else None),
        "followable": sorted(seen.players.values(), key=lambda one: sort_key(one.name)),
    }


def _asked_player(seen: Seen, query: QueryDict) -> Player | None:
    asked = query.get("player", "")
    if not asked:
        return None
    found = seen.players.get(int(asked)) if asked.isdecimal() and len(asked) < 10 else None
    if found is None:
        raise Http404
    return found


def of_card(seen: Seen, player: int) -> Context:
    """All rounds of one player. 404 where nobody has that id."""
    if player not in seen.players:
        raise Http404
    rows = prospects(seen).rows
    return {
        "card": card(seen, player),
        "prospect": next((row for row in rows if row.player.id == player), None),
    }
