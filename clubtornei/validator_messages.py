"""What Django's validators say of numbers and texts that are too large, in the words of an arbiter.

They are said by the validators themselves and not by each form: fields that forms make of models, or of the
options of engines, have them as well.
"""

from typing import Any

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core import validators
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy


def speak_our_words() -> None:
    """Give the validators our messages; once, when the site starts."""
    UnicodeUsernameValidator.message = _("Solo lettere, cifre e . - _ @ +, senza spazi.")
    validators.MaxValueValidator.message = _("Al massimo %(limit_value)s.")
    validators.MinValueValidator.message = _("Almeno %(limit_value)s.")
    validators.MaxLengthValidator.message = ngettext_lazy(
        "Al massimo %(limit_value)d carattere: qui sono %(show_value)d.",
        "Al massimo %(limit_value)d caratteri: qui sono %(show_value)d.",
        "limit_value",
    )
    validators.MinLengthValidator.message = ngettext_lazy(
        "Almeno %(limit_value)d carattere: qui sono %(show_value)d.",
        "Almeno %(limit_value)d caratteri: qui sono %(show_value)d.",
        "limit_value",
    )
    messages: Any = validators.DecimalValidator.messages
    messages |= {
        "max_digits": ngettext_lazy("Al massimo %(max)s cifra.", "Al massimo %(max)s cifre.", "max"),
        "max_decimal_places": ngettext_lazy(
            "Al massimo %(max)s decimale.", "Al massimo %(max)s decimali.", "max"
        ),
        "max_whole_digits": ngettext_lazy(
            "Al massimo %(max)s cifra prima della virgola.",
            "Al massimo %(max)s cifre prima della virgola.",
            "max",
        ),
    }
