"""What the next page says of a write."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest

from clubtornei.events.writing import ActionRefused


def act_and_report(request: HttpRequest, action: Callable[[], object], done: str) -> None:
    """Do it. The next page says that it is `done`, or why it was refused."""
    try:
        action()
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, done)
