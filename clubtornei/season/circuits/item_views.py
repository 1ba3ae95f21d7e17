"""The pages of one event of a circuit: what the circuit says of it, and the results typed in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.season.circuits import actions
from clubtornei.season.circuits.access import circuit_of, page
from clubtornei.season.circuits.forms import CountingForms
from clubtornei.season.circuits.item_forms import ItemForm, TypedForm, written
from clubtornei.season.models import Circuit, CircuitEvent
from clubtornei.web.http import form_status, post_data


@require_http_methods(["GET", "POST"])
@never_cache
def item(request: MemberRequest, slug: str, circuit: str, pk: int) -> HttpResponse:
    """How an event of the club counts in the circuit."""
    found = circuit_of(request, slug, circuit)
    event = get_object_or_404(found.club.events, pk=pk)
    stored = found.items.filter(event=event).first() or CircuitEvent(circuit=found, event=event)
    stored.circuit = found
    return _page(request, found, stored, ItemForm(post_data(request), instance=stored))


@require_http_methods(["GET", "POST"])
@never_cache
def typed_new(request: MemberRequest, slug: str, circuit: str) -> HttpResponse:
    """An event played elsewhere, or still to come."""
    found = circuit_of(request, slug, circuit)
    new = CircuitEvent(circuit=found, kind="external")
    return _page(request, found, new, TypedForm(post_data(request), instance=new))


@require_http_methods(["GET", "POST"])
@never_cache
def typed(request: MemberRequest, slug: str, circuit: str, pk: int) -> HttpResponse:
    found = circuit_of(request, slug, circuit)
    stored = get_object_or_404(found.items.filter(event=None), pk=pk)
    stored.circuit = found
    initial = {"results": written(list(stored.results.all()))}
    form = TypedForm(post_data(request), instance=stored, initial=initial)
    return _page(request, found, stored, form)


def _page(request: MemberRequest, circuit: Circuit, item: CircuitEvent, form: ItemForm) -> HttpResponse:
    """The form; a valid one is saved. Choosing another way of counting shows its options first."""
    counting = CountingForms(post_data(request), item.counting, like_circuit=True)
    submitted = request.method == "POST" and not counting.changed
    if submitted and form.is_valid() & counting.is_valid():
        item.counting = counting.written()
        results = form.typed if isinstance(form, TypedForm) else None
        if not isinstance(form, TypedForm) or form.check_counting():
            with RefusalAsMessage(request):
                actions.save_item(item, results)
                _say(request, form)
            return redirect("season:circuit", circuit.club.slug, circuit.slug)
    context = page(circuit.club) | {
        "circuit": circuit,
        "item": item,
        "form": form,
        "title": str(item) if item.pk or item.event_id else _("Un torneo giocato altrove, o da giocare"),
        "lead": _("Come conta per «%(circuit)s».") % {"circuit": circuit.name},
        "button": _("Salva"),
        "back": reverse("season:circuit", args=[circuit.club.slug, circuit.slug]),
        "counting": counting,
        "typed": isinstance(form, TypedForm),
    }
    if counting.changed:
        form.errors.clear()
        part = "season/circuits/_counting.html" if request.htmx else "season/circuits/item_form.html"
        return render(request, part, context)
    return render(request, "season/circuits/item_form.html", context, status=form_status(form.is_bound))


def _say(request: MemberRequest, form: ItemForm) -> None:
    messages.success(request, _("Salvato: la classifica è già ricalcolata."))
    if isinstance(form, TypedForm) and form.unknown:
        names = ", ".join(form.unknown[:30])
        text = _("Non sono fra i giocatori del circolo, e contano con il nome scritto: %(names)s.")
        messages.info(request, text % {"names": names})


@require_POST
def remove(request: MemberRequest, slug: str, circuit: str, pk: int) -> HttpResponse:
    """Take an event played elsewhere, or what the circuit says of one of the club, away."""
    found = circuit_of(request, slug, circuit)
    stored = get_object_or_404(found.items, pk=pk)
    stored.circuit = found
    with RefusalAsMessage(request):
        actions.remove_item(stored)
    return redirect("season:circuit", slug, circuit)
