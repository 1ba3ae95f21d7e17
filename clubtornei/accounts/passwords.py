"""Django's rules for passwords, where its Italian translation has a hole."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django 5.2 changed the sentence, and its Italian catalogue still has the old one."""

    def get_error_message(self) -> str:
        return ngettext(
            "È troppo corta: serve almeno %(n)d carattere.",
            "È troppo corta: servono almeno %(n)d caratteri.",
            self.min_length,
        ) % {"n": self.min_length}
