"""The page “Omologazione”, and the files that it gives."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.report_forms import ReportForm
from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.homologation.actions import asks_list, change_report
from clubtornei.rounds.homologation.queries import homologation_of, report_file, unlisted_sheet
from clubtornei.rounds.models import Round
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.page_context import event_context, title_of_round
from clubtornei.text.languages import reader_language
from clubtornei.text.spreadsheets import CSV, as_csv
from clubtornei.web.http import attachment, form_status, post_data
from pairing.trf import NoReport
from scoring.reasons import issue_text
from scoring.record import ReportFacts, facts_from
from scoring.trf_writing import write_trf

FORMATS = {"16": False, "26": True}


@require_http_methods(["GET", "POST"])
@locked_for_post
def homologation(request: MemberRequest, slug: str) -> HttpResponse:
    """What is missing for rating the event, its files, and the data of the event that only they need."""
    event = event_of(request, slug)
    asked = asks_list(event)
    form = ReportForm(post_data(request), facts_from(event.report, ReportFacts), asks_list=asked)
    if form.is_valid():
        change_report(event, form.report(), form.rating_lists)
        messages.success(request, _("Dati per l’omologazione salvati."))
        return redirect("rounds:homologation", slug)
    shown = homologation_of(event, lists_here=asked)
    context = event_context(request, event) | {"section": "settings", "form": form, "shown": shown}
    context["rounds"] = _rounds_to_correct(event) if event.closed else []
    context["searchable"] = any(is_searchable(missing.links) for missing in shown.missing)
    return render(
        request, "rounds/homologation/homologation.html", context, status=form_status(form.is_bound)
    )


def _rounds_to_correct(event: Event) -> list[tuple[str, str]]:
    """The rounds of a closed event with the pages where results are corrected for the report alone."""
    found = []
    rounds = Round.objects.published().filter(stage__event=event).select_related("stage__event")
    for round_ in rounds.order_by("stage__number", "number"):
        stage = round_.stage
        title = stage_title(stage.number, stage.name) if event.several else ""
        address = reverse("rounds:round", args=[*event_args(event, stage.number), round_.number])
        found.append((title_of_round(stage, round_.number, title), f"{address}?report=1"))
    return found


@require_safe
def trf(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """The report file of a stage, `?format=` 16 or 26. Where there is none the page says why."""
    event = event_of(request, slug)
    extended = FORMATS.get(request.GET.get("format", "26"))
    if extended is None or not event.stages.filter(number=stage).exists():
        raise Http404
    try:
        text = write_trf(report_file(event, stage), extended=extended)
    except NoReport as none:
        messages.warning(request, capfirst(issue_text(none.issue, reader_language())))
        return redirect("rounds:homologation", slug)
    return attachment(text, f"{event.slug}-{stage}.trf", "text/plain; charset=utf-8")


@require_safe
def unlisted(request: MemberRequest, slug: str) -> HttpResponse:
    """The data of the players who are in no list of FIDE, for the federation."""
    event = event_of(request, slug)
    return attachment(as_csv(unlisted_sheet(event)), f"{event.slug}-fide.csv", CSV)
