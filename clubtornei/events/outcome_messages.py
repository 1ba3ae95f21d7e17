"""What the next page says of a write that was refused."""

from types import TracebackType

from django.contrib import messages
from django.http import HttpRequest

from clubtornei.events.writing import ActionRefused


class RefusalAsMessage:
    """A block in which something is written: where that is refused the rest of the block is left out, and the
    next page says why.
    """

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _at: TracebackType | None
    ) -> bool:
        if not isinstance(error, ActionRefused):
            return False
        messages.error(self.request, str(error))
        return True
