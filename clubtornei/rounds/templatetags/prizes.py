"""How templates write what somebody has won, and why."""

from django import template

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.prizes import why_award
from clubtornei.text.languages import reader_language
from scoring.prize_reasons import award_text
from scoring.prizes import Award

register = template.Library()


@register.filter
def prize(award: Award) -> str:
    return award_text(award, reader_language())


@register.filter
def why_in(award: Award, snapshot: EventSnapshot) -> str:
    """Why he has it, in a sentence."""
    return why_award(award, {player.id: player for player in snapshot.document.players})
