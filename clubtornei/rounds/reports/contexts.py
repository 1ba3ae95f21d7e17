"""Template contexts of standings, crosstable, bracket, calendar and card, for organisers and public."""

from collections import Counter

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.systems import drawing_of
from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import Bracket, beginning_at, beginnings, usual_beginning
from clubtornei.rounds.reports.bracket_layout import bracket_of
from clubtornei.rounds.reports.bracket_paper import bracket_table
from clubtornei.rounds.reports.card import card, final_standing, other_standings, table_ties_of
from clubtornei.rounds.reports.card_report import card_report
from clubtornei.rounds.reports.clinch import clinch_table
from clubtornei.rounds.reports.club_standings import club_report
from clubtornei.rounds.reports.crosstable import crosstable_report, crosstable_title, is_by_round
from clubtornei.rounds.reports.crosstable_parts import part_of
from clubtornei.rounds.reports.pairings import calendar_of
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.report import Mark
from clubtornei.rounds.reports.standings import close_reasons, standings_report
from clubtornei.rounds.reports.tie_breaks import tie_breaks_of
from clubtornei.rounds.state.reason_texts import error_text, no_round_text
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, DocumentPlayer


class NothingYet(Struct, frozen=True, kw_only=True):
    """What stands where there is nothing to show yet. `too_few`: whether players are to be entered first."""

    drawing: str
    text: str
    too_few: bool = False


def standings_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """The standings; `?after=`: after so many rounds. Raises Http404 if there is no such round.

    In the context, `ranked`: whether anybody has played, so that there is an order to show.
    """
    last = snapshot.progress.current.number
    after = requested_round(snapshot, query)
    shown = last if after is None else after
    report = standings_report(snapshot, after)
    clinch_scenarios = clinch_table(snapshot) if after is None else None
    clubs = any(player.club for player in snapshot.players.values())
    ranked = bool(report.rows) and shown > 0
    return {
        "after": after,
        "shown": shown,
        "as_of": ranking_state(snapshot, after),
        "title": ranking_title(snapshot, after),
        "earlier": shown - 1 if shown > 1 else None,
        "earlier_or_later": shown > 1 or shown < last,
        "later": shown + 1 if shown < last else None,
        "final": after is None and snapshot.event.closed and not snapshot.stages.several,
        "report": report,
        "close_reasons": close_reasons(report),
        "ranked": ranked,
        "nothing": None
        if ranked
        else _nothing_yet(snapshot, _("La classifica comincia con il primo turno.")),
        "clinch_scenarios": clinch_scenarios,
        "withdrawal_rule": _withdrawal_rule(snapshot.system)
        if any(Mark.WITHDRAWN in row.marks for row in report.rows)
        else "",
        "clubs": clubs,
        "other_rankings": clubs or (clinch_scenarios is not None and clinch_scenarios.informative),
    }


def club_standings_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """The ranking of the clubs; `?best=`: how many players of each are counted."""
    sizes = Counter(player.club for player in snapshot.players.values() if player.club)
    largest = max(sizes.values(), default=0)
    best = _number_in(query, "best", largest)
    return {
        "report": club_report(snapshot, best),
        "sizes": [(size, size == best) for size in range(1, largest + 1)],
        "as_of": ranking_state(snapshot),
    }


def clinch_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """What each player needs for one of the first places; `?places=`: how many."""
    asked = _number_in(query, "places", len(snapshot.players))
    return {
        "clinch_scenarios": clinch_table(snapshot, asked),
        "most_places": len(snapshot.players),
        "as_of": ranking_state(snapshot),
    }


def _number_in(query: QueryDict, name: str, most: int) -> int | None:
    """The parameter as a number from 1 to `most`; None if it is missing or anything else."""
    number = parse_int(query.get(name, ""))
    return number if number is not None and 1 <= number <= most else None


def requested_round(snapshot: EventSnapshot, query: QueryDict) -> int | None:
    """The number of rounds in `?after=`; None: all. Raises Http404 if there are not so many."""
    text = query.get("after", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 4 or int(text) > snapshot.progress.rounds:
        raise Http404
    return None if int(text) == snapshot.progress.rounds else int(text)


def crosstable_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """The crosstable, by rank or (`?by=number`) by number: of a round robin everybody against everybody, else
    round by round; at multiplayer tables whom each has met. `?q=`: the rows of these names;
    `?rows=`, `?columns=`: which part of a large one. In the context, `title`: what it is called; `nothing`:
    what stands in its place.
    """
    by_rank = query.get("by") != "number"
    order = "" if by_rank else "number"
    context: Context = {"by_rank": by_rank, "order": order, "as_of": ranking_state(snapshot)}
    context |= {"title": crosstable_title(snapshot)}
    if is_by_round(snapshot) and not snapshot.progress.rounds:
        return context | {"nothing": _nothing_yet(snapshot, _("La tabella comincia con il primo turno."))}
    if not snapshot.multiplayer and not snapshot.calendar:
        return context | {"nothing": _no_calendar(snapshot)}
    context["look"] = "meetings" if snapshot.multiplayer else "crosstable"
    context["variant"] = "swiss-crosstable" if is_by_round(snapshot) else ""
    return context | part_of(crosstable_report(snapshot, by_rank=by_rank), query)


def calendar_context(snapshot: EventSnapshot, *, planned: bool = False) -> Context:
    """All rounds, future ones too if the system determines them; `planned`: without results."""
    calendar = calendar_of(snapshot, planned=planned)
    return {"calendar": calendar, "nothing": None if calendar.now else _no_calendar(snapshot)}


def _no_calendar(snapshot: EventSnapshot) -> NothingYet:
    return _nothing_yet(snapshot, _("Chi incontra chi si saprà dopo il sorteggio."))


def _nothing_yet(snapshot: EventSnapshot, text: str) -> NothingYet:
    return NothingYet(drawing="no-rounds", text=text, too_few=_least_missing(snapshot) is not None)


def _least_missing(snapshot: EventSnapshot) -> int | None:
    """How many players the system needs at least, if there are not so many."""
    least = SYSTEMS[snapshot.system].fewest
    return least if len(snapshot.players) < least else None


def bracket_context(snapshot: EventSnapshot, query: QueryDict) -> Context:
    """The bracket; `?player=`: with that player's path highlighted; `?from=`: beginning with that round. If
    the rules have no bracket for these players, `refused` says why; `nothing` stands in its place where there
    is none. Raises Http404 if nobody has that id, or there is no such round.
    """
    if not SYSTEMS[snapshot.system].bracket:
        text = _("Questa formula non ha un tabellone a eliminazione: chi incontra chi si vede nei turni.")
        return {"nothing": NothingYet(drawing="no-rounds", text=text)}
    if least := _least_missing(snapshot):
        text = _("Il tabellone si disegna con gli iscritti: ne servono almeno %(least)s.") % {"least": least}
        return {"nothing": NothingYet(drawing=drawing_of(snapshot.system), text=text, too_few=True)}
    try:
        bracket = bracket_of(snapshot)
    except NoLegalPairing as error:
        return {"refused": no_round_text(error, snapshot.document)}
    except DocumentError as error:
        return {"refused": error_text(error)}
    assert bracket is not None
    player = _requested_player(snapshot, query) if bracket.named else None
    first = _requested_beginning(bracket, query, player)
    shown = beginning_at(bracket, first)
    return {
        "bracket": shown,
        "beginnings": beginnings(bracket, first),
        "notes": bracket.notes(snapshot.progress.rounds, snapshot.table_words),
        "player": player,
        "rows": bracket_table(shown.following(player.id) if player else shown).rows,
        "followable": [
            (one, one == player)
            for one in sorted(snapshot.players.values(), key=lambda one: sort_key(one.name))
        ],
    }


def _requested_beginning(bracket: Bracket, query: QueryDict, player: DocumentPlayer | None) -> int:
    """The round in `?from=`; without it the usual one, or the first where a player is followed."""
    text = query.get("from", "")
    if not text:
        return 1 if player else usual_beginning(bracket)
    first = parse_int(text)
    if first is None or not 1 <= first <= len(bracket.rounds):
        raise Http404
    return first


def _requested_player(snapshot: EventSnapshot, query: QueryDict) -> DocumentPlayer | None:
    """The player in `?player=`; None if it is missing. Raises Http404 if nobody has that id."""
    text = query.get("player", "")
    if not text:
        return None
    player = snapshot.players.get(int(text)) if text.isdecimal() and len(text) < 10 else None
    if player is None:
        raise Http404
    return player


def card_context(snapshot: EventSnapshot, player: int) -> Context:
    """All rounds of one player of the stage."""
    shown, rows = card(snapshot, player), clinch_table(snapshot).rows
    left = shown.annulled or shown.player.withdrawn
    tabs = [(tab, tab.number == snapshot.stages.shown) for tab in snapshot.stages_with(player)]
    return {
        "card": shown,
        "rounds": card_report(snapshot, shown),
        "played_in": tabs,
        "in_several": len(tabs) > 1,
        "standings_elsewhere": other_standings(snapshot, [player])[player],
        "final_standing": final_standing(snapshot, player),
        "as_of": ranking_state(snapshot, counted=False),
        "tie_breaks": tie_breaks_of(snapshot, [player]).get(player, []),
        "ties": table_ties_of(snapshot, player),
        "rule": _withdrawal_rule(snapshot.system, annulled=shown.annulled) if left else "",
        "clinch_scenario": next((row for row in rows if row.player.id == player), None),
    }


def _withdrawal_rule(name: str, *, annulled: bool = False) -> str:
    """What a withdrawal means in a stage of that system for the player's results and the rounds to come.
    `annulled`: it was before half of the games of a calendar.
    """
    system = SYSTEMS[name]
    if annulled:
        return _("Ritiro prima di metà delle partite: i risultati sono annullati e non contano per nessuno.")
    if system.spec.games_each is not None:
        return _("Ritiro dopo metà delle partite: quelle che restano sono perse per forfait.")
    if system.bracket is not None:
        return _("Chi si ritira perde per forfait l’incontro che gli tocca.")
    if system.spec.multiplayer:
        return _(
            "Chi si ritira non siede più ai tavoli: i punti fatti restano, e ogni partita che manca vale 0,"
            " che gli scarti possono togliere."
        )
    return _("Chi si ritira non è più abbinato: i punti fatti restano, e i turni che mancano ne valgono 0.")
