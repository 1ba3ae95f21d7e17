"""The form of who signs up, with what keeps machines away, and that of the arbiter."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.core import signing
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from clubtornei.events.forms import check_year
from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.models import Event, SignUp, SignUpSettings
from clubtornei.mail.models import LONGEST_ADDRESS, can_send
from clubtornei.players.forms import FIRST_BIRTH_YEAR, clean_name
from clubtornei.players.reading.lines import NotAName, name_alone
from clubtornei.rounds.participation.signups.queries import asks_birth_year
from clubtornei.rounds.participation.signups.questions import answers_in, questions_of
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import CleanedData, FormData
from clubtornei.web.form_choices import set_choices

QUICKEST, OLDEST = 3, 12 * 60 * 60
"""Seconds after which somebody may have filled the form in, and within which he must."""
TOO_QUICK = _("Un attimo ancora: premi di nuovo «Iscriviti».")


def new_ticket(event: Event) -> str:
    """What tells one form of the event from another, and when it was asked for. It gives one sign-up."""
    return signing.dumps(str(uuid4()), salt=_salt(event))


def _salt(event: Event) -> str:
    return f"clubtornei.sign-up.{event.pk}"


class SignUpForm(forms.ModelForm):
    """Name, club and contact, what else the event asks, and the tick that accepts the rules. Of a minor, or
    of everybody where it is asked, the year of birth; and whether a parent consents to the whole name.
    `website`: nobody sees it, so whoever fills it in is a machine. `too_quick`: what to do where nothing is
    wrong but that it was sent as quickly as a machine would.
    """

    website = forms.CharField(
        required=False, widget=forms.TextInput({"tabindex": "-1", "autocomplete": "off"})
    )
    ticket = forms.CharField(widget=forms.HiddenInput)
    consent = forms.BooleanField(
        label=_("Sono il genitore, o chi ne fa le veci: acconsento che il nome compaia per intero"),
        required=False,
    )
    birth_year = forms.IntegerField(label=_("Anno di nascita"), required=False, min_value=FIRST_BIRTH_YEAR)
    email = forms.EmailField(
        label=_("Email, per le notizie"),
        required=False,
        max_length=LONGEST_ADDRESS,
        help_text=_(
            "Se vuoi: ti arriva un link per confermarla, poi il tuo link personale e dove giochi. "
            "Non la vede nessuno, nemmeno chi organizza."
        ),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )

    class Meta:
        model = SignUp
        fields = ["name", "affiliation", "contact", "birth_year", "consent_by", "accepted_rules"]
        field_classes = dict.fromkeys(("name", "affiliation", "contact", "consent_by"), LineField)
        labels = {"consent_by": _("Nome del genitore")}
        widgets = {
            "name": forms.TextInput({"autocomplete": "name"}),
            "affiliation": forms.TextInput({"autocomplete": "organization"}),
            "contact": forms.TextInput({"autocomplete": "tel"}),
        }
        help_texts = {
            "name": _("Prima il cognome."),
            "contact": _("Telefono o email. Lo vede solo chi organizza, per richiamarti."),
        }

    def __init__(self, data: FormData | None, *, event: Event, settings: SignUpSettings) -> None:
        super().__init__(data, initial={"ticket": new_ticket(event)})
        self.event = event
        self.asks_birth_year = self.fields["birth_year"].required = asks_birth_year(event, settings)
        self.questions = questions_of(settings)
        for question in self.questions:
            self.fields[question.name] = question.field()
        self.fields["contact"].required = True
        if not can_send():
            del self.fields["email"]
        accepted = self.fields["accepted_rules"]
        accepted.required, accepted.help_text = True, event.notices.get("rules", "")
        accepted.error_messages["required"] = _("Per iscriverti leggi le regole, poi metti la spunta.")
        self.key = ""
        self.too_quick = ""

    @property
    def of_everybody(self) -> list[forms.BoundField]:
        born = ["birth_year"] if self.asks_birth_year else []
        asked = [question.name for question in self.questions]
        mail = ["email"] if "email" in self.fields else []
        return [self[name] for name in ["name", *born, "affiliation", "contact", *mail, *asked]]

    @property
    def of_minor(self) -> list[forms.BoundField]:
        born = [] if self.asks_birth_year else ["birth_year"]
        return [self[name] for name in [*born, "consent", "consent_by"]]

    @property
    def opens_minor(self) -> bool:
        """Whether something of a minor was filled in, or is wrong."""
        return any(field.errors or field.value() for field in self.of_minor)

    @property
    def answers(self) -> list[tuple[str, str]]:
        """The questions and answers of a valid form."""
        return answers_in(self.questions, self.cleaned_data)

    def clean_name(self) -> str:
        try:
            return clean_name(name_alone(self.cleaned_data["name"]))
        except NotAName as error:
            raise forms.ValidationError(str(error)) from error

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        if year is not None and year > localdate().year:
            raise forms.ValidationError(_("Controlla l’anno."))
        return year

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            self.add_error(None, _("Il campo «Non riempire» va lasciato vuoto."))
        return ""

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        if self.cleaned_data.get("consent") and not self.cleaned_data.get("consent_by"):
            self.add_error("consent_by", _("Chi acconsente? Scrivi il suo nome."))
        if self.cleaned_data.get("consent_by") and not self.cleaned_data.get("consent"):
            self.add_error("consent", _("Senza la spunta non è un consenso: mettila, o togli il nome."))
        ticket = self.cleaned_data.get("ticket", "")
        try:
            self.key = signing.loads(ticket, salt=_salt(self.event), max_age=OLDEST)
        except signing.BadSignature:
            self.add_error(None, _("La pagina era aperta da troppo tempo: controlla e premi di nuovo."))
            return cleaned
        try:
            signing.loads(ticket, salt=_salt(self.event), max_age=QUICKEST)
        except signing.SignatureExpired:
            return cleaned
        if not self.errors:
            self.too_quick = str(TOO_QUICK)
            self.add_error(None, TOO_QUICK)
        return cleaned


class SettingsForm(MergedForm, forms.ModelForm):
    """Whether people sign up by themselves, from when to when, and how many."""

    class Meta:
        model = SignUpSettings
        fields = [
            "enabled",
            "opens_at",
            "closes_at",
            "limit",
            "approval",
            "self_check_in",
            "self_leaving",
            "listed",
            "asks_birth_year",
        ]
        widgets = dict.fromkeys(
            ("opens_at", "closes_at"),
            forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        )
        help_texts = {
            "opens_at": _("Vuoto: da subito."),
            "closes_at": _("Vuoto: fino al sorteggio."),
            "limit": _("Vuoto: quanti ne ammette la formula. Chi arriva dopo è in lista d’attesa."),
            "approval": _("Senza: chi ha un posto si iscrive con gli altri, in un tocco."),
            "listed": _("Con chi aspetta un posto. Di minorenni e di chi lo chiede solo le iniziali."),
            "asks_birth_year": _("Dove giocano dei minorenni. Con premi per età si chiede comunque."),
        }

    limit = forms.IntegerField(
        label=_("Posti"), required=False, min_value=1, max_value=9_999, help_text=Meta.help_texts["limit"]
    )

    def clean_opens_at(self) -> datetime | None:
        return self._moment("opens_at")

    def clean_closes_at(self) -> datetime | None:
        return self._moment("closes_at")

    def _moment(self, name: str) -> datetime | None:
        moment: datetime | None = self.cleaned_data[name]
        if moment is not None:
            check_year(moment.date())
        return moment


class RenewForm(forms.Form):
    """Which address is to be another one."""

    what = forms.ChoiceField(label=_("Quale"))

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "what", choices)
