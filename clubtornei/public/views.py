"""The public pages of a published event; they show its published rounds only."""

from collections.abc import Sized
from uuid import UUID

from django.http import Http404, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.plans import formula_title
from clubtornei.players.names import begins_words
from clubtornei.public.appointments import mark_of_player
from clubtornei.public.page_cache import PublicPage, public_page, show
from clubtornei.public.player_status import final_outcomes, player_statuses, unpaired_cards
from clubtornei.public.screen import message_section, screen_context, where_to_read
from clubtornei.public.seats import seat_cards
from clubtornei.public.verification import checked_for_reader, checked_rounds, stale_of, verification_of
from clubtornei.publishing.models import ReceivedEvent
from clubtornei.rounds.clock.queries import clock_view
from clubtornei.rounds.documents.calendar import ShownRound, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Round, Screen
from clubtornei.rounds.pages.screen_queries import screen_of, screens_of
from clubtornei.rounds.participation.signups.actions import why_closed
from clubtornei.rounds.participation.signups.queries import (
    SignUpState,
    availability_of,
    public_list,
    settings_of,
    sign_up_state,
)
from clubtornei.rounds.reports import contexts
from clubtornei.rounds.reports.bracket_layout import name_in_bracket, round_heading, round_name
from clubtornei.rounds.reports.card import table_ties_of
from clubtornei.rounds.reports.entries import entrants_report
from clubtornei.rounds.reports.final_ranking import (
    current_standings,
    final_order,
    final_report,
    is_final,
    podium_report,
    why_final as why_final_of,
)
from clubtornei.rounds.reports.pairings import round_reports
from clubtornei.rounds.reports.places import places_report
from clubtornei.rounds.reports.prizes import (
    announced_report,
    confirmed_report,
    has_prizes,
    with_reasons_below,
    won_prizes,
)
from clubtornei.rounds.reports.ranking_title import ranking_state
from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.reports.standings import given_points, neighbours_of, standings_report
from clubtornei.rounds.reports.tie_breaks import tie_breaks_of
from clubtornei.rounds.rules.announcement import announcement_context, notices_of
from clubtornei.rounds.rules.changes import announced_otherwise, late_corrections_of
from clubtornei.rounds.stages.entrant_queries import stage_summaries
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.reason_texts import quality_texts, reason_texts
from clubtornei.rounds.state.stale_pairings import provisional_of
from clubtornei.rounds.state.table_words import SeatColour, colours_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.http import attachment
from pairing.registry import SYSTEMS
from scoring.record import DocumentPlayer, write

FIRST, FIRST_LARGE_TABLES = 10, 5
"""How many tables, and lines of the standings, an event’s home page shows under way."""
FEW = 8
"""So many players are named to who has no place in the round."""
A_FEW_MORE = 6
"""So many more are not worth a page of their own: then it shows them all."""


@public_page
def event(page: PublicPage) -> HttpResponse:
    """The event's home page: first the players, then the current round, finally the final ranking."""
    snapshot = page.snapshot
    context: Context = {
        "late_corrections": late_corrections_of(snapshot.document),
        "announced_otherwise": announced_otherwise(snapshot.document),
    }
    if snapshot.event.closed:
        context |= _outcome(snapshot)
    elif snapshot.progress.rounds:
        context |= _under_way(snapshot)
    else:
        context |= _sign_up(snapshot.event) | {
            "notices": notices_of(snapshot.event),
            "prizes": announced_report(snapshot) if has_prizes(snapshot) else None,
            "entrants": entrants_report(snapshot),
            "long_list": _list_if_searchable("entered", snapshot.players),
        }
    return show(page, "public/event.html", "event", context)


def _outcome(snapshot: EventSnapshot) -> Context:
    """Of a closed event who is on the podium, how it ended for each, for his phone, and what was played."""
    ranking = current_standings(snapshot)
    ranks = {row.player: row.rank for row in ranking.rows if row.player and row.rank}
    played = [stage for stage in snapshot.document.stages if stage.rounds]
    return {
        "podium": podium_report(snapshot) if snapshot.progress.started else None,
        "final_outcomes": final_outcomes(snapshot, ranks),
        "won": won_prizes(snapshot),
        "players": len(snapshot.document.players),
        "formula": formula_title(snapshot.event, snapshot.document.stages[0].system),
        "total": sum(len(stage.rounds) for stage in played),
        "stages_played": len(played) if snapshot.stages.several else 0,
    }


def _of_all_stages(snapshot: EventSnapshot) -> Context:
    """The final ranking of a closed event of several stages, where the page is not about one of them."""
    if not (snapshot.stages.several and is_final(snapshot)):
        return {}
    return {
        "report": final_report(snapshot, snapshot.announced),
        "final": True,
        "of_all": True,
        "final_order": final_order(snapshot.document.stages),
    }


def _list_if_searchable(id_: str, rows: Sized) -> str:
    """The id of the page's list where it is so long that the page searches it; else empty."""
    return id_ if is_searchable(rows) else ""


def _sign_up(event: Event) -> Context:
    """The sign-ups, where there are any: open or not. Nobody is sent to a form that will not be there."""
    settings = settings_of(event)
    if not settings.enabled:
        return {}
    state = sign_up_state(event, settings)
    return {
        "sign_up": settings,
        "settings": settings,
        "availability": availability_of(event, settings),
        "signed_up": public_list(event, settings),
        "sign_up_closed": "" if state == SignUpState.EARLY else why_closed(state),
    }


def _under_way(snapshot: EventSnapshot) -> Context:
    """The current round and the standings, the first of each only: both have a page of their own."""
    standings = contexts.standings_context(snapshot, QueryDict())
    report = standings["report"]
    round_ = _round(snapshot, snapshot.progress.current.number)
    first = FIRST_LARGE_TABLES if round_.multiplayer else FIRST
    more_tables = len(round_.tables) > first + A_FEW_MORE
    tables = _open_first(round_).tables
    more_lines = len(report.rows) > FIRST + A_FEW_MORE
    seats, statuses = seat_cards(snapshot, round_.number, _colours(snapshot)), player_statuses(snapshot)
    playing = [seat for table in round_.tables for seat in _playing(table, alone=len(round_.tables) == 1)]
    return standings | {
        "round": round_,
        "round_name": round_name(snapshot, round_.number),
        "round_heading": round_heading(snapshot, round_.number),
        "reached": name_in_bracket(snapshot, round_.number),
        "more_tables": len(round_.tables) if more_tables else None,
        "report": report.with_rows(report.rows[:FIRST]) if more_lines else report,
        "more_lines": more_lines,
        "seats": [replace(seat, status=statuses.get(seat.row.player or 0)) for seat in seats],
        "away": unpaired_cards(snapshot, {seat.row.player or 0 for seat in seats}),
        "playing": playing if len(playing) <= FEW else [],
        "players_in_round": len(playing),
        "shown": round_reports(
            snapshot, replace(round_, tables=tables[:first] if more_tables else tables), with_points=True
        ),
        "open_first": _has_both(round_),
        "checked": checked_rounds(snapshot).get(round_.number),
    }


def _playing(table: ShownTable, *, alone: bool) -> list[tuple[DocumentPlayer, int | None]]:
    """Who sits there, and at the only table of a round, once it is finished, his place."""
    if alone and table.seat_rows and table.finished:
        return [(seat.player, seat.place) for _number, seat in table.listed_seats]
    return [(player, None) for player in table.seats]


def _open_first(round_: ShownRound) -> ShownRound:
    """The round with the tables that are still played before those that are finished."""
    return replace(round_, tables=tuple(sorted(round_.tables, key=lambda table: table.finished)))


def _has_both(round_: ShownRound) -> bool:
    """Whether there are tables that are still played and others that are finished."""
    return len({table.finished for table in round_.tables}) > 1


@public_page
def pairings(page: PublicPage, number: int) -> HttpResponse:
    """A published round by table or (`?by=name`) by name; `?q=` filters it by the players' names."""
    round_ = _round(page.snapshot, number)
    query = page.query.get("q", "").strip()
    by_name = page.query.get("by") == "name"
    found = filter_round(round_, query)
    places = filter_rows(places_report(page.snapshot, round_), query)
    context = {
        "shown": round_reports(page.snapshot, _open_first(found), with_points=True),
        "open_first": _has_both(found),
        "round": round_,
        "round_name": round_name(page.snapshot, number),
        "round_heading": round_heading(page.snapshot, number),
        "q": query,
        "by_name": by_name,
        "order": "name" if by_name else "",
        "places": places,
        "earlier": number - 1 if number > 1 else None,
        "earlier_or_later": page.snapshot.progress.rounds > 1,
        "later": number + 1 if number < page.snapshot.progress.rounds else None,
        "quality": _quality(page.snapshot, round_),
        "checked": checked_rounds(page.snapshot).get(number),
        "provisional": provisional_of(page.snapshot.record(), number),
    }
    return show(page, "public/pairings.html", "pairings", context)


@public_page
def standings(page: PublicPage) -> HttpResponse:
    """The ranking; `?after=`: as it was after that round. Of a closed event the final ranking, of all stages
    where no one is named.
    """
    page.snapshot = snapshot = page.snapshot.ranked_stage()
    context = contexts.standings_context(snapshot, page.query)
    if context["after"] is None:
        context |= _of_all_stages(snapshot)
    context["long_list"] = _list_if_searchable("standings", context["report"].rows)
    return show(page, "public/standings.html", "standings", context)


@public_page
def clubs(page: PublicPage) -> HttpResponse:
    """The ranking of the clubs."""
    context = contexts.club_standings_context(page.snapshot, page.query)
    return show(page, "public/clubs.html", "standings", context)


@public_page
def clinch(page: PublicPage) -> HttpResponse:
    """What each player needs to reach one of the first places."""
    context = contexts.clinch_context(page.snapshot, page.query)
    context["long_list"] = _list_if_searchable("scenarios", context["clinch_scenarios"].rows)
    return show(page, "public/clinch.html", "standings", context)


@public_page
def stages(page: PublicPage) -> HttpResponse:
    """All stages: who entered each of them, and why."""
    return show(page, "public/stages.html", "stages", {"lines": stage_summaries(page.snapshot)})


@public_page
def rules(page: PublicPage) -> HttpResponse:
    """The rules as they were announced, and how they have been changed since."""
    context = announcement_context(page.snapshot)
    if has_prizes(page.snapshot):
        context["prizes"] = announced_report(page.snapshot)
    return show(page, "public/rules.html", "rules", context)


@public_page
def prizes(page: PublicPage) -> HttpResponse:
    """Who gets which prize and why, once the organiser has confirmed it; before that what is announced."""
    snapshot = page.snapshot
    confirmed = confirmed_report(snapshot)
    report = with_reasons_below(confirmed) if confirmed else announced_report(snapshot)
    context = {"report": report, "confirmed": confirmed is not None}
    return show(page, "public/prizes.html", "prizes", context)


@public_page
def crosstable(page: PublicPage) -> HttpResponse:
    """The crosstable of the stage, in the form that fits its system; by default of the widest one."""
    page.snapshot = page.snapshot.widest_stage()
    context = contexts.crosstable_context(page.snapshot, page.query)
    return show(page, "public/crosstable.html", "crosstable", context)


@public_page
def bracket(page: PublicPage) -> HttpResponse:
    """The bracket; `?player=` highlights the matches of a player."""
    context = contexts.bracket_context(page.snapshot, page.query)
    return show(page, "public/bracket.html", "bracket", context)


@public_page
def calendar(page: PublicPage) -> HttpResponse:
    """All rounds, including future ones if the system determines them: who meets whom, and when. What came of
    it is on the page of each round, so that a result does not send the whole calendar again to every phone.
    """
    context = contexts.calendar_context(page.snapshot, planned=True)
    context["long_list"] = _list_if_searchable("calendar", range(context["calendar"].games))
    return show(page, "public/calendar.html", "calendar", context | {"round_view": "public:pairings"})


@public_page
def card(page: PublicPage, entry_no: int) -> HttpResponse:
    """All rounds of a player: opponent, colour, table and result."""
    page.snapshot = snapshot = page.snapshot.of_player(entry_no)
    context = contexts.card_context(snapshot, entry_no)
    context["calendar_mark"] = mark_of_player(snapshot.event, entry_no)
    context["won"] = won_prizes(snapshot).get(entry_no)
    return show(page, "public/card.html", "standings", context)


@public_page
def why_pairing(page: PublicPage, number: int, table: int) -> HttpResponse:
    """The rules by which the players of a table were paired, with their colours."""
    snapshot = page.snapshot
    round_ = _round(snapshot, number)
    shown = next((candidate for candidate in round_.tables if candidate.number == table), None)
    if shown is None:
        raise Http404
    colours = any(_colours(snapshot))
    context = {
        "round": round_,
        "round_heading": round_heading(snapshot, number),
        "table": shown,
        "due_game_reason": shown.due_game_reason(colours=colours),
        "why": reason_texts(shown.why, _names(snapshot), colours=colours, figure=snapshot.notation.figure),
        "quality": _quality(snapshot, round_),
        "stale_pairings": [old for old in stale_of(snapshot) if old.drawn == number],
        "checked": checked_rounds(snapshot).get(number),
    }
    return show(page, "public/why_pairing.html", "pairings", context)


@public_page
def why_place(page: PublicPage, entry_no: int) -> HttpResponse:
    """Why a player is ranked between his neighbours in the standings."""
    snapshot = page.snapshot
    after = contexts.requested_round(snapshot, page.query)
    context = neighbours_of(standings_report(snapshot, after), entry_no)
    names = {row.player: row.name for row in context["report"].rows if row.player}
    compared = tie_breaks_of(snapshot, names, after)
    context |= {
        "after": after,
        "as_of": ranking_state(snapshot, after),
        "compared": [(names[player], compared[player]) for player in compared if compared[player]],
        "ties": table_ties_of(snapshot, entry_no, after),
        "given_points": given_points(snapshot, snapshot.progress.rounds if after is None else after),
    }
    return show(page, "public/why_place.html", "standings", context)


@public_page
def why_final(page: PublicPage, entry_no: int) -> HttpResponse:
    """Why a player has his place in the ranking of the whole event, and the addends of his points."""
    return show(page, "public/why_final.html", "event", why_final_of(page.snapshot, entry_no))


@public_page
def screen(page: PublicPage, screen: int = 1) -> HttpResponse:
    """The projector's page, with the names that anybody may read."""
    return _screen(page, screen)


@public_page
def hall_screen(page: PublicPage, key: UUID, screen: int = 1) -> HttpResponse:
    """The projector's page with the names that the event has in the hall; its address is the hall's alone."""
    if key != page.snapshot.event.hall_key:
        raise Http404
    page.snapshot = page.snapshot.for_hall()
    return _screen(page, screen)


def _screen(page: PublicPage, screen: int) -> HttpResponse:
    if not 1 <= screen <= Screen.MOST:
        raise Http404
    shown = screen_of(page.snapshot.event, screen)
    return show(
        page,
        "public/screen.html",
        "screen",
        screen_context(page.snapshot, shown, _address(page), _in_hall(page)),
    )


@public_page
def clock(page: PublicPage) -> HttpResponse:
    """The clock of the latest published round, in the largest type; then the end of each table's game. A
    message to all screens stands here, too, beside the clock.
    """
    round_ = Round.objects.published().of(page.snapshot.event).last()
    message = screens_of(page.snapshot.event).message
    number = round_.number if round_ else None
    context = {
        "clock": clock_view(round_) if round_ else None,
        "clock_title": round_heading(page.snapshot, number) if number else _("Orologio"),
        "message": message_section(message) if message else None,
        "seconds": Screen.SECONDS,
        "shown": f"{'message' if message else 'clock'} {number}",
        "table_words": page.snapshot.table_words,
        **where_to_read(_address(page), _in_hall(page)),
    }
    return show(page, "public/clock.html", "clock", context)


@public_page
def document(page: PublicPage) -> HttpResponse:
    """The event as a document: everything public, which is enough to derive every draw again."""
    snapshot = page.snapshot
    text = snapshot.cached("text", lambda: write(snapshot.document))
    return attachment(text, f"{snapshot.event.slug}.json", "application/json; charset=utf-8")


@public_page
def verify(page: PublicPage) -> HttpResponse:
    """Each round with what deriving it again gave, and how anybody can do that alone. `?round=`: that one is
    derived again now.
    """
    asked = parse_int(page.query.get("round", ""))
    event = page.snapshot.event
    received = ReceivedEvent.objects.filter(event=event).first() if event.received else None
    address = page.url_of(reverse("public:document", args=[event.slug]))
    context = {
        "address": address,
        "verification": verification_of(page.snapshot),
        "equals_by_name": SYSTEMS[page.snapshot.document.stages[0].system].equals_by_name,
        "checked_stages": [
            (tab.number, checked_rounds(stage).values(), stale_of(stage))
            for tab in page.snapshot.stages.begun
            if (stage := page.snapshot.of_stage(tab.number)).progress.rounds
        ],
        "asked": checked_for_reader(page.snapshot, asked) if asked else None,
        "taken_over": received.take_overs if received else [],
    }
    return show(page, "public/verify.html", "verify", context)


def _address(page: PublicPage) -> str:
    """The address of the event, as phones reach it."""
    return page.url_for_others(reverse("public:event", args=[page.snapshot.event.slug]))


def _in_hall(page: PublicPage) -> str:
    """The event's address in the hall, where the other one is of a server that is not reached; else empty."""
    event = page.snapshot.event
    path = reverse("public:event", args=[event.slug])
    return page.url_of(path) if event.public_site and event.unreached else ""


def _colours(snapshot: EventSnapshot) -> tuple[SeatColour, SeatColour]:
    return colours_of(SYSTEMS[snapshot.system], snapshot.event)


def _names(snapshot: EventSnapshot) -> dict[int, str]:
    return {player.id: player.name for player in snapshot.players.values()}


def _quality(snapshot: EventSnapshot, round_: ShownRound) -> list[str]:
    return quality_texts(
        round_.quality,
        _names(snapshot),
        round_.number,
        lambda: snapshot.record().rounds,
        tables=len(round_.tables),
    )


def _round(snapshot: EventSnapshot, number: int) -> ShownRound:
    """A published round. Raises Http404 if there is no such round or it is not published."""
    if not 1 <= number <= snapshot.progress.rounds:
        raise Http404
    return snapshot.round(number)


def filter_round(round_: ShownRound, text: str) -> ShownRound:
    """The round with only those tables and byes where a player's name matches the text."""
    return replace(
        round_,
        tables=tuple(
            table for table in round_.tables if any(begins_words(player.name, text) for player in table.seats)
        ),
        byes=tuple(bye for bye in round_.byes if begins_words(bye.player.name, text)),
        absent=tuple(player for player in round_.absent if begins_words(player.name, text)),
    )


def filter_rows(report: Report, text: str) -> Report:
    """The report with only the rows of players whose names match the text."""
    return report.with_rows(row for row in report.rows if begins_words(row.name, text))
