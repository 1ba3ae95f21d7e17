"""Whether the club's home page offers to delete the demo."""

from typing import NamedTuple

from django import template
from django.template.context import Context

from clubtornei.accounts.models import Club, Role

register = template.Library()


class DemoState(NamedTuple):
    """`exists`: there is a demo club; `dispensable`: there is a real club too."""

    exists: bool
    dispensable: bool

    @property
    def alone(self) -> bool:
        """Whether there is nothing but the demo yet."""
        return self.exists and not self.dispensable

    @property
    def left_over(self) -> bool:
        """Whether the demo is still there beside a real club."""
        return self.exists and self.dispensable


@register.simple_tag(takes_context=True)
def demo_state(context: Context) -> DemoState:
    """The demo club for an owner; others see none. It takes one query."""
    if getattr(context["request"], "role", None) != Role.OWNER:
        return DemoState(exists=False, dispensable=False)
    demo_flags = set(Club.objects.order_by().values_list("demo", flat=True).distinct())
    return DemoState(exists=True in demo_flags, dispensable=False in demo_flags)
