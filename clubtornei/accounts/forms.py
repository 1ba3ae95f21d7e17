"""Forms about organisers, their club and its members."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, UserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club, Role
from clubtornei.text_fields import LineField

if TYPE_CHECKING:
    NewUserForm = UserCreationForm[User]
    UserModelForm = forms.ModelForm[User]
else:
    NewUserForm, UserModelForm = UserCreationForm, forms.ModelForm


class StartForm(NewUserForm):
    """The first account of the site: a club and its owner."""

    club = LineField(label=_("Nome del circolo"), max_length=Club._meta.get_field("name").max_length)

    field_order = ["club", "username", "password1", "password2"]

    class Meta:
        model = User
        fields = ["username"]
        field_classes = {"username": UsernameField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["autofocus"] = False
        self.fields["username"].help_text = _("Per accedere: lettere, cifre e . - _ @ +, senza spazi.")
        self.fields["club"].widget.attrs |= {"autofocus": True, "autocomplete": "organization"}


class AccountForm(UserModelForm):
    class Meta:
        model = User
        fields = ["first_name", "last_name"]
        field_classes = dict.fromkeys(("first_name", "last_name"), LineField)
        widgets = {
            "first_name": forms.TextInput({"autocomplete": "given-name"}),
            "last_name": forms.TextInput({"autocomplete": "family-name"}),
        }


class OwnPasswordForm(PasswordChangeForm):
    """Django's form without autofocus, because it is not the first form on the page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].widget.attrs["autofocus"] = False


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Ruolo"), choices=Role.choices, initial=Role.ARBITER)


class MemberForm(RoleForm):
    """A new member: the user name of an existing user, or of a new one with his first password."""

    username = forms.CharField(
        label=_("Nome utente"),
        max_length=User._meta.get_field("username").max_length,
        validators=[User.username_validator],
        help_text=_("Chi ha già un nome utente entra con la sua password: lascia vuota quella qui sotto."),
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password per un utente nuovo"),
        required=False,
        strip=False,
        help_text=_("Dilla a voce: l’utente può cambiarla nella pagina «Il mio account»."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    field_order = ["username", "password", "role"]

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.user: User | None = None

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        self.user = User.objects.filter(username__iexact=username).first()
        if self.user and self.club.memberships.filter(user=self.user).exists():
            raise ValidationError(_("È già fra gli organizzatori: cambia il ruolo nell’elenco."))
        return self.user.username if self.user else username

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if "username" not in self.cleaned_data:
            return password
        if self.user and password:
            raise ValidationError(_("Questo nome utente esiste già e ha la sua password: lascia vuoto."))
        if not self.user:
            if not password:
                raise ValidationError(_("Nessuno ha ancora questo nome utente: scegli la prima password."))
            validate_password(password, User(username=self.cleaned_data["username"]))
        return password
