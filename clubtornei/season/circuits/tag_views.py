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
from clubtornei.events.models import LATEST_FIRST
from clubtornei.season.circuits.access import page
from clubtornei.season.circuits.forms import tag_of
from clubtornei.season.models import LONGEST_TAG, Circuit, EventTag
from clubtornei.text.numerals import parse_int
from clubtornei.text.text_fields import one_line
from clubtornei.web.form_pages import form_page
from clubtornei.web.key_pages import key_page

ON_A_PAGE = 20
FIELD = "event-"  # with the event's key


@require_http_methods(["GET", "POST"])
@never_cache
def tags(request: MemberRequest, slug: str) -> HttpResponse:
    """Each event with its tags in one field, separated by commas, the latest first, by page."""
    club = club_of(request, slug)
    if request.method == "POST":
        typed = {
            pk: _tags_in(request.POST.get(name, ""))
            for name in request.POST
            if name.startswith(FIELD) and (pk := parse_int(name.removeprefix(FIELD)))
        }
        own = club.events.filter(pk__in=typed).values_list("pk", flat=True)
        set_tags(club, {pk: typed[pk] for pk in own})
        messages.success(request, _("Le etichette sono salvate."))
        return redirect(request.get_full_path())
    found = club.events.brief().prefetch_related("tags")
    events = key_page(found, LATEST_FIRST, request.GET.get("page"), ON_A_PAGE)
    rows = [(event, ", ".join(tag.name for tag in event.tags.all())) for event in events]
    return form_page(
        request,
        page(club) | {"rows": rows, "page": events, "query": request.GET},
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


def _tags_in(text: str) -> list[str]:
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
