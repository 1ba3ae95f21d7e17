"""What comes next for the players: after the last round of a stage, and for who is not in the round shown."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import Bracket
from clubtornei.rounds.reports.bracket_layout import bracket_or_none
from clubtornei.rounds.reports.card import standing_in
from clubtornei.rounds.reports.prizes import Won, won_prizes
from clubtornei.rounds.stages.entrant_queries import StageEntrants, stage_entrants_of
from clubtornei.rounds.state.formatting import ordinal
from scoring.qualification_rule import qualification_rule_of
from scoring.record import DocumentPlayer
from scoring.stage_names import FINAL, SEMI_FINALS
from scoring.stage_sources import finals


class PlayerStatus(Struct, frozen=True):
    """What comes next for a player, or how it ended, in words; `pending`: what an arbiter has yet to do."""

    text: str
    pending: str = ""


class UnpairedCard(Struct, frozen=True, kw_only=True):
    """A player with no place in the round shown. `standing`: his last stage, with his place and points there;
    `status`: what comes next for him; either may be missing. `stage`, `round`: the numbers of that stage and
    of its round, while it is played beside the one shown; else None. `won`: his confirmed prizes.
    """

    player: DocumentPlayer
    standing: str = ""
    status: PlayerStatus | None = None
    stage: int | None = None
    round: int | None = None
    won: tuple[Won, ...] = ()


def unpaired_cards(snapshot: EventSnapshot, seated: Collection[int]) -> list[UnpairedCard]:
    """The event's players who are not `seated` in the round shown, in alphabetical order."""
    stages = [snapshot.of_stage(tab.number) for tab in reversed(snapshot.stages.begun)]
    played = [stage for stage in stages if stage.progress.rounds]
    statuses: dict[int, Mapping[int, PlayerStatus]] = {}
    won = won_prizes(snapshot)
    cards = []
    for player in snapshot.document.players:
        if player.id in seated:
            continue
        last = next((stage for stage in played if player.id in stage.players), None)
        if last is None:
            cards.append(UnpairedCard(player=player))
            continue
        shown = last.stages.shown
        if shown not in statuses:
            statuses[shown] = player_statuses(last)
        beside = shown != snapshot.stages.shown and not last.progress.over
        cards.append(
            UnpairedCard(
                player=player,
                standing=standing_in(last, player.id),
                status=statuses[shown].get(player.id),
                stage=shown if beside else None,
                round=last.progress.current.number if beside else None,
                won=won.get(player.id, ()),
            )
        )
    return sorted(cards, key=lambda card: (sort_key(card.player.name), card.player.id))


def player_statuses(snapshot: EventSnapshot) -> Mapping[int, PlayerStatus]:
    """What comes next for the players of the stage shown, by id; none for who plays on in it."""
    eliminated = _eliminated(bracket_or_none(snapshot))
    after = _AfterStage(snapshot) if snapshot.progress.over and not snapshot.event.closed else None
    statuses = {}
    for player in snapshot.players.values():
        if _has_withdrawn(snapshot, player):
            statuses[player.id] = PlayerStatus(_("Hai lasciato il torneo."))
        elif after is not None:
            if status := after.status(player.id):
                statuses[player.id] = status
        elif player.id in eliminated:
            statuses[player.id] = PlayerStatus(_("Sei fuori dal tabellone."))
    return statuses


def _has_withdrawn(snapshot: EventSnapshot, player: DocumentPlayer) -> bool:
    """Before the round shown; withdrawals are counted in the rounds of the first stage."""
    if player.withdrawn is None:
        return False
    return snapshot.stages.shown > 1 or player.withdrawn <= snapshot.progress.current.number


def _eliminated(bracket: Bracket | None) -> frozenset[int]:
    """Who plays no more; who has lost a semi-final does where there is a match for the third place."""
    if bracket is None:
        return frozenset()
    return bracket.eliminated(max(0, len(bracket.rounds) - 2) if bracket.third else None)


class _AfterStage:
    """The stages after the one shown, once that is over."""

    def __init__(self, snapshot: EventSnapshot) -> None:
        self.snapshot = snapshot
        self.number = snapshot.stages.shown
        document = snapshot.document
        self.later = [
            stage_entrants_of(document, number) for number in range(self.number + 1, len(document.stages) + 1)
        ]

    def status(self, player: int) -> PlayerStatus | None:
        """None while it depends on stages that are still played."""
        if not self.later:
            return self._at_the_end(player)
        for stage in self.later:
            if text := self._in_stage(stage, player):
                return PlayerStatus(text, self._pending(stage.confirmed))
        if any(player in {ahead.id for ahead in stage.ahead} for stage in self.later):
            return PlayerStatus(_("Entri più avanti, come finalista diretto."))
        for stage in self.later:
            if player in {declined.id for declined in stage.declined}:
                title = self.snapshot.stages.title_of(stage.number)
                return PlayerStatus(_("Hai rinunciato alla fase «%(stage)s».") % {"stage": title})
        if any(self._is_open(stage) for stage in self.later):
            return None
        if not any(stage.confirmed for stage in self.later):
            rank = self.snapshot.ranks.get(player)
            place = _("Per ora fuori, %(place)s.") % {"place": ordinal(rank)} if rank else _("Per ora fuori.")
            return PlayerStatus(place, self._pending(False))
        if self._name(self.number) in SEMI_FINALS.values():
            return PlayerStatus(_("Fuori in semifinale."))
        return PlayerStatus(_("Sei fuori: per te il torneo finisce qui."))

    def _at_the_end(self, player: int) -> PlayerStatus | None:
        """After the last stage; None for who has no more to read than his place."""
        ranks = self.snapshot.ranks
        rank = ranks.get(player)
        if rank is None or tuple(finals(self.snapshot.document.stages)) != (self.number,):
            return None
        if rank == 1 and list(ranks.values()).count(1) == 1:
            return PlayerStatus(_("Hai vinto il torneo."), _("Il torneo non è ancora chiuso."))
        if self._name(self.number) in FINAL.values():
            return PlayerStatus(_("In finale: %(place)s.") % {"place": ordinal(rank)})
        return None

    def _pending(self, confirmed: bool) -> str:
        return "" if confirmed else _("L’arbitro deve ancora confermare chi passa.")

    def _name(self, stage: int) -> str:
        return self.snapshot.document.stages[stage - 1].name

    def _in_stage(self, stage: StageEntrants, player: int) -> str:
        """What the stage has for him; empty where he is not in it."""
        title = self.snapshot.stages.title_of(stage.number)
        if any(player in tie.players for tie in stage.undecided):
            return _("Sei alla pari sul taglio per la fase «%(stage)s».") % {"stage": title}
        if player in stage.entry_nos and not stage.problem:
            if self._name(stage.number) in FINAL.values():
                return _("Sei in finale.")
            if self._name(stage.number) in SEMI_FINALS.values():
                return _("Sei in semifinale.")
            return _("Passi alla fase «%(stage)s».") % {"stage": title}
        reserves = [row.player.id for row in (*stage.level, *stage.reserves) if not row.entrant]
        if player in reserves and not self.snapshot.document.stages[stage.number - 1].rounds:
            return _("Sei riserva n. %(number)d per la fase «%(stage)s».") % {
                "number": reserves.index(player) + 1,
                "stage": title,
            }
        return ""

    def _is_open(self, stage: StageEntrants) -> bool:
        """Whether players of the stage shown may still enter that one."""
        rule = qualification_rule_of(self.snapshot.document.stages[stage.number - 1])
        if stage.confirmed:
            return False
        if rule is None:
            return True
        direct = rule.direct.stage if rule.direct else None
        return bool(stage.problem) and self.number in rule.sources and self.number != direct


class FinalOutcome(Struct, frozen=True):
    """How a closed event ended for players of whom the same `text` is true. `places`: the place of each that
    stands behind it, by id; empty where the text says it.
    """

    text: str
    places: Mapping[int, str]


def final_outcomes(snapshot: EventSnapshot, ranks: Mapping[int, int]) -> list[FinalOutcome]:
    """How it ended for everybody with a place in the final ranking."""
    alone = list(ranks.values()).count(1) == 1
    reached: dict[int, str] = {}
    for tab in snapshot.stages.begun if snapshot.stages.several else ():
        reached.update(dict.fromkeys(snapshot.of_stage(tab.number).players, tab.name))
    found: dict[str, dict[int, str]] = {}
    for player, rank in ranks.items():
        if rank == 1 and alone:
            found.setdefault(_("Hai vinto il torneo."), {})[player] = ""
            continue
        stage = reached.get(player, "")
        if stage in SEMI_FINALS.values():
            text = _("Fuori in semifinale:")
        elif stage in FINAL.values():
            text = _("In finale:")
        else:
            text = _("Il tuo posto:")
        found.setdefault(text, {})[player] = ordinal(rank)
    return [FinalOutcome(text, places) for text, places in found.items()]
