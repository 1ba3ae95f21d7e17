"""What the club's home must know to offer the end of the demo."""

from django import template
from django.template.context import Context

from clubtornei.accounts.models import Club, Role

register = template.Library()


@register.simple_tag(takes_context=True)
def demo_state(context: Context) -> dict[str, bool]:
    """{"there": a demo club is there, "started": a real club too}; nothing is there for who is no owner.

    One query, for owners only.
    """
    if getattr(context["request"], "role", None) != Role.OWNER:
        return {"there": False, "started": False}
    kinds = set(Club.objects.order_by().values_list("demo", flat=True).distinct())
    return {"there": True in kinds, "started": False in kinds}
