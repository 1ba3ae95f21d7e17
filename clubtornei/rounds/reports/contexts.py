"""What the pages of standings, crosstable, calendar and card need, for organisers and public alike."""

from collections import Counter

from django.http import Http404, QueryDict

from clubtornei.numerals import parse_int
from clubtornei.players.names import sort_key
from clubtornei.rounds.core.reason_texts import error_text, no_round_text
from clubtornei.rounds.reports.bracket import bracket_of
from clubtornei.rounds.reports.bracket_cells import table_rows
from clubtornei.rounds.reports.card import card
from clubtornei.rounds.reports.clinch import clinch_table
from clubtornei.rounds.reports.club_standings import club_table
from clubtornei.rounds.reports.crosstable import crosstable
from clubtornei.rounds.reports.meetings import meetings
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.reports.standings import standings_table
from clubtornei.rounds.reports.swiss_crosstable import swiss_crosstable
from clubtornei.untyped import Context
from pairing.registry import SYSTEMS
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, Player


def standings_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """The ranking; `?after=`: as it was after so many rounds. 404 where there is no such round."""
    last = snapshot.progress.rounds
    after = requested_round(snapshot, query)
    shown = last if after is None else after
    return {
        "after": after,
        "shown": shown,
        "earlier": shown - 1 if shown > 1 else None,
        "later": shown + 1 if shown < last else None,
        "final": after is None and snapshot.event.closed and not snapshot.stages.several,
        "table": standings_table(snapshot, after),
        "clinch_scenarios": clinch_table(snapshot) if after is None else None,
        "clubs": any(player.club for player in snapshot.players.values()),
    }


def club_standings_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """The ranking of the clubs; `?best=`: only so many players of each count."""
    sizes = Counter(player.club for player in snapshot.players.values() if player.club)
    largest = max(sizes.values(), default=0)
    best = _asked_number(query, "best", largest)
    return {"rows": club_table(snapshot, best), "best": best, "sizes": range(1, largest + 1)}


def clinch_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """What everybody needs for one of the first places; `?places=`: how many of them."""
    asked = _asked_number(query, "places", len(snapshot.players))
    return {"clinch_scenarios": clinch_table(snapshot, asked), "most_places": len(snapshot.players)}


def _asked_number(query: QueryDict, name: str, most: int) -> int | None:
    """A number from 1; None where nothing is asked for, or what cannot be."""
    asked = parse_int(query.get(name, ""))
    return asked if asked is not None and 1 <= asked <= most else None


def requested_round(snapshot: EventSnapshot, query: QueryDict) -> int | None:
    """After how many rounds the page is to show things; None: after all."""
    asked = query.get("after", "")
    if not asked:
        return None
    if not asked.isdecimal() or len(asked) > 4 or int(asked) > snapshot.progress.rounds:
        raise Http404
    return None if int(asked) == snapshot.progress.rounds else int(asked)


def crosstable_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """Everybody against everybody, by rank or (`?by=number`) by number; everybody's rounds where each is made
    from those before it; at tables of more, who met whom.
    """
    by_rank = query.get("by") != "number"
    if snapshot.multiplayer:
        return {"by_rank": by_rank, "meetings": meetings(snapshot, by_rank=by_rank)}
    if SYSTEMS[snapshot.system].calendar is None:
        return {
            "by_rank": by_rank,
            "swiss_crosstable": swiss_crosstable(snapshot, by_rank=by_rank)
            if snapshot.progress.rounds
            else None,
        }
    return {"by_rank": by_rank, "table": crosstable(snapshot, by_rank=by_rank) if snapshot.calendar else None}


def calendar_context(snapshot: EventSnapshot) -> Context:
    """All rounds; those to come too, where the system knows them."""
    return {"rounds": snapshot.calendar}


def bracket_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """The bracket, as far as it is played; `?player=`: with the way of that player. What the rules say where
    there is none for these players. 404: nobody has that id.
    """
    if not SYSTEMS[snapshot.system].bracket:
        return {"bracket": None}
    try:
        found = bracket_of(snapshot)
    except NoLegalPairing as refused:
        return {"refused": no_round_text(refused, snapshot.document)}
    except DocumentError as faulty:
        return {"refused": error_text(faulty)}
    assert found is not None
    player = _asked_player(snapshot, query) if found.named else None
    return {
        "bracket": found,
        "player": player,
        "rows": table_rows(found, player.id if player else None),
        "followable": sorted(snapshot.players.values(), key=lambda one: sort_key(one.name)),
    }


def _asked_player(snapshot: EventSnapshot, query: QueryDict) -> Player | None:
    asked = query.get("player", "")
    if not asked:
        return None
    found = snapshot.players.get(int(asked)) if asked.isdecimal() and len(asked) < 10 else None
    if found is None:
        raise Http404
    return found


def card_context(snapshot: EventSnapshot, player: int) -> Context:
    """All rounds of one player. 404 where nobody has that id."""
    if player not in snapshot.players:
        raise Http404
    rows = clinch_table(snapshot).rows
    return {
        "card": card(snapshot, player),
        "prospect": next((row for row in rows if row.player.id == player), None),
    }
