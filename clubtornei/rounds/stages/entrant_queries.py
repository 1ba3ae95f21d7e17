"""Who enters a stage, each player with the reason in words."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.plans import qualification_in_words
from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.documents.cut_ties import with_wild_cards_left
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.report import NAME, RANK, Column, ColumnKind, Report, filled, row_of
from clubtornei.rounds.stages.cut_queries import Decision, decisions_of
from clubtornei.rounds.stages.ranking_values import Placed, placed_in
from clubtornei.rounds.state.event_state import EventState
from clubtornei.rounds.state.reason_texts import error_text
from clubtornei.rounds.state.site_facts import event_facts, stage_facts
from clubtornei.rounds.state.stages import StageTab
from clubtornei.text.languages import listed, reader_language, translated
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.cut_ties import CutTie, CutTies
from scoring.document import Document, DocumentError, DocumentPlayer
from scoring.document_edits import replace_stage
from scoring.methods import METHODS
from scoring.qualification import Qualified, Undecided, qualify
from scoring.qualification_reasons import qualification_text, undecided_text
from scoring.qualification_rule import qualification_rule_of
from scoring.stages import with_entrants

BY_RANKING = ("direct_place", "direct_up", "ranked_place", "ranked_up")
"""The codes of the reasons that name a place in a ranking, and no more."""
RESERVES = 3


class UnruledReason(TextChoices):
    """Why a player enters whom the stage's rule does not name."""

    CHOSEN = "chosen", gettext_lazy("Wild card: lo ha scelto l’arbitro.")
    NO_LONGER = (  # named by the rule when the stage began
        "no_longer",
        gettext_lazy(
            "Era fra chi passava alla partenza della fase; qualche risultato è stato corretto dopo."
        ),
    )


class Entrant(Struct, frozen=True, kw_only=True):
    """A player who enters a stage.

    `why`: the reason in words, or an UnruledReason. `ranked_in`: the stage by whose ranking, if it is by one.
    `direct`: as a direct finalist. `instead`: in the place of somebody who declined.
    """

    player: DocumentPlayer
    why: str
    ranked_in: int | None = None
    direct: bool = False
    instead: bool = False

    @property
    def reason(self) -> str:
        """The reason in words."""
        return str(self.why.label) if isinstance(self.why, UnruledReason) else self.why


class AtCut(Struct, frozen=True):
    """A row of the ranking that leads to a stage. `entrant`: None where the player has declined, or is a
    reserve.
    """

    player: DocumentPlayer
    placed: Placed
    entrant: Entrant | None = None


class StageEntrants(Struct, frozen=True, kw_only=True):
    """Who enters a stage, by its rule or by the arbiter's choice.

    `confirmed`: the stage has begun with these entrants. `problem`: why they cannot be known yet, in words.
    `ruled`: whether a rule says who enters. `ahead`: direct finalists of a later stage, who may decline that
    place before this stage begins; `ahead_in`: which stage that is, in words. `field`: players whom the
    arbiter can still invite. `ties`: those that decide who enters, decided or not; none where the stage is
    confirmed. `above`, `level`, `reserves`: the ranking that leads to the stage, down to the last who enters
    by it, those of whom it is not decided yet who does, and the next ones; empty where none does.
    """

    number: int
    confirmed: bool
    ruled: bool
    entrants: tuple[Entrant, ...] = ()
    ahead: tuple[DocumentPlayer, ...] = ()
    ahead_in: str = ""
    declined: tuple[DocumentPlayer, ...] = ()
    invited: tuple[DocumentPlayer, ...] = ()
    field: tuple[DocumentPlayer, ...] = ()
    problem: str = ""
    ties: tuple[CutTie, ...] = ()
    above: tuple[AtCut, ...] = ()
    level: tuple[AtCut, ...] = ()
    reserves: tuple[AtCut, ...] = ()

    @property
    def not_ranked(self) -> tuple[Entrant, ...]:
        """The entrants who enter otherwise than by the ranking."""
        ranked = {row.player.id for row in (*self.above, *self.level)}
        return tuple(entrant for entrant in self.entrants if entrant.player.id not in ranked)

    @property
    def declined_elsewhere(self) -> tuple[DocumentPlayer, ...]:
        """The players who have declined and have no row in the ranking."""
        ranked = {row.player.id for row in self.above}
        return tuple(player for player in self.declined if player.id not in ranked)

    @property
    def undecided(self) -> tuple[CutTie, ...]:
        """The ties to be decided before the stage begins."""
        return tuple(tie for tie in self.ties if not tie.decided)

    @property
    def may_give_up(self) -> tuple[DocumentPlayer, ...]:
        """The direct finalists of a later stage who may still give that place up."""
        return () if self.confirmed else self.ahead

    @property
    def ready(self) -> bool:
        """Whether the stage can begin with these players."""
        return bool(self.entrants) and not self.problem and not self.undecided

    @property
    def entry_nos(self) -> list[int]:
        return [entrant.player.id for entrant in self.entrants]


class _StageQualification(Struct, frozen=True, kw_only=True):
    """What the stage’s rule gives; `undeclined`: what it would give if nobody had declined; `dealt`: whether
    the stage is one of parallel groups.
    """

    dealt: bool = False
    qualified: Qualified | None = None
    undeclined: Qualified | None = None
    problem: str = ""

    def entrant(self, player: DocumentPlayer, invited: Collection[int], document: Document) -> Entrant:
        qualified, undeclined = self.qualified, self.undeclined
        if qualified is not None and player.id in qualified.why:
            why = qualification_text(qualified.why[player.id], document, reader_language())
        elif self.dealt and player.joined > 1:
            why = _("Ha cominciato quando i gruppi erano già formati.")
        elif self.dealt:
            why = _("Era di questo gruppo già al sorteggio; con chi è entrato dopo i numeri sono cambiati.")
        elif player.id in invited or qualified is None:
            why = UnruledReason.CHOSEN
        else:
            why = _("Era fra chi passava alla partenza della fase; qualche risultato è stato corretto dopo.")
        by_ranking = qualified is not None and qualified.why.get(player.id)
        return Entrant(
            player=player,
            why=why,
            ranked_in=by_ranking.facts["stage"] if by_ranking and by_ranking.code in BY_RANKING else None,
            direct=qualified is not None and player.id in qualified.direct,
            instead=bool(
                qualified and undeclined and player.id in qualified.why and player.id not in undeclined.why
            ),
        )


def stage_entrants_of(document: Document, number: int) -> StageEntrants:
    """Who enters the stage with that number (from 1): as confirmed, else as results stand."""
    stage = document.stages[number - 1]
    players = {player.id: player for player in document.players}
    invited = [player for player in stage_facts(stage).invited if player in players]
    confirmed = stage.entrants is not None
    qualification = _qualification(document, number)
    if stage.entrants is not None:
        entering = list(stage.entrants)
    else:
        qualified = qualification.qualified.entrants if qualification.qualified else ()
        entering = list(dict.fromkeys([*qualified, *invited]))
    direct = _direct_finalists_ahead(document, number)
    ahead = {player: later for player, later in direct.items() if player not in set(entering)}
    entrants = tuple(qualification.entrant(players[player], invited, document) for player in entering)
    ties = () if confirmed or qualification.qualified is None else qualification.qualified.ties
    undecided = {player for tie in ties if tie.at == "rank" and not tie.decided for player in tie.players}
    above, level, reserves = _around_cut(document, number, entrants, ahead, undecided)
    return StageEntrants(
        number=number,
        confirmed=confirmed,
        ruled=qualification_rule_of(stage) is not None,
        entrants=entrants,
        above=above,
        level=level,
        reserves=reserves,
        ahead=tuple(players[player] for player in ahead),
        ahead_in=listed([f"«{_title(document, later)}»" for later in dict.fromkeys(ahead.values())]),
        declined=tuple(players[player] for player in dict.fromkeys(stage.declined) if player in players),
        invited=tuple(players[player] for player in invited),
        field=tuple(player for player in document.players if player.id not in {*entering, *stage.declined}),
        problem="" if confirmed else qualification.problem,
        ties=ties,
    )


def _around_cut(
    document: Document,
    number: int,
    entrants: Sequence[Entrant],
    ahead: Collection[int],
    undecided: Collection[int],
) -> tuple[tuple[AtCut, ...], ...]:
    """The ranking down to the last who enters by it, with those who have declined; the undecided; then the
    next ones. Level players come in the order that was decided.
    """
    source = next((entrant.ranked_in for entrant in entrants if entrant.ranked_in), None)
    rule = qualification_rule_of(document.stages[number - 1])
    if source is None or rule is None:
        return (), (), ()
    players = {player.id: player for player in document.players}
    by_rank = {entrant.player.id: entrant for entrant in entrants if entrant.ranked_in == source}
    declined = document.stages[number - 1].declined
    ties, placed = CutTies(document, number, declined), placed_in(document, source)
    in_order = [
        player
        for _, level in groupby(placed, key=lambda player: placed[player].rank)
        for player in ties.in_order(list(level), "rank", source)
    ]
    elsewhere = {*ahead, *(entrant.player.id for entrant in entrants)} - by_rank.keys()
    rows = sorted(
        (
            AtCut(players[player], placed[player], by_rank.get(player))
            for player in in_order
            if player not in elsewhere
        ),
        key=lambda row: (row.placed.rank, row.entrant is None),
    )
    last = max(place for place, row in enumerate(rows) if row.entrant)
    above = [row for row in rows[: last + 1] if row.entrant or row.player.id in declined]
    reserves = [row for row in rows[last + 1 :] if row.player.id not in declined]
    if rule.ranked is None or rule.dealt:
        return tuple(above), (), ()
    level = [row for row in rows if row.player.id in undecided]
    return (
        tuple(row for row in above if row not in level),
        tuple(level),
        tuple([row for row in reserves if row not in level][:RESERVES]),
    )


class StageSummary(Struct, frozen=True, kw_only=True):
    """A stage on the public page; `caption`: the id of its heading, `stage_entrants`: None while nobody
    is confirmed. `begun`, `over`: how far it has come. `rule`: who plays it, in words; empty: everybody.
    `decisions`: of ties that say who enters.
    """

    tab: StageTab
    begun: bool
    over: bool
    caption: str
    system: str
    method: str
    rule: str
    rounds: int
    stage_entrants: StageEntrants | None
    decisions: list[Decision]


def stage_summaries(snapshot: EventSnapshot) -> list[StageSummary]:
    """All stages of an event for its public page, with their entrants where they are confirmed."""
    return [
        StageSummary(
            tab=tab,
            begun=tab.begun,
            over=snapshot.event.closed or (tab.begun and snapshot.of_stage(tab.number).progress.over),
            caption=f"stage-{tab.number}",
            system=translated(SYSTEMS[stage.system].title),
            method=translated(METHODS[stage.scoring].title),
            rule=", ".join(qualification_in_words(rule)) if (rule := qualification_rule_of(stage)) else "",
            rounds=len(stage.rounds),
            stage_entrants=stage_entrants_of(snapshot.document, tab.number)
            if stage.entrants and (tab.number > 1 or stage.entry)
            else None,
            decisions=decisions_of(snapshot.document, tab.number),
        )
        for tab, stage in zip(snapshot.stages.all, snapshot.document.stages, strict=True)
    ]


def unplayed_rounds(document: Document, state: EventState, number: int) -> list[str]:
    """For each stage from which this one takes players and that has rounds to play: how many, in words."""
    rule = qualification_rule_of(document.stages[number - 1])
    texts = []
    for source in sorted(rule.sources) if rule else [number - 1]:
        stage = state.stages[source - 1]
        total = stage.rounds_in_all
        unplayed = 0 if total is None else total - len(stage.rounds)
        if unplayed > 0:
            texts.append(
                ngettext(
                    "%(stage)s: %(left)d turno da giocare", "%(stage)s: %(left)d turni da giocare", unplayed
                )
                % {"stage": stage_title(source, stage.stage.name), "left": unplayed}
            )
    return texts


def _qualification(document: Document, number: int) -> _StageQualification:
    rule = qualification_rule_of(document.stages[number - 1])
    if rule and rule.group and not event_facts(document).drawn_at:
        return _StageQualification(problem=_("I gruppi si formano quando si danno i numeri."))
    try:
        known = with_entrants(document, SYSTEM_SPECS, number - 1)
        undeclined = _change_stage(known, number, declined=())
        return _StageQualification(
            dealt=rule is not None and rule.group is not None,
            qualified=qualify(with_wild_cards_left(known, number), SYSTEM_SPECS, number),
            undeclined=qualify(with_wild_cards_left(undeclined, number), SYSTEM_SPECS, number),
        )
    except Undecided as undecided:
        return _StageQualification(problem=undecided_text(undecided, reader_language()))
    except DocumentError as error:
        return _StageQualification(problem=error_text(error))


def _change_stage(document: Document, number: int, **changes: object) -> Document:
    return replace_stage(document, number, replace(document.stages[number - 1], **changes))


def _title(document: Document, number: int) -> str:
    return stage_title(number, document.stages[number - 1].name)


def _direct_finalists_ahead(document: Document, number: int) -> dict[int, int]:
    """The direct finalists of later stages that take the winners of this one, with the first such stage."""
    finalists: dict[int, int] = {}
    declined_here = document.stages[number - 1].declined
    for later, stage in enumerate(document.stages[number:], number + 1):
        rule = qualification_rule_of(stage)
        if rule is None or rule.direct is None or number not in rule.winners:
            continue
        direct_only: dict[str, Any] = {"direct": dict(stage.entry or {})["direct"]}
        if rule.dealt:
            direct_only["set"] = list(rule.dealt)
        changed = _change_stage(
            document, later, entry=direct_only, declined=(*stage.declined, *declined_here)
        )
        try:
            qualified = qualify(changed, SYSTEM_SPECS, later)
        except (Undecided, DocumentError):
            continue
        for player in qualified.entrants if qualified else ():
            finalists.setdefault(player, later)
    return finalists


def qualified_report(snapshot: EventSnapshot) -> Report:
    """Who plays in this stage, and by which place he has qualified; who has declined."""
    found = stage_entrants_of(snapshot.document, snapshot.stages.shown)
    columns = (
        Column(key=RANK, title="", kind=ColumnKind.PLACE),
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="club", title=_("Circolo"), kind=ColumnKind.TEXT),
        Column(key="why", title=_("Perché"), kind=ColumnKind.TEXT),
    )
    placed = {row.player.id: row.placed for row in found.above}
    rows = tuple(
        row_of(columns, at.rank, one.player, one.player.club, " · ".join(at.figures))
        if (at := placed.get(one.player.id))
        else row_of(columns, place, one.player, one.player.club, one.reason)
        for place, one in enumerate(found.entrants, 1)
    )
    declined = ", ".join(player.name for player in found.declined)
    footnotes = (f"{_('Hanno rinunciato')}: {declined}",) if declined else ()
    return Report(title="", columns=filled(columns, rows), rows=rows, footnotes=footnotes)
