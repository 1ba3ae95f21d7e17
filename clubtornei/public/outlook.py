"""What comes next for the players: after the last round of a stage, and for who is not in the round shown."""

from collections.abc import Collection, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import Bracket
from clubtornei.rounds.reports.bracket_layout import bracket_or_none
from clubtornei.rounds.stages.entrant_queries import StageEntrants, stage_entrants_of
from clubtornei.rounds.state.formatting import ordinal, points_in_words
from scoring.qualification_rule import qualification_rule_of
from scoring.record import DocumentPlayer
from scoring.standings import decimal_text


class AwayCard(Struct, frozen=True, kw_only=True):
    """A player with no place in the round shown. `standing`: his last stage, with his place and points there;
    `outlook`: what comes next for him; both may be empty. `stage`, `round`: the numbers of that stage and of
    its round, while it is played beside the one shown; else None.
    """

    player: DocumentPlayer
    standing: str = ""
    outlook: str = ""
    stage: int | None = None
    round: int | None = None


def away_cards(snapshot: EventSnapshot, seated: Collection[int]) -> list[AwayCard]:
    """The event's players who are not `seated` in the round shown, in alphabetical order."""
    stages = [snapshot.of_stage(tab.number) for tab in reversed(snapshot.stages.begun)]
    played = [stage for stage in stages if stage.progress.rounds]
    outlooks: dict[int, Mapping[int, str]] = {}
    cards = []
    for player in snapshot.document.players:
        if player.id in seated:
            continue
        last = next((stage for stage in played if player.id in stage.players), None)
        if last is None:
            cards.append(AwayCard(player=player))
            continue
        shown = last.stages.shown
        if shown not in outlooks:
            outlooks[shown] = outlook_of(last)
        beside = shown != snapshot.stages.shown and not last.progress.over
        cards.append(
            AwayCard(
                player=player,
                standing=_standing(last, player.id),
                outlook=outlooks[shown].get(player.id, ""),
                stage=shown if beside else None,
                round=last.progress.current.number if beside else None,
            )
        )
    return sorted(cards, key=lambda card: (sort_key(card.player.name), card.player.id))


def _standing(snapshot: EventSnapshot, player: int) -> str:
    """His place, and his points where they decide it: «Eliminatoria: 25°, 145 punti»."""
    if not snapshot.progress.started:
        return snapshot.stages.title
    rank = snapshot.ranks.get(player)
    parts = [ordinal(rank)] if rank else []
    if "points" in snapshot.ranking:
        points = decimal_text(snapshot.ledger.points_of.get(player, Fraction(0)), snapshot.decimals)
        parts.append(points_in_words(snapshot.notation.points(points)))
    return f"{snapshot.stages.title or _('In classifica')}: {', '.join(parts)}" if parts else ""


def outlook_of(snapshot: EventSnapshot) -> Mapping[int, str]:
    """What comes next for the players of the stage shown, in words by id; none for who plays on in it."""
    eliminated = _eliminated(bracket_or_none(snapshot))
    after = _AfterStage(snapshot) if snapshot.progress.over and not snapshot.event.closed else None
    texts = {}
    for player in snapshot.players.values():
        if _has_withdrawn(snapshot, player):
            texts[player.id] = _("Ti sei ritirato.")
        elif after is not None:
            texts[player.id] = after.outlook(player.id)
        elif player.id in eliminated:
            texts[player.id] = _("Sei fuori dal tabellone.")
    return texts


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

    def outlook(self, player: int) -> str:
        """Empty after the last stage, and while it depends on stages that are still played."""
        if not self.later:
            return ""
        for stage in self.later:
            if text := self._in_stage(stage, player):
                return text if stage.confirmed else f"{text} {to_be_confirmed()}"
        if any(player in {ahead.id for ahead in stage.ahead} for stage in self.later):
            return _("Entri più avanti, come finalista diretto.")
        if any(self._is_open(stage) for stage in self.later):
            return ""
        text = _("Sei fuori: per te il torneo finisce qui.")
        return text if any(stage.confirmed for stage in self.later) else f"{text} {to_be_confirmed()}"

    def _in_stage(self, stage: StageEntrants, player: int) -> str:
        """What the stage has for him; empty where he is not in it."""
        title = self.snapshot.stages.title_of(stage.number)
        if any(player in tie.players for tie in stage.undecided):
            return _("Sei alla pari sul taglio per la fase «%(stage)s».") % {"stage": title}
        if player in stage.entry_nos and not stage.problem:
            return _("Passi alla fase «%(stage)s».") % {"stage": title}
        reserves = [row.player.id for row in stage.reserves]
        if player in reserves and not self.snapshot.document.stages[stage.number - 1].rounds:
            reserve = ordinal(reserves.index(player) + 1)
            return _("Sei %(ordinal)s riserva per la fase «%(stage)s».") % {
                "ordinal": reserve,
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


def to_be_confirmed() -> str:
    return _("Manca la conferma dell’arbitro.")
