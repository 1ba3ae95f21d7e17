"""A password validator whose message Django does not translate into Italian."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django's minimum length with a message of our own: Django 5.2 changed the source string of its message,
    and its Italian catalogue still has the old one.
    """

    def get_error_message(self) -> str:
        return ngettext(
            "È troppo corta: serve almeno %(n)d carattere.",
            "È troppo corta: servono almeno %(n)d caratteri.",
            self.min_length,
        ) % {"n": self.min_length}
