"""What organisers write, and to whom."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.events.models import Event
from clubtornei.mail.models import LONGEST_ADDRESS, LONGEST_SUBJECT, LONGEST_TEXT
from clubtornei.rounds.messages.queries import people_of
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import CleanedData, FormData
from clubtornei.web.form_choices import set_choices

EVERYBODY, SOME = "everybody", "some"


class MessageForm(forms.Form):
    """A message. `key`: of this form, so that it is sent once however often it is confirmed."""

    subject = LineField(label=gettext_lazy("Oggetto"), max_length=LONGEST_SUBJECT)
    text = forms.CharField(
        label=gettext_lazy("Testo"), max_length=LONGEST_TEXT, widget=forms.Textarea({"rows": 8})
    )
    whom = forms.ChoiceField(
        label=gettext_lazy("A chi"),
        choices=[(EVERYBODY, gettext_lazy("a tutti")), (SOME, gettext_lazy("solo a chi scelgo qui sotto"))],
        widget=forms.RadioSelect,
        initial=EVERYBODY,
    )
    people = forms.MultipleChoiceField(
        label=gettext_lazy("Chi"), required=False, widget=forms.CheckboxSelectMultiple
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: FormData | None, *, event: Event) -> None:
        super().__init__(data, initial={"key": uuid4()})
        people = [(one.key, one.name) for one in people_of(event)]
        set_choices(self, "people", people)
        self.everybody = [key for key, _name in people]

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        if self.cleaned_data.get("whom") == SOME and not self.cleaned_data.get("people"):
            self.add_error("people", _("Scegli almeno una persona."))
        return cleaned

    @property
    def chosen(self) -> list[str]:
        """The keys of who gets it, of a valid form."""
        if self.cleaned_data["whom"] == EVERYBODY:
            return self.everybody
        people: list[str] = self.cleaned_data["people"]
        return people

    @property
    def names(self) -> list[str]:
        """The names of who gets the message."""
        choices = dict(self.fields["people"].choices)  # type: ignore[attr-defined]
        return [choices[key] for key in self.chosen]


class OrganiserForm(forms.Form):
    """The address at which an organiser is told of new sign-ups."""

    email = forms.EmailField(label=gettext_lazy("Indirizzo email"), max_length=LONGEST_ADDRESS)
