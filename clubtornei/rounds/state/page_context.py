"""The template context that the pages of an event, and those of a round, have in common."""

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event, Stage
from clubtornei.events.stage_titles import player_count
from clubtornei.events.systems import has_bracket, planned_rounds, rounds_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.access import is_arbiter
from clubtornei.rounds.state.bracket_plan import short_name
from clubtornei.rounds.state.days import day_of
from clubtornei.rounds.state.rounds_bar import rounds_bar
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import Context
from pairing.reasons import why


def section_context(event: Event, section: str) -> Context:
    """The context of a page that asks nothing about who reads it; `section`: the tab that it belongs to."""
    return {"club": event.club, "event": event, "section": section}


def event_context(request: MemberRequest, event: Event) -> Context:
    """The context of every page of an event. `may_change`: an arbiter may, while the event is open;
    `may_reopen`: the owner may, once it is closed.
    """
    arbiter = is_arbiter(request)
    return section_context(event, "rounds") | {
        "arbiter": arbiter,
        "may_change": arbiter and not event.closed,
        "may_reopen": event.closed and request.role.is_owner,
    }


def round_header(request: MemberRequest, event: Event, round_: Round) -> Context:
    """The context of every page of a round: its day, its stage, and the bar of that stage's rounds."""
    shown, stages = stage_and_tabs(stages_of(event), round_.stage.number)
    name = name_in_bracket(shown, round_.number)
    context = event_context(request, event)
    bar = rounds_bar(shown, may_change=context["may_change"], shown=round_.number)
    is_only = bar.total == 1 or (bar.rounds == 1 and bar.total is None and is_only_round(shown))
    return context | {
        "stages": stages,
        "round": round_,
        "bar": bar,
        "round_name": name,
        "short_round_name": short_name(name),
        "only_round": stages.title if is_only and not has_bracket(shown) else "",
        "day": day_of(shown, round_.number),
    }


def is_only_round(stage: Stage) -> bool:
    """Whether one of several stages has one round, which is called as the stage. A query in the first one."""
    return not has_bracket(stage) and rounds_of(stage, player_count(stage)) == 1


def name_in_bracket(stage: Stage, number: int) -> str:
    """What the round of a bracket is called, a semi-final for example; empty elsewhere."""
    planned = planned_rounds(stage, player_count(stage)) if has_bracket(stage) else ()
    return why(planned[number - 1].name, str, reader_language()) if number <= len(planned) else ""
