"""The pages of the rating lists: loading one, looking players up, and bringing ratings up to date."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import club_of, is_site_administrator
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.writing import ActionRefused
from clubtornei.exchange import actions
from clubtornei.exchange.loading import key_of
from clubtornei.exchange.models import LISTS, TABLES, LoadedList
from clubtornei.exchange.queries import differences_of, found_in, loaded_lists
from clubtornei.jobs.actions import cancel_job
from clubtornei.jobs.models import Job
from clubtornei.players.forms import month_field
from clubtornei.players.models import RatingList
from clubtornei.rounds.state.stages import with_tabs
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import HtmxRequest, form_status, post_data
from clubtornei.web.list_pages import list_page

EVERY, OWN = "all", "own"
WHOSE = [(EVERY, gettext_lazy("Tutti i circoli del sito")), (OWN, gettext_lazy("Solo questo circolo"))]
LARGEST_FILE = 200_000_000  # bytes; FIDE's zip has 45 million


class ListForm(forms.Form):
    """A list to load, of a month, with all its players or those of some federations. Only the site's
    administrator chooses for whom; others load it for their club.
    """

    list = forms.ChoiceField(label=gettext_lazy("Lista"), choices=LISTS.items())
    whose = forms.ChoiceField(label=gettext_lazy("Per chi"), choices=WHOSE)
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "Della FIDE lo zip della lista in formato TXT, meglio con tutte le cadenze: di una sola carica "
            "quella, e le altre restano vuote. Di una federazione un CSV con le intestazioni."
        ),
        widget=forms.FileInput({"accept": ".zip,.txt,.csv"}),
    )
    month = month_field(gettext_lazy("Mese della lista"))
    federations = forms.RegexField(
        r"^\s*([A-Za-z]{3}([\s,;]+[A-Za-z]{3})*)?\s*$",
        label=gettext_lazy("Solo queste federazioni"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Sigle di tre lettere, come ITA SUI. Vuoto: tutti i giocatori del mondo."),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
        error_messages={"invalid": gettext_lazy("Sigle di tre lettere divise da uno spazio, come ITA SUI.")},
    )

    def __init__(self, *args: Any, administrator: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not administrator:
            del self.fields["whose"]

    @property
    def own(self) -> bool:
        """Whether the list is to be the club's alone."""
        return bool(self.cleaned_data.get("whose", OWN) == OWN)

    def clean_file(self) -> object:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("Il file supera i 200 MB: non è una lista Elo."))
        return file

    def clean_month(self) -> str:
        """The month typed; this one where there is none."""
        typed: str = self.cleaned_data["month"]
        return typed or f"{localdate():%Y-%m}"

    def clean_federations(self) -> tuple[str, ...]:
        text: str = self.cleaned_data["federations"].upper()
        return tuple(sorted(set(text.replace(",", " ").replace(";", " ").split())))


@require_http_methods(["GET", "POST"])
@never_cache
def lists(request: HtmxRequest, slug: str) -> HttpResponse:
    """Which lists are loaded, how far one is that is being loaded, and the form that begins it."""
    club = club_of(request, slug, Role.OWNER)
    administrator = is_site_administrator(request.user)
    form = ListForm(post_data(request), request.FILES or None, administrator=administrator)
    if form.is_valid():
        data = form.cleaned_data
        try:
            actions.begin_loading(
                club, data["list"], data["file"], data["month"], data["federations"], own=form.own
            )
        except ActionRefused as refused:
            form.add_error("file", str(refused))
        else:
            return redirect("exchange:lists", slug)
    shown = [*_shown(None), *(one for one in _shown(club) if one["loaded"] or one["job"])]
    context = _page(club) | {"form": form, "shown": shown, "administrator": administrator}
    return list_page(
        request,
        context,
        "exchange/lists.html",
        title=_("Liste Elo"),
        lead=_(
            "Si caricano una volta al mese; poi si cerca senza rete. Quelle di tutti i circoli le carica chi"
            " amministra il sito; il circolo può averne di sue, che vede e usa lui solo al posto di quelle."
        ),
        status=form_status(form.is_bound),
    )


def _shown(club: Club | None) -> list[Context]:
    """Each list, every club's or that of the club, with what is loaded of it and the job that loads it."""
    loaded = {one.list: one for one in LoadedList.objects.filter(club=club)}
    owner = club.pk if club else None
    return [
        {
            "name": name,
            "title": title,
            "own": bool(club),
            "loaded": loaded.get(name),
            "job": Job.objects.last_for(key_of(name, owner)),
        }
        for name, title in LISTS.items()
    ]


@require_POST
def cancel(request: HttpRequest, slug: str, list: str) -> HttpResponse:
    """Stop the loading of a list, the club's own (`whose`) or every club's: the one that was there stays."""
    club = club_of(request, slug, Role.OWNER)
    own = request.POST.get("whose") != EVERY
    if not own and not is_site_administrator(request.user):
        raise PermissionDenied(_("È la lista di tutti i circoli: la annulla chi amministra il sito."))
    if job := Job.objects.last_for(key_of(_known(list), club.pk if own else None)):
        cancel_job(job)
    messages.info(request, _("Caricamento annullato: la lista di prima resta com’era."))
    return redirect("exchange:lists", slug)


@require_POST
def remove(request: HttpRequest, slug: str, list: str) -> HttpResponse:
    """Take the club's own list away."""
    club = club_of(request, slug, Role.OWNER)
    actions.remove_own_list(club, _known(list))
    messages.success(request, _("La lista del circolo non c’è più."))
    return redirect("exchange:lists", slug)


@require_safe
@never_cache
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is in the lists under a name or a number (`q`); `event`: the event that they may enter at once."""
    club = club_of(request, slug)
    query = request.GET.get("q", "").strip()[:100]
    event = with_tabs(_named(club, request.GET)).first()
    loaded = loaded_lists(club)
    found = [(name, LISTS[name], found_in(loaded[name], query)) for name in LISTS if name in loaded]
    context = _page(club) | {"q": query, "event": event, "found": found, "loaded": loaded}
    lead = (
        _("Chi scegli entra nell’elenco ed è subito iscritto a %(event)s.") % {"event": event}
        if event
        else ""
    )
    return list_page(request, context, "exchange/search.html", title=_("Cerca nelle liste"), lead=lead)


@require_POST
def add(request: HttpRequest, slug: str, list: str) -> HttpResponse:
    """Take a player of the list over into the roster, and enter him into `event`, if one is named."""
    club, name = club_of(request, slug), _known(list)
    loaded = loaded_lists(club).get(name)
    pk = parse_int(request.POST.get("player", "")) or 0
    listed = loaded.listed.filter(pk=pk).first() if loaded else None
    event: Event | None = _named(club, request.POST).first()
    month = loaded.month if loaded else ""
    with RefusalAsMessage(request):
        if listed is None:
            raise ActionRefused(_("La lista è intanto cambiata: cerca di nuovo."))
        if event:
            player = actions.enter_listed(event, name, listed, month)
        else:
            player = actions.take_over(club, name, listed, month)
        text = _("%(name)s è fra gli iscritti.") if event else _("%(name)s è in elenco.")
        messages.success(request, text % {"name": player.name})
    return redirect("rounds:entries", event.slug) if event else redirect("players:roster", slug)


@require_http_methods(["GET", "POST"])
@never_cache
def update(request: HttpRequest, slug: str, list: str) -> HttpResponse:
    """How the roster differs from the list, to be ticked; nothing changes by itself."""
    club, name = club_of(request, slug), _known(list)
    if request.method == "POST":
        count = actions.update_ratings(club, name, request.POST.getlist("take"))
        text = ngettext("%(count)s giocatore aggiornato.", "%(count)s giocatori aggiornati.", count)
        messages.success(request, text % {"count": count})
        return redirect("exchange:update", slug, name)
    loaded, differences = loaded_lists(club).get(name), [*differences_of(club, name)]
    lead = _("Cambia solo quello che ha la spunta. Gli iscritti ai tornei tengono l’Elo di quel giorno.")
    refused = "" if differences else _("Chi ha un codice nella lista ha già questo Elo.")
    return form_page(
        request,
        _page(club) | {"differences": differences},
        title=_("Aggiorna gli Elo"),
        lead=f"{LISTS[RatingList(name)]} · {loaded.month}. {lead}" if loaded else lead,
        button=_("Aggiorna quelli con la spunta"),
        back=reverse("players:roster", args=[slug]),
        refused=refused if loaded else _("Questa lista non è ancora caricata."),
        template="exchange/update.html",
    )


def _named(club: Club, fields: QueryDict) -> QuerySet[Event]:
    """The event of the club that `event` names, or none; PostgreSQL would refuse a NUL, which no name has."""
    return club.events.run_here().filter(slug=fields.get("event", "").replace("\0", ""))


def _known(name: str) -> str:
    if name not in TABLES:
        raise Http404
    return name


def _page(club: Club) -> Context:
    return {"club": club, "section": "roster"}
