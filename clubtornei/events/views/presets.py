"""A new event by one of the club's own presets, and deleting one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.events.details import EventDetails
from clubtornei.events.preset_forms import NewDaysForm
from clubtornei.events.presets import create_by_preset
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data


@require_http_methods(["GET", "POST"])
def new(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Name and day of the new event; all else is as the preset says."""
    club = club_of(request, slug)
    preset = get_object_or_404(club.presets, pk=pk)
    form = NewDaysForm(post_data(request), initial={"name": preset.name, "starts_on": localdate()})
    if form.is_valid():
        event = create_by_preset(club, preset, EventDetails(**form.cleaned_data))
        messages.success(request, _("Il torneo c’è: adesso iscrivi i giocatori."))
        return redirect("rounds:entries", event.slug)
    return form_page(
        request,
        {"club": club, "section": "events", "preset": preset},
        form,
        title=_("Nuovo torneo"),
        lead=_("Secondo il modello «%(name)s».") % {"name": preset.name},
        button=_("Crea il torneo"),
        back=reverse("events:new", args=[slug]),
        template="events/preset_new.html",
    )


@require_POST
def delete(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Delete a preset; the events that were made by it stay."""
    club = club_of(request, slug)
    preset = get_object_or_404(club.presets, pk=pk)
    preset.delete()
    messages.success(request, _("Il modello «%(name)s» non c’è più.") % {"name": preset.name})
    return redirect("events:new", slug)
