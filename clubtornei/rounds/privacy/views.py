"""What the site knows of a person, and taking it away."""

import json
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest, SignedInRequest, club_of
from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club, Role
from clubtornei.players.models import Player
from clubtornei.rounds.participation.signups.links import person_of
from clubtornei.rounds.privacy import actions
from clubtornei.rounds.privacy.forms import ForgetForm, PublicNameForm, RetentionForm
from clubtornei.rounds.privacy.known_tables import known_tables
from clubtornei.rounds.privacy.queries import entries_page, everything_of, known_of_user, plain
from clubtornei.rounds.state.visitor_requests import Naming, keep_for_laptop
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.http import attachment, post_data


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site stores of people, for anybody."""
    return render(request, "rounds/privacy/privacy.html")


@require_http_methods(["GET", "POST"])
def retention(request: HttpRequest, slug: str) -> HttpResponse:
    """How long the club keeps history and proposals."""
    club = club_of(request, slug, Role.OWNER, even_closed=True)
    form = RetentionForm(post_data(request), instance=club)
    if form.is_valid():
        form.save()
        messages.success(request, _("Salvato: si cancella al prossimo avvio, o entro un giorno."))
        return redirect("rounds:retention", slug)
    return form_page(
        request,
        {"club": club, "section": "club"},
        form,
        title=_("Per quanto si tiene"),
        lead=_(
            "Risultati e classifiche restano. La storia – chi ha fatto che cosa, e quando – e le proposte dai"
            " tavoli restano finché vuole il circolo; ciò che è cancellato non torna."
        ),
        button=_("Salva"),
        back=reverse("accounts:club", args=[slug]),
        template="rounds/privacy/retention.html",
    )


@never_cache
@require_safe
def person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What the site knows of somebody on the roster, to be shown to him: of his events a page."""
    club = club_of(request, slug)
    player = get_object_or_404(club.players.select_related("club"), pk=pk)
    return render(request, "rounds/privacy/person.html", _person_context(request, club, player))


def _person_context(
    request: HttpRequest, club: Club, player: Player, form: PublicNameForm | None = None
) -> Context:
    page = entries_page(player, request.GET.get("page"))
    return {
        "club": club,
        "section": "roster",
        "player": player,
        "form": form or PublicNameForm(player=player),
        "public_name": player.public_name(localdate()),
        "known": known_tables(everything_of(player, page.rows)),
        "page": page,
        "query": request.GET,
    }


@never_cache
@require_safe
def person_file(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """All of it as JSON, to be given to him."""
    club = club_of(request, slug)
    player = get_object_or_404(club.players.select_related("club"), pk=pk)
    known = {name: rows.rows for name, rows in everything_of(player).items()}
    record("person", club, request.user)
    return _file(known, f"person-{player.pk}.json")


@never_cache
@login_required
@require_safe
def own_data(request: SignedInRequest) -> HttpResponse:
    """What the site knows of the user himself, as JSON."""
    return _file(known_of_user(request.user), f"{request.user.pk}.json")


def _file(known: object, name: str) -> HttpResponse:
    return attachment(json.dumps(plain(known), ensure_ascii=False, indent=2), name, "application/json")


@require_POST
def person_initials(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say what the public reads of the name, and who has consented to it."""
    club = club_of(request, slug, even_closed=True)
    player = get_object_or_404(club.players.select_related("club"), pk=pk)
    form = PublicNameForm(request.POST, player=player)
    if not form.is_valid():
        context = _person_context(request, club, player, form)
        return render(request, "rounds/privacy/person.html", context, status=422)
    actions.save_public_name(player, form.choice())
    messages.success(request, _("Salvato: in pubblico vale da adesso, anche nei tornei di prima."))
    return redirect("rounds:person", slug, pk)


@require_POST
def own_name(request: HttpRequest, key: UUID) -> HttpResponse:
    """Whoever holds a personal link asks for initials (`initials`), or no more."""
    person = person_of(key)
    if person is None:
        raise Http404
    initials = bool(request.POST.get("initials"))
    keep_for_laptop(person.event, Naming(person=key, initials=initials))
    if person.event.received:
        messages.success(
            request, _("La richiesta è partita: il nome cambia appena il portatile del torneo risponde.")
        )
    elif initials:
        actions.ask_for_initials(person)
        messages.success(request, _("Da adesso in pubblico si leggono solo le iniziali."))
    else:
        actions.ask_for_initials_no_more(person)
        messages.success(request, _("Non chiedi più le sole iniziali."))
    return redirect("rounds:own", key)


@never_cache
@require_http_methods(["GET", "POST"])
def forget(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take away the name of who asks for it, for good; confirmed by typing it."""
    club = club_of(request, slug, Role.OWNER, even_closed=True)
    player = get_object_or_404(club.players.select_related("club"), pk=pk)
    form = ForgetForm(post_data(request), player=player)
    if form.is_valid():
        count = actions.forget(player)
        said = ngettext(
            "Dimenticato: il nome non c’è più, nemmeno in %(count)d torneo.",
            "Dimenticato: il nome non c’è più, nemmeno in %(count)d tornei.",
            count,
        )
        messages.success(request, said % {"count": count})
        return redirect("players:roster", slug)
    return confirmation_page(
        request,
        {"club": club, "section": "roster"},
        form,
        title=_("Dimenticare %(name)s?") % {"name": player.name},
        sentences=_what_forgetting_does(),
        button=_("Dimentica per sempre"),
        back=reverse("rounds:person", args=[slug, pk]),
    )


def _what_forgetting_does() -> list[str]:
    return [
        _("Dall’elenco dei giocatori sparisce, con recapito e note. Non si può tornare indietro."),
        _(
            "Nei tornei, nei documenti, nelle classifiche e nella storia al posto del nome c’è «N. N.» con un"
            " numero. Risultati e punti restano, anche quelli degli avversari."
        ),
        _(
            "Restano circolo, gruppo ed Elo di allora, su cui si basano gli abbinamenti. La pagina"
            " «Verifica tu stesso» dice che dei nomi sono stati tolti."
        ),
        _(
            "Restano ciò che è già stampato o scaricato, i testi in cui il nome non è scritto come"
            " nell’elenco dei giocatori (annunci, motivi) e le copie di sicurezza già fatte, finché non"
            " vengono sostituite."
        ),
    ]
