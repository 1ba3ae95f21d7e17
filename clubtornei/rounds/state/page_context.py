"""The template context that the pages of an event, and those of a round, have in common."""

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event, Stage
from clubtornei.events.stage_titles import is_only_round, player_count, round_title
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
    names = (stages.title, name)
    rounds = bar.total
    if rounds is None and bar.rounds == 1 and any(names):
        rounds = rounds_of(shown, player_count(shown))
    return context | {
        "stages": stages,
        "round": round_,
        "bar": bar,
        "round_name": name,
        "short_round_name": short_name(name),
        "only_round": round_title(1, *names, rounds=rounds) if is_only_round(rounds, *names) else "",
        "day": day_of(shown, round_.number),
    }


def title_of_round(stage: Stage, number: int, title: str) -> str:
    """The round behind the `title` of its stage, if that is told. A query in round 1 of the first stage."""
    names = (title, name_in_bracket(stage, number))
    rounds = rounds_of(stage, player_count(stage)) if number == 1 and any(names) else None
    return round_title(number, *names, rounds=rounds)


def name_in_bracket(stage: Stage, number: int) -> str:
    """What the round of a bracket is called, a semi-final for example; empty elsewhere."""
    planned = planned_rounds(stage, player_count(stage)) if has_bracket(stage) else ()
    return why(planned[number - 1].name, str, reader_language()) if number <= len(planned) else ""
