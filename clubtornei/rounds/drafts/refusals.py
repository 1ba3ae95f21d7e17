"""Why a round cannot be drawn, changed or published, and what the arbiter can do about it."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct, convert

from clubtornei.events.models import Event, Stage
from clubtornei.events.stage_titles import is_group, player_count
from clubtornei.events.systems import rounds_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.reason_texts import no_round_text
from clubtornei.rounds.state.stages import stage_of
from pairing.registry import SYSTEMS
from pairing.system import NoLegalPairing
from scoring.open_tables import OpenTable
from scoring.options import Option, describe
from scoring.record import DocumentPlayer, Record


class RoundNotPossible(ActionRefused):
    """The system's rules allow no round now. The arbiter can always pair by hand, or else:

    finish `games`; set the system's option that allows the round (`remedy`).
    """

    def __init__(
        self,
        message: str,
        *,
        games: Sequence[OpenTable] = (),
        remedy: Option | None = None,
    ) -> None:
        super().__init__(message)
        self.games = games
        self.remedy = remedy


class UnseatablePlayerCount(RoundNotPossible):
    """The number of players present cannot be divided into tables; `near`: the nearest numbers that can.

    `fewer`, `more`: by how many players those differ; None where there is no such number.
    """

    def __init__(
        self, message: str, *, present: int, near: Sequence[int], remedy: Option | None = None
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.present = present
        self.fewer = next((present - size for size in near if size < present), None)
        self.more = next((size - present for size in near if size > present), None)


class EarlyEnd(Struct, frozen=True):
    """That the event can be closed after the rounds `played`; `planned`: how many rounds it was to have, None
    if they are not fixed.
    """

    played: int
    planned: int | None
    players: int


class UnseatedPlayers(ActionRefused):
    """The draft leaves out `players`, who are present."""

    def __init__(self, players: Sequence[DocumentPlayer]) -> None:
        super().__init__(
            ngettext(
                "%(names)s è presente e non è in nessun tavolo.",
                "%(names)s sono presenti e non sono in nessun tavolo.",
                len(players),
            )
            % {"names": ", ".join(player.name for player in players)}
        )
        self.players = players


def stage_or_refuse(event: Event, number: int | None) -> Stage:
    """The stage with that number; None: the one being played. Raises ActionRefused if there is none."""
    try:
        return stage_of(event, number)
    except Stage.DoesNotExist as error:
        raise ActionRefused(_("Questa fase non c’è più: ricarica la pagina.")) from error


def round_or_refuse(event: Event, number: int, stage: int | None = None) -> Round:
    """The round of the stage (None: the one being played). Raises ActionRefused if there is none."""
    round_ = Round.objects.of(event, stage).select_related("stage").filter(number=number).first()
    if round_ is None:
        raise ActionRefused(
            _("Il turno %(number)d che vedevi è stato intanto scartato: se serve, abbinalo di nuovo.")
            % {"number": number}
        )
    return round_


def early_end_of(stage: Stage, number: int, refused: RoundNotPossible, *, last: bool) -> EarlyEnd | None:
    """The end of the event before the round that is refused; None where nothing is played, or something else
    is to be played or done first. `last`: whether no stage follows.
    """
    if number == 1 or not last or is_group(stage) or refused.games or refused.remedy:
        return None
    players = player_count(stage)
    return EarlyEnd(number - 1, rounds_of(stage, players), players)


def refuse_if_not_next(event: Event, stage: Stage, rounds: Collection[Round], number: int) -> None:
    """Raises ActionRefused unless `number` is the next round and everything is ready for it.

    The players have their numbers, a later stage its entrants, and the round before is published.
    """
    if stage.number > 1 and stage.entrants is None and not rounds and not is_group(stage):
        raise ActionRefused(_("Prima si decide chi entra nella fase «%(stage)s».") % {"stage": stage})
    if (stage.number == 1 or is_group(stage)) and not event.drawn:
        raise ActionRefused(_("Prima si danno i numeri agli iscritti: il turno viene dal loro seme."))
    draft = next((round_ for round_ in rounds if not round_.published), None)
    if draft is not None:
        raise ActionRefused(
            _("Il turno %(number)d è ancora una bozza: pubblicalo o scartalo.") % {"number": draft.number}
        )
    if number != len(rounds) + 1:
        raise ActionRefused(_("Ora si abbina il turno %(number)d.") % {"number": len(rounds) + 1})


def refusal_of(record: Record, refused: NoLegalPairing) -> ActionRefused:
    """The engine's reason why there is no round, as an exception that knows what the arbiter can do."""
    sentence, system = no_round_text(refused, record.document), SYSTEMS[record.spec.name]
    if "games" in refused.facts:
        games = convert(refused.facts["games"], list[OpenTable])
        return RoundNotPossible(sentence, games=games)
    helping = system.remedies.get(refused.code)
    options = describe(system.spec.options)
    remedy = next((option for option in options if helping and option.name == helping.option), None)
    if "near" in refused.facts:
        present, near = refused.facts["present"], refused.facts["near"]
        return UnseatablePlayerCount(sentence, present=present, near=near, remedy=remedy)
    if "players" not in refused.facts:
        return ActionRefused(sentence)
    return RoundNotPossible(sentence, remedy=remedy)
