"""Making the demo club."""

import csv
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from django.contrib.auth.models import User
from django.contrib.postgres.functions import TransactionNow
from django.db import transaction
from django.utils.timezone import localdate

from clubtornei.accounts.models import Club, Role
from clubtornei.events import actions as events
from clubtornei.events.details import EventDetails, StageDetails
from clubtornei.events.models import Event
from clubtornei.events.systems import system_presets, usual_ranking
from clubtornei.players.models import Player
from clubtornei.rounds.demo import multiplayer_events
from clubtornei.rounds.demo.arbiter import BLACK_WINS, DRAWN, WHITE_WINS, DemoArbiter, event_details
from clubtornei.rounds.drafts import edit_actions as drafting, round_actions as pairing
from clubtornei.rounds.drafts.draft_rows import StoredDraft
from clubtornei.rounds.drafts.edits import rotate_seats
from clubtornei.rounds.models import ResultEntry, Round
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.participation.attendance import actions as attendance
from clubtornei.rounds.participation.attendance.queries import requested_bye_values
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.exemptions import actions as exemptions
from clubtornei.rounds.stages import closing_actions as closing
from clubtornei.rounds.state.stages import stage_of

WEEK = 7


def round_robin_to_be_drawn(club: Club, players: Sequence[Player], day: date) -> None:
    """A double round robin whose players are entered."""
    details = event_details("Coppa del Sabato", "Scacchi", day, place="Sala del circolo")
    entry_actions.enter(_create_event(club, "round-robin.double", details), players)


def round_robin_in_progress(club: Club, user: User, players: Sequence[Player], day: date) -> None:
    """A round robin with four rounds played, except for an adjourned game, and some results of the fifth."""
    details = event_details("Torneo sociale", "Scacchi", day, day + timedelta(days=63))
    arbiter = DemoArbiter(_create_event(club, "round-robin.single", details), user)
    arbiter.enter_and_number(players)
    arbiter.plan_days(day, len(players) - 1, WEEK)
    for number in (1, 2, 3, 4):
        *tables, last = arbiter.next_round(number)
        arbiter.play(tables)
        arbiter.result(last, {2: "+--", 4: "adjourned"}.get(number, DRAWN))
    arbiter.play(arbiter.next_round(5)[1:3])
    settings_actions.publish(arbiter.event)


def round_robin_closed(club: Club, user: User, players: Sequence[Player], day: date) -> None:
    """A closed round robin."""
    details = event_details("Memorial Arturo Pezzi", "Scacchi", day, day + timedelta(days=1))
    arbiter = DemoArbiter(_create_event(club, "round-robin.single", details), user)
    arbiter.enter_and_number(players)
    arbiter.plan_days(day, len(players) - 1, 0)
    for number in range(1, len(players)):
        arbiter.play_round(number)
    closing.close(arbiter.event, level=True)
    settings_actions.publish(arbiter.event)


def amalfi_in_progress(club: Club, user: User, players: Sequence[Player], late: Player, day: date) -> None:
    """An Amalfi in the fourth of six rounds, where one player has a requested bye.

    `late` entered for the second round. At the last table of the fourth the colours were exchanged by hand.
    """
    rounds = 6
    details = event_details(
        "Trofeo delle Quattro Torri", "Scacchi", day, day + timedelta(days=WEEK * (rounds - 1))
    )
    arbiter = DemoArbiter(_create_event(club, "amalfi", details, rounds=rounds), user)
    event = arbiter.event
    arbiter.enter_and_number(players)
    arbiter.plan_days(day, rounds, WEEK)
    arbiter.play_round(1)
    entry_actions.enter(event, [late])
    arbiter.play_round(2)
    arbiter.play_round(3)
    half, *_others = requested_bye_values(stage_of(event))
    attendance.set_plans(event, arbiter.entry_no(players[5]), {4: half})
    _exchange_colours_at_last_table(event, pairing.draw_round(event, 4))
    arbiter.play(arbiter.publish(4)[2:6])
    settings_actions.publish(event)


def _exchange_colours_at_last_table(event: Event, round_: Round) -> None:
    last = round_.tables.games().latest("number")
    token = StoredDraft(event, round_).token
    drafting.change_draft(event, round_.number, rotate_seats, last.pk, expected=token)


def knockout_in_progress(club: Club, user: User, players: Sequence[Player], day: date) -> None:
    """A knockout of thirteen in its quarter-finals; two players were exempt from the first round.

    One match is won, one was decided in its third game, one is level after a draw, one is still being played.
    """
    details = event_details(
        "Coppa di dama", "Dama", day, day + timedelta(days=3 * WEEK), "Dopolavoro Ferroviario"
    )
    arbiter = DemoArbiter(_create_event(club, "knockout.seeded", details, third_place=True), user)
    event = arbiter.event
    arbiter.enter_and_number(players)
    exemptions.exempt(
        event, dict.fromkeys(event.entries.filter(number__lte=2).values_list("entry_no", flat=True), 1)
    )
    arbiter.plan_days(day, 4, WEEK)
    for table, codes in zip(arbiter.next_round(1), _FIRST_ROUND, strict=True):
        arbiter.result(table, *codes)
    for table, codes in zip(arbiter.next_round(2), _QUARTER_FINALS, strict=True):
        arbiter.result(table, *codes)
    settings_actions.publish(event)


_FIRST_ROUND: Sequence[Sequence[str]] = (
    [WHITE_WINS],
    [BLACK_WINS],
    [DRAWN, WHITE_WINS],
    ["+--"],
    [BLACK_WINS],
)
_QUARTER_FINALS: Sequence[Sequence[str]] = ([WHITE_WINS], [DRAWN, DRAWN, BLACK_WINS], [DRAWN], [])


def _create_event(club: Club, preset: str, details: EventDetails, **options: int) -> Event:
    """An event of the system preset, with its usual ranking and its usual options except these."""
    chosen = system_presets()[preset]
    stage = StageDetails(
        system=chosen.system,
        options={**chosen.options, **options},
        scoring="game",
        ranking=list(usual_ranking(chosen.system)),
    )
    return events.create_event(club, details, stage)


PEOPLE = Path(__file__).with_name("people.csv")
"""No club has more players at large tables than there are tables, so that a seating without clubmates at one
is found quickly.
"""


def people_of(club: Club, plays: str) -> list[Player]:
    """Unsaved, those who play chess or at tables of more than two (`plays`)."""
    with open(PEOPLE, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row.pop("plays") == plays]
    return [
        Player(club=club, **{name: _number_or_text(cell) for name, cell in row.items() if cell})
        for row in rows
    ]


def _number_or_text(cell: str) -> int | str:
    return int(cell) if cell.isdecimal() else cell


USER = "demo"
CLUB = "Circolo dimostrativo Alfiere e Pedone"


@transaction.atomic
def make_demo(password: str) -> Club:
    """Create the demo club with its owner, its roster, and events to be drawn, under way and closed."""
    club = Club.objects.create(name=CLUB, slug="demo", demo=True)
    user = User.objects.create_user(USER, password=password)
    club.memberships.create(user=user, role=Role.OWNER)
    chess_players = Player.objects.bulk_create(people_of(club, "chess"))
    table_players = Player.objects.bulk_create(people_of(club, "tables"))
    today = localdate()
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    round_robin_closed(club, user, chess_players[1:16:2], today - timedelta(days=120))
    round_robin_in_progress(club, user, chess_players[18:38:2], today - timedelta(days=28))
    round_robin_to_be_drawn(club, chess_players[:28:2], saturday)
    amalfi_in_progress(club, user, chess_players[3:35:2], chess_players[0], today - timedelta(days=21))
    knockout_in_progress(club, user, chess_players[:39:3], today - timedelta(days=7))
    multiplayer_events.master_closed(club, user, table_players[:20], today - timedelta(days=60))
    multiplayer_events.championship_between_evenings(
        club, user, table_players[4:19], table_players[19:21], today - timedelta(days=40)
    )
    multiplayer_events.cards_tonight(club, user, [*chess_players[2:24:3], *table_players[::2]], today)
    # All of it was made at once: its history is one line.
    entries = ResultEntry.objects.filter(table__round__stage__event__club=club)
    entries.update(at=TransactionNow())
    return club
