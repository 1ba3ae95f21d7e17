"""Whether the club's home page offers to delete the demo."""

from django import template
from django.template.context import Context

from clubtornei.accounts.models import Club, Role

register = template.Library()


@register.simple_tag(takes_context=True)
def demo_state(context: Context) -> dict[str, bool]:
    """{"exists": whether there is a demo club, "started": whether there is a real one too}.

    Both are False for a user who is not an owner; for owners it takes one query.
    """
    if getattr(context["request"], "role", None) != Role.OWNER:
        return {"exists": False, "started": False}
    demo_flags = set(Club.objects.order_by().values_list("demo", flat=True).distinct())
    return {"exists": True in demo_flags, "started": False in demo_flags}
