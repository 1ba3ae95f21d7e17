"""Forms generated from the engines' option records, so that a new system or scoring method needs no form.

An option record declares the name, type, default, bounds, title and meaning of each option (scoring.options);
each becomes a form field here. The form's values are in the form of the document's `options`.
"""

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.events.merged_forms import MergedForm
from clubtornei.text.languages import translated
from clubtornei.text.numerals import with_decimal_point
from clubtornei.text.untyped import CleanedData, Options
from scoring.options import MOST_VALUES, Option, describe
from scoring.reasons import printable

LARGEST = 10**9  # the largest number that a document may contain
NO_DEFAULTS: Mapping[str, Any] = {}


class OptionForm(MergedForm, forms.Form):
    """The options of one record."""

    record: type[Struct]

    @property
    def asked_first(self) -> list[forms.BoundField]:
        """The number of rounds, and what has no default: the rest is mostly left as it is."""
        asked = {row.name for row in describe(self.record) if row.required or row.name == "rounds"}
        return [field for field in self if field.name in asked]

    @property
    def rarely_changed(self) -> list[forms.BoundField]:
        asked = [field.name for field in self.asked_first]
        return [field for field in self if field.name not in asked]

    def clean(self) -> CleanedData:
        for option in describe(self.record):
            listed = self.cleaned_data.get(option.among)
            if listed and self.cleaned_data.get(option.name, listed[0]) not in listed:
                text = _(
                    "%(value)s non è fra «%(list)s» (%(listed)s): aggiungilo lì, o scegli uno di quelli."
                )
                self.add_error(
                    option.name,
                    text
                    % {
                        "value": self.cleaned_data[option.name],
                        "list": self.fields[option.among].label,
                        "listed": ", ".join(map(str, listed)),
                    },
                )
        return self.cleaned_data

    def values(self, defaults: Options = NO_DEFAULTS) -> Options:
        """The options in the form of the document; those that have their default value are left out.

        `defaults`: default values that differ from the record's own.
        """
        chosen = {}
        for option in describe(self.record):
            if option.name not in self.fields:
                continue
            value = self.cleaned_data[option.name]
            if option.nullable and value == "":
                value = None
            default = defaults.get(option.name, option.default)
            if option.required or value != (list(default) if isinstance(default, tuple) else default):
                chosen[option.name] = value
        return chosen


def option_form(record: type[Struct], without: Collection[str] = ()) -> type[OptionForm]:
    """The form class of an option record, `without` some of its options.

    Raises KeyError if there is no form field for the type of an option.
    """
    fields = {option.name: _field(option) for option in describe(record) if option.name not in without}
    return type(f"{record.__name__}Form", (OptionForm,), {"record": record, **fields})


def initial_of(record: type[Struct], written: Options) -> CleanedData:
    """The form's initial values: those of `written`, and the defaults of the other options."""
    return {
        option.name: _form_value(option, written.get(option.name, option.default))
        for option in describe(record)
    }


def _form_value(option: Option, value: object) -> object:
    """The value as its field shows it: lists of numbers on one line."""
    if option.type not in ("integers", "numbers"):
        return value
    return " ".join(map(written, value)) if isinstance(value, list | tuple) else ""


def written(number: object) -> str:
    """The number as it is written in the reader's language."""
    return str(number).replace(".", get_format("DECIMAL_SEPARATOR"))


def _field(option: Option) -> forms.Field:
    field = FIELDS[option.type](option)
    field.label = translated(option.title)
    field.help_text = translated(option.meaning)
    return field


def _is_required(option: Option) -> bool:
    """Whether the field may not be left empty. A default is filled in, so emptying its field is a mistake."""
    return option.required or (option.default is not None and not option.nullable)


def _integer(option: Option) -> forms.Field:
    return forms.IntegerField(
        required=_is_required(option),
        min_value=option.minimum,
        max_value=option.maximum,
        initial=option.default,
    )


def _number(option: Option) -> forms.Field:
    return ExactField(
        required=_is_required(option),
        min_value=option.minimum,
        max_value=option.maximum,
        initial=option.default,
    )


def _boolean(option: Option) -> forms.Field:
    if option.nullable:
        # Yes, no, or not set.
        return forms.TypedChoiceField(
            required=False,
            choices=[("", _("non deciso")), ("True", _("Sì")), ("False", _("No"))],
            coerce="True".__eq__,
            empty_value=None,
            initial=option.default,
        )
    return forms.BooleanField(required=False, initial=option.default)


def _text(option: Option) -> forms.Field:
    return forms.CharField(required=option.required, max_length=200, initial=option.default)


def _choice(option: Option) -> forms.Field:
    blank = [] if _is_required(option) else [("", _("non deciso"))]
    return forms.ChoiceField(
        required=_is_required(option),
        choices=[*blank, *_labelled_choices(option)],
        initial=option.default,
    )


def _labelled_choices(option: Option) -> list[tuple[str, str]]:
    return [
        (choice, translated(option.choice_labels[choice]) if choice in option.choice_labels else choice)
        for choice in option.choices
    ]


def _choices(option: Option) -> forms.Field:
    return forms.MultipleChoiceField(
        required=option.required,
        choices=_labelled_choices(option),
        widget=forms.CheckboxSelectMultiple,
    )


def _integers(option: Option) -> forms.Field:
    part = forms.IntegerField(min_value=option.minimum, max_value=option.maximum)
    return ListField(part, required=option.required or option.not_empty)


def _numbers(option: Option) -> forms.Field:
    part = ExactField(min_value=option.minimum, max_value=option.maximum)
    return ListField(part, required=option.required)


class ExactField(forms.DecimalField):
    """A number as the document writes it: integers as int, other numbers as Decimal without trailing zeros.

    A comma is accepted as the decimal separator, and shown where that is the reader's: browsers would show
    their own in a field of numbers. What would be thousands to the reader, 1.000 in Italian and 1,000 in
    English, is refused: taken for 1 it would decide a tournament.
    """

    def __init__(self, *, min_value: int | None = None, max_value: int | None = None, **kwargs: Any) -> None:
        super().__init__(
            min_value=-LARGEST if min_value is None else min_value,
            max_value=LARGEST if max_value is None else max_value,
            max_digits=15,
            widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off"}),
            **kwargs,
        )

    def to_python(self, value: object) -> Decimal | None:  # type: ignore[override]
        if not isinstance(value, str):
            return super().to_python(value)
        return super().to_python(with_decimal_point(value))

    def clean(self, value: object) -> int | Decimal | None:
        number = super().clean(value)
        return number if number is None else _plain(number)

    def prepare_value(self, value: object) -> object:
        return written(_plain(value)) if isinstance(value, Decimal) else value


def _plain(number: Decimal) -> int | Decimal:
    return int(number) if number == number.to_integral_value() else number.normalize()


class ListField(forms.CharField):
    """Several values on one line, separated by spaces or semicolons; each is cleaned by the field `part`."""

    default_error_messages = {
        "part": _("«%(part)s» non va bene: %(why)s Scrivi i valori separati da spazi."),
        "too_many": _("Sono %(found)d valori: al massimo %(maximum)d."),
    }

    def __init__(self, part: forms.Field, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.part = part

    def to_python(self, value: object) -> list[object]:  # type: ignore[override]
        parts = (super().to_python(value) or "").replace(";", " ").split()
        if len(parts) > MOST_VALUES:
            params = {"found": len(parts), "maximum": MOST_VALUES}
            raise forms.ValidationError(self.error_messages["too_many"], code="too_many", params=params)
        return [self._clean_part(part) for part in parts]

    def _clean_part(self, text: str) -> object:
        try:
            return self.part.clean(text)
        except forms.ValidationError as error:
            why = " ".join(error.messages)
            raise forms.ValidationError(
                self.error_messages["part"], code="part", params={"part": printable(text), "why": why}
            ) from error


FIELDS: dict[str, Callable[[Option], forms.Field]] = {
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "text": _text,
    "choice": _choice,
    "choices": _choices,
    "integers": _integers,
    "numbers": _numbers,
}
