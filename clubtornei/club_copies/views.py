"""The page of a club's own copies: making one, downloading, restoring. For its owners."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club, Role
from clubtornei.club_copies import actions
from clubtornei.club_copies.models import MOST_COPIES, ClubCopy, files
from clubtornei.club_copies.packing import ClubFile
from clubtornei.club_copies.queries import replaced_by
from clubtornei.club_copies.reading import LARGEST_ZIP, CopyUnreadable, opened
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.text.languages import date_in_words
from clubtornei.web.form_choices import set_choices
from clubtornei.web.form_pages import confirmation_page
from clubtornei.web.http import form_status
from clubtornei.web.list_pages import list_page


class CopyForm(forms.Form):
    with_mail = forms.BooleanField(
        label=gettext_lazy("Anche gli indirizzi di posta scritti nei recapiti"), required=False
    )


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File della copia"),
        help_text=gettext_lazy("Lo ZIP scaricato da questa pagina, qui o in un’altra installazione."),
        widget=forms.FileInput({"accept": ".zip,application/zip"}),
    )

    def clean_file(self) -> object:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_ZIP:
            raise forms.ValidationError(_("Il file supera i 100 MB: non è la copia di un circolo."))
        return file


WHOLE = ""


class RestoreForm(forms.Form):
    """The whole club, or one of the events of the copy."""

    event = forms.ChoiceField(label=gettext_lazy("Che cosa si ripristina"), required=False)

    def __init__(self, about: ClubFile, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        events = ((event.slug, event.name) for event in about.events)
        set_choices(self, "event", [(WHOLE, _("tutto il circolo")), *events])

    @property
    def slug(self) -> str | None:
        """The slug of the event; None: the whole club."""
        return self.cleaned_data["event"] or None


@require_safe
@never_cache
def copies(request: MemberRequest, slug: str) -> HttpResponse:
    """The copies, and how far the one is that is being made."""
    return _page(request, club_of(request, slug, Role.OWNER))


def _page(request: HttpRequest, club: Club, upload: UploadForm | None = None) -> HttpResponse:
    context = {
        "club": club,
        "section": "backups",
        "most": MOST_COPIES,
        "job": actions.last_job(club),
        "form": CopyForm(),
        "upload": upload or UploadForm(),
    }
    return list_page(
        request,
        context,
        "club_copies/copies.html",
        title=_("Copie del circolo"),
        lead=_(
            "Ognuna è un file ZIP con giocatori, tornei, modelli e circuiti: si legge anche senza il"
            " programma."
        ),
        columns=[(_("Fatta"), ""), (_("Perché"), ""), (_("Grandezza"), "num"), ("", "")],
        rows=club.copies.all(),
        nothing=_("Non ce n’è ancora nessuna: fanne una adesso."),
        status=form_status(upload is not None),
    )


@require_POST
def copy_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Make a copy now."""
    club = club_of(request, slug, Role.OWNER, even_closed=True)
    form = CopyForm(request.POST)
    with RefusalAsMessage(request):
        actions.request_copy(club, with_mail=form.is_valid() and form.cleaned_data["with_mail"])
    return redirect("club_copies:copies", slug)


@require_POST
def upload(request: MemberRequest, slug: str) -> HttpResponse:
    """Keep a file; what is in it is shown before anything changes."""
    club = club_of(request, slug, Role.OWNER)
    form = UploadForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            copy = actions.keep_upload(club, form.cleaned_data["file"])
        except CopyUnreadable as unreadable:
            form.add_error("file", str(unreadable))
        else:
            return redirect("club_copies:restore", slug, copy.pk)
    return _page(request, club, upload=form)


@require_safe
@never_cache
def download(request: MemberRequest, slug: str, copy: str) -> HttpResponseBase:
    club = club_of(request, slug, Role.OWNER)
    found = get_object_or_404(ClubCopy, pk=copy, club=club)
    try:
        file = files().open(found.file)
    except FileNotFoundError:
        return _file_is_gone(request, slug)
    name = f"{club.slug}-{found.made_at:%Y-%m-%d-%H%M}.zip"
    record("club_copy", club, request.user, name=name)
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


def _file_is_gone(request: HttpRequest, slug: str) -> HttpResponse:
    messages.error(request, _("Il file di questa copia non c’è più: scegline un’altra, o fanne una adesso."))
    return redirect("club_copies:copies", slug)


@require_http_methods(["GET", "POST"])
@never_cache
def restore(request: MemberRequest, slug: str, copy: str) -> HttpResponse:
    """What the copy has and what it would replace; then the job that does it."""
    club = club_of(request, slug, Role.OWNER)
    found = get_object_or_404(ClubCopy, pk=copy, club=club)
    try:
        with files().open(found.file) as file, opened(file) as archive:
            about = archive.about
    except FileNotFoundError:
        return _file_is_gone(request, slug)
    except CopyUnreadable as unreadable:
        messages.error(request, str(unreadable))
        return redirect("club_copies:copies", slug)
    form = RestoreForm(about, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with RefusalAsMessage(request):
            actions.request_restore(club, request.user, found, form.slug)
        return redirect("club_copies:copies", slug)
    return confirmation_page(
        request,
        {"club": club, "section": "backups", "copy": found, "about": about, "now": replaced_by(club, about)},
        form,
        title=_("Ripristinare da questa copia?"),
        lead=_("%(club)s, copia del %(made)s.")
        % {"club": about.club.get("name", ""), "made": date_in_words(about.made_at, "j F Y, H:i")},
        button=_("Ripristina"),
        back=reverse("club_copies:copies", args=[slug]),
        template="club_copies/restore.html",
    )


@require_http_methods(["GET", "POST"])
def delete(request: MemberRequest, slug: str, copy: str) -> HttpResponse:
    """Delete the copy, once the question is confirmed."""
    club = club_of(request, slug, Role.OWNER, even_closed=True)
    found = get_object_or_404(ClubCopy.objects.select_related("club"), pk=copy, club=club)
    if request.method == "POST":
        actions.delete_copy(found, request.user)
        messages.success(request, _("La copia è eliminata."))
        return redirect("club_copies:copies", slug)
    return confirmation_page(
        request,
        {"club": club, "section": "backups"},
        title=_("Eliminare la copia?"),
        sentences=[
            _("La copia del %(made)s va persa per sempre, con il suo file.")
            % {"made": date_in_words(found.made_at, "j F Y, H:i")}
        ],
        button=_("Elimina per sempre"),
        back=reverse("club_copies:copies", args=[slug]),
    )
