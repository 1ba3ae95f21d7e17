"""A club with an event in every state of its life, made by the same actions as in the browser."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.utils.timezone import localdate, now

from clubtornei.accounts.models import Club, Invitation, Role
from clubtornei.club_copies.copy_jobs import CopyRequest, make_copy
from clubtornei.club_copies.models import CopyReason
from clubtornei.events.details import EventDetails
from clubtornei.events.formula_actions import create_by_formula
from clubtornei.events.models import Entry, Event, NumberingMethod, SignUpSettings
from clubtornei.events.notices import NOTICES
from clubtornei.events.plans import FormulaChoice
from clubtornei.events.systems import usual_ranking
from clubtornei.players.models import Player
from clubtornei.rounds.clock import actions as clock
from clubtornei.rounds.clock.end_of_game import TurnEvent
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Clock
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.participation.attendance import actions as attendance
from clubtornei.rounds.participation.attendance.queries import requested_bye_values
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.exemptions import actions as exemptions
from clubtornei.rounds.participation.withdrawals import actions as withdrawals
from clubtornei.rounds.prizes import actions as prizes
from clubtornei.rounds.prizes.queries import computed_awards, digest_of
from clubtornei.rounds.results import actions as results, multiplayer_actions, proposal_actions as proposals
from clubtornei.rounds.stages import closing_actions as closing, entrant_actions
from clubtornei.season.circuits import actions as circuit_actions
from clubtornei.season.people import actions as people_actions
from scoring.document import SeatScore
from scoring.prize_list import PrizeCategory, PrizeList, PrizePlace
from tests.evenings import make_evenings, make_scores
from tests.factories import (
    make_club,
    make_event,
    make_member,
    make_player,
    make_round,
    make_seated_event,
    make_user,
)
from tests.rounds.staged import (
    FINALISTS,
    FIRST_FOUR,
    SEMI_FINALS,
    level,
    make_staged_event,
    play as play_stage,
)
from tests.season.years import make_circuit, make_external

PEOPLE = [
    ("D’Angelo Nicolò", "Circolo Centurini"),
    ("Degl’Innocenti Massimiliano Guidobaldo", "Dopolavoro Ferroviario di Roccasecca"),
    ("Fumagalli Ada", "Circolo Centurini"),
    ("Zappalà Agata", ""),
    ("De Cillis Beatrice", "Alfiere e Pedone"),
    ("Bianchi Ugo", ""),
    ("Lo Turco Davide", "Circolo Centurini"),
]


class World:
    """The club, its people, and its events by the name of their state."""

    def __init__(self) -> None:
        self.owner = make_user("titolare")
        self.club = make_club("Circolo Alfiere e Pedone", owner=self.owner)
        self.stranger = make_user("nessuno")
        self.helper = make_member(self.club, make_user("aiuto"), Role.HELPER).user
        Invitation.objects.create(club=self.club, whom="Ospite")  # as path_of finds it
        self.club.presets.create(name="Serale")
        self.bare_club = make_club("Circolo nuovo", owner=self.owner)
        self.players = [
            make_player(self.club, name, affiliation=affiliation, fide_rating=1400 + 37 * place)
            for place, (name, affiliation) in enumerate(PEOPLE)
        ]
        self.events = {
            "empty": make_named(self.club, "Vuoto"),
            "entered": self.entered(),
            "announced": announced("Annunciato", self.club, self.players),
            "signing": self.signing(),
            "drawn": self.drawn(),
            "draft": self.draft(),
            "playing": self.playing(),
            "waiting": self.waiting(),
            "closed": self.closed(),
            "swiss": self.swiss(),
            "seated": self.seated(),
            "evenings": self.evenings(),
            "timed": self.timed(),
            "bracket": self.bracket(),
            "staged": self.staged(),
            "finals": self.finals(),
            "level": self.level(),
            "formula": self.formula(),
            "seeded": self.seeded(),
        }
        for event in self.events.values():
            settings_actions.publish(event)
        self.year()
        # As path_of finds it.
        make_copy(self.club, CopyRequest(why=CopyReason.ASKED), lambda _progress: None)

    def year(self) -> None:
        """A circuit over two events, one elsewhere and one to come; everybody has a page."""
        circuit = make_circuit(self.club, rules={"best": 2}, published=True, first_day=None, last_day=None)
        for name in ("closed", "playing"):
            circuit_actions.pick(circuit, self.events[name])
        make_external(circuit, **{"Fumagalli Ada": 2, "Zoe Zani": 1})
        circuit.items.create(name="Finale", day=localdate())
        everybody = set(self.club.players.values_list("pk", flat=True))
        people_actions.set_marks(self.club, shown=everybody, members=everybody, public=everybody, pages=True)

    def staged(self) -> Event:
        """Qualified at tables of five: two semi-finals and two direct finalists; one has declined."""
        event = make_staged_event(12, SEMI_FINALS, FINALISTS, club=self.club, name="Master", game="RisiKo!")
        play_stage(event, 1, 1)
        entrant_actions.decline(event, 2, 7, True)
        return event

    def level(self) -> Event:
        """Two are level for the last place of the final."""
        event = make_staged_event(8, FIRST_FOUR, club=self.club, name="Pari al taglio", game="RisiKo!")
        play_stage(event, 1, 1)
        level(event, 4, 5)
        return event

    def finals(self) -> Event:
        """The same to the end, and closed."""
        event = make_staged_event(10, SEMI_FINALS, FINALISTS, club=self.club, name="Master chiuso")
        play_stage(event, 1, 1)
        for stage in (2, 3):
            entrant_actions.begin_stage(event, stage)
            play_stage(event, 1, stage)
        closing.close(event, level=True)
        return event

    def formula(self) -> Event:
        """Made for twenty, and seven have entered."""
        choice = FormulaChoice(name="rtu-two-days", players=20, options={}, scoring="")
        event = create_by_formula(self.club, EventDetails(name="Campionato", starts_on=localdate()), choice)
        entry_actions.enter(event, self.players)
        return event

    def entered(self) -> Event:
        """Five entries; two of them are there already."""
        event = make_named(self.club, "Iscrizioni")
        entry_actions.enter(event, self.players[:5])
        for entry in event.entries.all()[:2]:
            entry_actions.check_in(event, entry.entry_no, True)
        return event

    def signing(self) -> Event:
        """Announced with everything; three have signed up for two places that are left."""
        event = make_named(self.club, "Aperto alle iscrizioni")
        notices = {code: f"{notice.title}: a modo nostro" for code, notice in NOTICES.items()}
        Event.objects.filter(pk=event.pk).update(notices=notices, entry_fee=10)
        entry_actions.enter(event, self.players[:2])
        SignUpSettings.objects.create(
            event=event, enabled=True, limit=4, approval=True, self_check_in=True, self_leaving=True
        )
        for name in ("Verdi Ugo", "Zappa Ivo", "Neri Lia"):
            event.sign_ups.create(name=name, affiliation="Torre", contact="333 1", key=name, status="sent")
        event.addresses.create(sign_up=event.sign_ups.first(), email="ospite@example.org", language="it")
        announce_prizes(event)
        return event

    def drawn(self) -> Event:
        """Twelve players, of whom some share a club: drawn by Varma's groups."""
        others = [make_player(self.club, f"Rossi {letter}", affiliation="La Torre") for letter in "ABCDE"]
        event = announced("Sorteggiato", self.club, [*self.players, *others])
        numbers.draw_numbers(event, NumberingMethod.VARMA)
        return event

    def draft(self) -> Event:
        event = announced("Bozza", self.club, self.players)
        numbers.draw_numbers(event, NumberingMethod.RANDOM)
        pairing.draw_round(event, 1)
        return event

    def playing(self) -> Event:
        """Forfeits, an adjourned game, a correction, somebody who left early, a third round half finished."""
        event = drawn("Torneo d’autunno", self.club, self.players)
        play(event, self.owner, ["1-0", "=-=", "0-1"])
        play(event, self.owner, ["+--", "adjourned", "---"])
        table = event.stages.get().rounds.get(number=1).tables.get(number=1)
        results.record_result(event, self.owner, table.pk, "0-1", correcting=True)
        withdrawals.withdraw(event, event.entries.get(number=4).pk, 3)
        play(event, self.owner, ["1-0"])
        return event

    def waiting(self) -> Event:
        """Four players; the last round waits for a game of the first."""
        event = drawn("In attesa", self.club, self.players[:4])
        play(event, self.owner, ["adjourned", "1-0"])
        play(event, self.owner, ["1-0", "=-="])
        return event

    def evenings(self) -> Event:
        """A championship of tables before its last evening; somebody has a result to discard."""
        event = make_evenings(9, 2, self.club, options={"rounds": 3}, scoring_options={"discards": 1})
        make_scores(event, make_round(event), tables=1)
        return event

    def swiss(self) -> Event:
        """A round played; somebody came late, is absent, asked for a bye, left."""
        event = make_named(self.club, "Amalfi in corso", "amalfi", {"rounds": 4})
        entry_actions.enter(event, self.players[:6])
        numbers.announce_draw(event)
        numbers.draw_numbers(event, NumberingMethod.RATING)
        play(event, self.owner, ["1-0", "=-=", "0-1"])
        entry_actions.enter(event, self.players[6:])
        attendance.set_plans(event, 1, {2: "absent", 3: "absent"})
        attendance.set_plans(event, 2, {2: requested_bye_values(event.stages.get())[0]})
        withdrawals.withdraw(event, event.entries.get(entry_no=3).pk, 2)
        return event

    def closed(self) -> Event:
        event = drawn("Memorial", self.club, self.players[:4])
        for _number in range(3):
            play(event, self.owner, ["1-0", "=-="])
        closing.close(event, level=True)
        announce_prizes(event)
        computed = computed_awards(event)
        while computed and computed.awards.undecided:
            [level, *_others] = computed.awards.undecided
            prizes.put_first(event, level, level[0])
            event.refresh_from_db()
            computed = computed_awards(event)
        assert computed
        prizes.confirm_awards(event, shown=computed.digest)
        return event

    def seeded(self) -> Event:
        """Seven with numbers in a bracket that nobody has paired yet."""
        event = make_event(
            self.club, "Eliminatorie", system="knockout", options={"games": 2, "third_place": True}
        )
        entry_actions.enter(event, self.players)
        numbers.enter_numbers(event, {entry.entry_no: entry.entry_no for entry in event.entries.all()})
        exemptions.exempt(event, {1: 1})
        event.refresh_from_db()
        return event

    def bracket(self) -> Event:
        """In the second round: a forfeit, a match that was replayed, one half played, one exempt player."""
        event = self.seeded()
        round_ = make_round(event)
        for table, codes in zip(
            round_.tables.games(), (["+--"], ["=-=", "=-=", "1-0"], ["1-0", "0-1"]), strict=True
        ):
            for code in codes:
                results.record_result(event, self.owner, table.pk, code)
        play(event, self.owner, ["1-0"])
        return event

    def seated(self) -> Event:
        """RisiKo! tables: one with a result and a proposal against it, one with a proposal, one open."""
        event = make_seated_event(13, self.club, name="Raduno RisiKo!")
        more = ["Villa Teo", "Monti Eva", "Greco Lia", "Serra Ivo", "Conti Pia", "Aiello Pio"]
        names = [*(name for name, _club in PEOPLE), *more]
        for entry, name in zip(event.entries.order_by("entry_no"), names, strict=True):
            Entry.objects.filter(pk=entry.pk).update(name=name)
        first, second, _third = make_round(event).tables.order_by("number")
        multiplayer_actions.record_scores(event, self.owner, first.pk, NOTED)
        proposals.propose_scores(event, first.pk, [SeatScore(points=5), *NOTED[1:]])
        proposals.propose_scores(event, second.pk, NOTED)
        return event

    def timed(self) -> Event:
        """RisiKo! tables whose time is up: at the first they throw, at the second they finish the lap."""
        event = make_seated_event(14, self.club, name="Finale RisiKo!")
        round_ = make_round(event)
        clock.set_clock(event, round_, 90, "2003")
        Clock.objects.of(round_).update(ends_at=now(), left=None)
        first, second, _third = round_.tables.games()
        clock.begin_end_of_game(event, first, 1, 4, [])
        for expected in range(4):
            clock.record_turn(event, first, TurnEvent(what="ended"), expected)
        clock.record_turn(event, first, TurnEvent(what="ended", dice=(6, 3)), 4)
        clock.begin_end_of_game(event, second, 2, 3, [1])
        return event


NOTED = [SeatScore(points=54), SeatScore(points=31), SeatScore(points=0, eliminated=1), SeatScore(points=31)]
"""What was counted at a table of four: two are level, one was eliminated."""


def make_named(club: Club, name: str, system: str = "round-robin", options: Any = None) -> Event:
    """With the system's usual tie-breaks."""
    return make_event(
        club,
        name,
        game="Scacchi",
        place="Biblioteca comunale",
        system=system,
        options=options or {},
        ranking=usual_ranking(system),
    )


def announced(name: str, club: Club, players: Sequence[Player]) -> Event:
    """All are there; the seed is fixed, and by chance."""
    event = make_named(club, name)
    entry_actions.enter(event, players)
    entry_actions.check_all_in(event)
    numbers.announce_draw(event)
    return event


def drawn(name: str, club: Club, players: Sequence[Player]) -> Event:
    """With numbers from an envelope, in the order of the players: nothing is left to chance."""
    event = make_named(club, name)
    entry_actions.enter(event, players)
    numbers.enter_numbers(event, {entry.entry_no: entry.entry_no for entry in event.entries.all()})
    event.refresh_from_db()
    return event


def play(event: Event, user: User, codes: Sequence[str]) -> None:
    """The next round, published, with these results at its first tables."""
    tables = make_round(event).tables.games().order_by("number")
    for table, code in zip(tables, codes, strict=False):
        results.record_result(event, user, table.pk, code)


def announce_prizes(event: Event) -> None:
    """Money, and things, for everybody and for some; in words that are of no language."""
    places = (PrizePlace(money=Decimal(100), thing="DVD"), PrizePlace(money=Decimal("62.50")))
    categories = (
        PrizeCategory(name="Memorial", division="half", places=places),
        PrizeCategory(name="Junior", group="B", mark="VIP", entrants=1, places=places[:1]),
    )
    prizes.announce_prizes(event, PrizeList(categories=categories, games=1), shown=digest_of(event))
    prizes.mark_players(event, {"VIP": [1, 2]}, shown=digest_of(event))
    event.refresh_from_db()
