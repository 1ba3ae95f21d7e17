"""How templates write what somebody has won."""

from django import template

from clubtornei.languages import reader_language
from scoring.prize_reasons import award_text
from scoring.prizes import Award

register = template.Library()


@register.filter
def prize(award: Award) -> str:
    return award_text(award, reader_language())
