"""A page of an event that its owner deletes while the page is being made, most often for a poll: there is no
such page any more, instead of an error.
"""

from django.core.handlers.exception import response_for_exception
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from clubtornei.events.models import Event


class DeletedEventMiddleware(MiddlewareMixin):
    """Answers 404 where a view fails and the event that it found first (`event_pk`) is there no longer."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer; None: the exception has another cause."""
        found = getattr(request, "event_pk", None)
        if found is None or isinstance(exception, Http404) or Event.objects.filter(pk=found).exists():
            return None
        return response_for_exception(request, Http404())
