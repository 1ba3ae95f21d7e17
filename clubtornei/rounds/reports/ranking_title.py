"""After which round a ranking stands, in words: never "after round 4" while round 4 is being played."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.state.event_state import RoundProgress


def ranking_title(snapshot: EventSnapshot, after: int | None = None) -> str:
    """The title of the ranking after so many rounds (None: all published ones)."""
    number = snapshot.progress.rounds if after is None else after
    if number and not _open_rounds(snapshot, number):
        return _("Classifica dopo il turno %(number)d") % {"number": number}
    return f"{_('Classifica')} · {ranking_state(snapshot, after)}"


def ranking_state(snapshot: EventSnapshot, after: int | None = None, *, counted: bool = True) -> str:
    """Which round runs, what counts already (`counted`: how many results), what is open; else after which."""
    progress = snapshot.progress
    number = progress.rounds if after is None else after
    if not number:
        return _("Prima del primo turno")
    open_rounds = _open_rounds(snapshot, number)
    running = next((played for played in open_rounds if played.missing), None)
    if running is not None:
        return _running(snapshot, running, counted=counted) + _counted_ahead(
            open_rounds, running.number, number
        )
    facts = {"number": number, "total": progress.total}
    if snapshot.stages.several and progress.total == 1:
        words = _("Fase finita")
    else:
        words = (
            _("Dopo il turno %(number)d di %(total)d") if progress.total else _("Dopo il turno %(number)d")
        )
    state = words % facts
    adjourned = sum(played.adjourned for played in open_rounds)
    if not adjourned:
        return state
    return state + ngettext(
        ", senza %(count)d\u00a0partita aggiornata", ", senza %(count)d\u00a0partite aggiornate", adjourned
    ) % {"count": adjourned}


def short_ranking_state(snapshot: EventSnapshot) -> str:
    """The state of the ranking in few words: how many results of the round that runs, or after which
    round.
    """
    running = next((played for played in snapshot.progress.open if played.missing), None)
    if running is None:
        return ranking_state(snapshot)
    facts = {"finished": running.finished, "games": running.games}
    return _in_progress(snapshot, running) + _(": %(finished)d di %(games)d") % facts


def _open_rounds(snapshot: EventSnapshot, number: int) -> Sequence[RoundProgress]:
    return [played for played in snapshot.progress.open if played.number <= number]


def _in_progress(snapshot: EventSnapshot, played: RoundProgress) -> str:
    """Which round runs; the only one of a stage is called as that."""
    if snapshot.stages.several and snapshot.progress.total == 1:
        return _("%(stage)s in corso") % {"stage": snapshot.stages.title}
    return _("Turno %(number)d in corso") % {"number": played.number}


def _running(snapshot: EventSnapshot, played: RoundProgress, *, counted: bool) -> str:
    state = _in_progress(snapshot, played)
    if counted:
        results = ngettext(
            ": %(count)d risultato su %(games)d", ": %(count)d risultati su %(games)d", played.finished
        )
        state += results % {"count": played.finished, "games": played.games}
    if not played.unplayed:
        return state
    return state + _("; riposi, assenze e forfait contano già")


def _counted_ahead(open_rounds: Sequence[RoundProgress], running: int, last: int) -> str:
    """That results, forfeits or byes of rounds after the running one count already, if they do."""
    waiting = {played.number for played in open_rounds if not (played.finished or played.unplayed)}
    ahead = [str(number) for number in range(running + 1, last + 1) if number not in waiting]
    if not ahead:
        return ""
    return ngettext(
        "; contano già anche risultati, riposi e forfait del turno %(rounds)s",
        "; contano già anche risultati, riposi e forfait dei turni %(rounds)s",
        len(ahead),
    ) % {"rounds": ", ".join(ahead)}
