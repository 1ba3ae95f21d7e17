"""The forms of the copies' pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.club_copies.packing import ClubFile
from clubtornei.club_copies.reading import LARGEST_ZIP
from clubtornei.web.form_choices import set_choices


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
