"""The forms of what report files ask of an event and of a player in it (rules/document.md#identity)."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy
from msgspec.structs import replace

from clubtornei.events.merged_forms import MergedForm
from clubtornei.players.forms import CHOICES, FederationField
from clubtornei.players.models import Rate, RatingList
from clubtornei.text.text_fields import LineField, one_line
from clubtornei.text.untyped import CleanedData, FormData, JsonObject, LazyText
from scoring.identity import arbiter_of
from scoring.record import Identity, ReportArbiter, ReportFacts, facts_as_plain, facts_from

HIGHEST_ID = 2_147_483_647
MOST_DEPUTIES = 20
ARBITER_TITLES = ("IA", "FA", "NA")


def _line(label: LazyText, longest: int = 200, **kwargs: Any) -> LineField:
    return LineField(
        label=label,
        max_length=longest,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
        **kwargs,
    )


def _id_field(label: LazyText) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=1,
        max_value=HIGHEST_ID,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class BornField(forms.RegexField):
    """A year, or a day."""

    def __init__(self) -> None:
        super().__init__(
            r"^(19|20)\d{2}(-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$",
            label=_("Data o anno di nascita"),
            required=False,
            help_text=_("La data, come 1990-05-31, o solo l’anno."),
            widget=forms.TextInput({"autocomplete": "off"}),
            error_messages={"invalid": _("Una data come 1990-05-31, o solo l’anno.")},
        )

    def to_python(self, value: object) -> str:
        """Also of a day written as in Italy, 31/05/1990."""
        text = one_line(super().to_python(value) or "")
        day = re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", text)
        return f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}" if day else text


def identity_fields() -> dict[str, forms.Field]:
    """A field for each fact of an identity that is a text or a number; their names are its names."""
    return {
        "family": _line(_("Cognome"), 100),
        "given": _line(pgettext_lazy("nome di battesimo", "Nome"), 100),
        "sex": forms.ChoiceField(label=_("Sesso"), choices=CHOICES["sex"], required=False),
        "born": BornField(),
        "federation": FederationField(_("Federazione")),
        "fide_id": _id_field(_("Codice FIDE")),
        "fide_title": forms.ChoiceField(
            label=_("Titolo FIDE"),
            choices=CHOICES["fide_title"],
            required=False,
        ),
        "national_id": _line(_("Tessera nazionale"), 20),
        "category": _line(_("Categoria nazionale"), 10),
        "origin": _line(_("Provenienza nella lista nazionale"), 60),
    }


def with_facts(plain: JsonObject, facts: CleanedData) -> JsonObject:
    """The identity, in the form of the document, with these facts; all others stay."""
    return facts_as_plain(replace(facts_from(plain, Identity), **facts))


class DeputiesField(forms.CharField):
    """Arbiters, one a line: `IA Rossi Mario (800001)`."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Altri arbitri"),
            help_text=_("Uno per riga, con titolo e codice FIDE: «FA Verdi Anna (800001)»."),
            widget=forms.Textarea({"rows": 3, "autocomplete": "off"}),
            required=False,
            max_length=2000,
        )

    def to_python(self, value: object) -> tuple[ReportArbiter, ...]:  # type: ignore[override]
        lines = (super().to_python(self.prepare_value(value)) or "").splitlines()
        return tuple(arbiter_of(line) for line in map(one_line, lines) if line)

    def validate(self, value: tuple[ReportArbiter, ...]) -> None:
        if len(value) > MOST_DEPUTIES:
            raise forms.ValidationError(
                _("Sono troppi: al massimo %(most)s."), params={"most": MOST_DEPUTIES}
            )

    def run_validators(self, value: object) -> None:
        """The length is that of the text: the field has it."""

    def prepare_value(self, value: object) -> object:
        return "\n".join(map(_written, value)) if isinstance(value, tuple) else value


def _written(arbiter: ReportArbiter) -> str:
    number = f"({arbiter.fide_id})" if arbiter.fide_id else ""
    return " ".join(filter(None, (arbiter.title, arbiter.name, number)))


class ReportForm(MergedForm, forms.Form):
    """What report files ask of the event and its other forms do not."""

    city = _line(_("Città"))
    federation = FederationField(
        _("Federazione del torneo"), help_text=_("La sigla di tre lettere della FIDE, come ITA.")
    )
    rate = forms.ChoiceField(
        label=_("Cadenza"), choices=Rate.choices, help_text=_("Di quale Elo si tiene conto, nelle liste.")
    )
    time_control = _line(
        _("Tempo di riflessione"), help_text=_("A parole: «90 minuti + 30 secondi a mossa».")
    )
    time_control_code = forms.RegexField(
        r"^(\d+/)?\d+(\+\d+)?(:(\d+/)?\d+(\+\d+)?)*$",
        label=_("In secondi"),
        required=False,
        max_length=60,
        help_text=_("Come lo legge la FIDE: 5400+30, 40/6000+30:900+30."),
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"invalid": _("Secondi più incremento, come 5400+30; periodi divisi da due punti.")},
    )
    arbiter = _line(_("Arbitro principale"))
    arbiter_title = forms.ChoiceField(
        label=_("Titolo"), choices=[("", "–"), *((title, title) for title in ARBITER_TITLES)], required=False
    )
    arbiter_id = _id_field(_("Codice FIDE dell’arbitro"))
    deputies = DeputiesField()
    fide_event_id = _line(_("Codice FIDE del torneo"), 20)
    national = FederationField(
        _("Federazione della lista nazionale"), help_text=_("Vuota: quella del torneo.")
    )

    def __init__(self, data: FormData | None, report: ReportFacts, *, asks_list: bool = False) -> None:
        """`asks_list`: nobody said of which rating list the ratings are, and the settings no longer ask."""
        chief = report.chief_arbiter
        names = ("city", "federation", "rate", "time_control", "time_control_code", "deputies")
        initial = {name: getattr(report, name) for name in (*names, "fide_event_id", "national")}
        of_chief = {"arbiter": chief.name, "arbiter_title": chief.title, "arbiter_id": chief.fide_id}
        super().__init__(data, initial=initial | of_chief)
        self.stored = report
        if asks_list:
            self.fields["rating_list"] = forms.ChoiceField(
                label=_("Lista Elo"),
                choices=[("", "–"), *RatingList.choices],
                required=False,
                help_text=_("Di quale lista è l’Elo degli iscritti. Elo e numeri restano."),
            )

    @property
    def rating_lists(self) -> tuple[str, ...]:
        """The list that was named, if it was asked for."""
        named: str = self.cleaned_data.get("rating_list", "")
        return (named,) if named else ()

    def report(self) -> ReportFacts:
        facts = dict(self.cleaned_data)
        facts.pop("rating_list", None)
        title = facts.pop("arbiter_title")
        chief = replace(
            self.stored.chief_arbiter, name=facts.pop("arbiter"), title=title, fide_id=facts.pop("arbiter_id")
        )
        return replace(self.stored, chief_arbiter=chief, **facts)
