"""The tags of the club's events, by which circuits find them."""

from collections import defaultdict

from django.contrib import messages
from django.db import transaction
from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club
from clubtornei.season.circuits.access import page
from clubtornei.season.circuits.forms import tag_of
from clubtornei.season.models import LONGEST_TAG, Circuit, EventTag
from clubtornei.text.text_fields import one_line
from clubtornei.web.form_pages import form_page

MOST_SHOWN = 300  # events, the latest first


@require_http_methods(["GET", "POST"])
@never_cache
def tags(request: MemberRequest, slug: str) -> HttpResponse:
    """Each event with its tags in one field, separated by commas."""
    club = club_of(request, slug)
    events = list(club.events.latest_first().prefetch_related("tags")[:MOST_SHOWN])
    if request.method == "POST":
        set_tags(club, {event.pk: _typed(request.POST.get(f"event-{event.pk}", "")) for event in events})
        messages.success(request, _("Le etichette sono salvate."))
        return redirect("season:tags", slug)
    rows = [(event, ", ".join(tag.name for tag in event.tags.all())) for event in events]
    return form_page(
        request,
        page(club) | {"rows": rows},
        title=_("Etichette dei tornei"),
        lead=_(
            "Più d’una si separano con la virgola. Un circuito può prendere da solo i tornei che ne hanno"
            " una."
        ),
        button=_("Salva"),
        back=reverse("season:circuits", args=[slug]),
        refused="" if rows else _("Il circolo non ha ancora tornei."),
        template="season/circuits/tags.html",
    )


def _typed(text: str) -> list[str]:
    names = (tag_of(one_line(part))[:LONGEST_TAG] for part in text.split(","))
    return sorted({name for name in names if name})


@transaction.atomic
def set_tags(club: Club, wanted: dict[int, list[str]]) -> None:
    """Give these events of the club these tags and no others; circuits are counted anew."""
    held: dict[int, set[str]] = defaultdict(set)
    for event, name in EventTag.objects.filter(event__in=wanted).values_list("event", "name"):
        held[event].add(name)
    for event, names in wanted.items():
        if gone := held[event].difference(names):
            EventTag.objects.filter(event=event, name__in=gone).delete()
    EventTag.objects.bulk_create(
        [EventTag(event_id=event, name=name) for event, names in wanted.items() for name in names],
        ignore_conflicts=True,
    )
    Circuit.objects.filter(club=club).update(version=F("version") + 1)
