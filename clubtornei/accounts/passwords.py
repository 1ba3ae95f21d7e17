"""How a new password is asked for."""

from django.contrib.auth.models import User
from django.forms import BaseForm
from django.utils.translation import gettext as _


class FaultsUnderPassword:
    """Of a form for a new password: its faults stand under the password, and not under its repetition."""

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
