"""How a password is asked for, and validators whose messages Django does not translate into good Italian."""

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    NumericPasswordValidator,
    UserAttributeSimilarityValidator,
)
from django.forms import BaseForm
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubtornei.text.untyped import CleanedData


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


class Uncommon(CommonPasswordValidator):
    """Django's with a message of our own: below the field it need not say that it is about the password."""

    def get_error_message(self) -> str:
        return _("La usano in troppi: scegline una meno comune.")


class NotDigitsAlone(NumericPasswordValidator):
    """Django's with a message of our own, which says what to do."""

    def get_error_message(self) -> str:
        return _("Ha solo cifre: aggiungi qualche lettera.")


class UnlikeTheUser(UserAttributeSimilarityValidator):
    """Django's with a message of our own: its Italian one leaves out the article of what it names."""

    def get_error_message(self) -> str:
        return _("Somiglia troppo al nome utente, al tuo nome o alla tua email.")


class FaultsUnderPassword:
    """Of a form for a new password: its faults stand under the password, and not under its repetition. In our
    words, where Django's are those of a translator.
    """

    error_messages: CleanedData = {
        "password_mismatch": gettext_lazy("Le due password non sono uguali."),
        "password_incorrect": gettext_lazy("Non è la tua password di adesso: scrivila di nuovo."),
    }

    def validate_password_for_user(self, user: User, name: str = "password2") -> None:
        super().validate_password_for_user(user, name.replace("2", "1"))  # type: ignore[misc]


def ask_in_one_sentence(form: BaseForm) -> None:
    """Say what a new password must be in one sentence, instead of Django's four."""
    for name in {"password1", "new_password1"} & form.fields.keys():
        form.fields[name].help_text = _(
            "Almeno 8 caratteri, non solo cifre: né una parola che usano tutti, né il tuo nome."
        )
    for name in {"password2", "new_password2"} & form.fields.keys():
        form.fields[name].help_text = ""
        form.fields[name].label = _("Conferma password")
