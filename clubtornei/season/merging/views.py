"""The pages on which two people of the roster are merged, and parted again."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.players.models import PlayerMerge
from clubtornei.season.merging import actions
from clubtornei.season.merging.queries import plan_of, suggested
from clubtornei.web.form_pages import form_page
from clubtornei.web.list_pages import list_page


@never_cache
@require_safe
def merge_with(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Whom somebody of the roster may be, to be chosen: `?q=` searches by name."""
    club = club_of(request, slug)
    player = get_object_or_404(club.players.select_related("club"), pk=pk)
    q = request.GET.get("q", "").strip()[:100]
    context = {"club": club, "section": "roster", "player": player, "q": q, "found": suggested(player, q)}
    return list_page(
        request,
        context,
        "season/merging/merge_with.html",
        title=_("Con chi va unito %(name)s?") % {"name": player.name},
        lead=_("Se la stessa persona è in elenco due volte. Prima di unirle vedi che cosa succede."),
    )


@never_cache
@require_http_methods(["GET", "POST"])
def merge(request: MemberRequest, slug: str, pk: int, other: int) -> HttpResponse:
    """What becomes of the two, and doing it: `pk` stays, `other` is merged into him."""
    club = club_of(request, slug)
    kept = get_object_or_404(club.players.select_related("club"), pk=pk)
    merged = get_object_or_404(club.players.select_related("club").exclude(pk=pk), pk=other)
    if request.method == "POST":
        with RefusalAsMessage(request):
            actions.merge(kept, merged, request.user)
            said = _("%(merged)s e %(kept)s sono ora una persona sola. Si può annullare da questa pagina.")
            messages.success(request, said % {"merged": merged.name, "kept": kept.name})
            return redirect("players:player_edit", slug, pk)
        return redirect("season:merge", slug, pk, other)
    plan = plan_of(kept, merged)
    return form_page(
        request,
        {"club": club, "section": "roster", "plan": plan},
        title=_("%(merged)s è %(kept)s?") % {"merged": merged.name, "kept": kept.name},
        lead=_("In elenco resta %(kept)s, con tutto quello che era dell’altro.") % {"kept": kept.name},
        button=_("Sì, è la stessa persona: unisci"),
        back=reverse("players:player_edit", args=[slug, pk]),
        refused=" ".join(plan.refusals),
        template="season/merging/merge.html",
    )


@require_POST
def part(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a merge."""
    club = club_of(request, slug)
    found = get_object_or_404(PlayerMerge.objects.select_related("kept__club"), kept__club=club, pk=pk)
    with RefusalAsMessage(request):
        restored = actions.part(found)
        said = _("%(name)s è di nuovo in elenco, con quello che era suo.") % {"name": restored.name}
        messages.success(request, said)
    return redirect("players:player_edit", slug, found.kept_id)
