"""Forms about organisers, their club and its members."""

import re
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.logos import LARGEST_LOGO, Logo, read_logo
from clubtornei.accounts.models import LONGEST_SITE, Club, Invitation, Membership, Role
from clubtornei.accounts.setup_code import is_setup_code
from clubtornei.text.colours import HEX, SITE_COLOUR
from clubtornei.text.text_fields import LineField


def leave_mail_out(form: forms.BaseForm) -> None:
    """Without the address where the site sends no mail: what has no use is not stored."""
    if not settings.EMAIL_URL:
        del form.fields["email"]


def begin_at(form: forms.BaseForm, name: str) -> None:
    """Let typing begin in that field, or in none: where Django's forms say so, phones show their keyboard."""
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)
        field.widget.attrs["data-focus"] = field is form.fields.get(name)


class FaultsUnderPassword:
    """A form for a new password, whose faults stand under the password, and not under its repetition."""

    def validate_password_for_user(self, user: User, name: str = "password2") -> None:
        super().validate_password_for_user(user, name.replace("2", "1"))  # type: ignore[misc]


def ask_in_one_sentence(form: forms.BaseForm) -> None:
    """Say what a new password must be in one sentence, instead of Django's four."""
    for name in {"password1", "new_password1"} & form.fields.keys():
        form.fields[name].help_text = _(
            "Almeno 8 caratteri, non solo cifre: né una parola che usano tutti, né il tuo nome."
        )
    for name in {"password2", "new_password2"} & form.fields.keys():
        form.fields[name].help_text = ""
        form.fields[name].label = _("Conferma password")


class SignInForm(AuthenticationForm):
    # A longer one, or one with a space, is nobody's: it is not looked for, nor counted as a wrong password.
    username = UsernameField(
        max_length=User._meta.get_field("username").max_length, validators=[User.username_validator]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        begin_at(self, "username")


class StartForm(FaultsUnderPassword, UserCreationForm):
    """The first account of the site: a club and its owner."""

    club = LineField(label=_("Nome del circolo"), max_length=Club._meta.get_field("name").max_length)

    code = LineField(
        label=_("Codice di avvio"),
        max_length=40,
        help_text=_("È scritto nel terminale in cui è stato avviato il sito: tre gruppi di quattro segni."),
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    field_order = ["code", "club", "username", "password1", "password2"]

    class Meta:
        model = User
        fields = ["username"]
        field_classes = {"username": UsernameField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("Per accedere: lettere, cifre e . - _ @ +, senza spazi.")
        ask_in_one_sentence(self)
        first = "club" if self.initial.get("code") else "code"  # the link in the terminal brings the code
        begin_at(self, first)
        self.fields["club"].widget.attrs |= {"autocomplete": "organization"}

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not is_setup_code(code):
            raise ValidationError(_("Non è il codice scritto dal terminale: ricopialo da lì, tutto intero."))
        return code


class AccountForm(forms.ModelForm):
    """Name and, where the site sends mail, the address at which a forgotten password is set anew: that is
    changed with the password only.
    """

    current_password = forms.CharField(
        label=_("La tua password"),
        required=False,
        strip=False,
        help_text=_("Solo per cambiare l’indirizzo email."),
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    class Meta:
        model = User
        fields = ["first_name", "last_name", "email"]
        field_classes = dict.fromkeys(("first_name", "last_name"), LineField)
        widgets = {
            "first_name": forms.TextInput({"autocomplete": "given-name"}),
            "last_name": forms.TextInput({"autocomplete": "family-name"}),
        }
        help_texts = {"email": _("Per rifare la password, se la dimentichi.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leave_mail_out(self)
        if "email" not in self.fields:
            del self.fields["current_password"]

    def clean(self) -> None:
        super().clean()
        given = self.cleaned_data.get("current_password", "")
        if "email" in self.changed_data and not self.instance.check_password(given):
            self.add_error("current_password", _("Serve la tua password, per cambiare l’indirizzo email."))


class OwnPasswordForm(FaultsUnderPassword, PasswordChangeForm):
    """Django's form without autofocus, because it is not the first form on the page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        begin_at(self, "")
        ask_in_one_sentence(self)


class NewPasswordForm(FaultsUnderPassword, SetPasswordForm):
    """Django's form for who has a link to choose a password by."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ask_in_one_sentence(self)


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Ruolo"), choices=Role.choices, initial=Role.ARBITER)


class InvitationForm(forms.ModelForm):
    """Whom an owner invites, with which role; the address only where the site sends mail."""

    class Meta:
        model = Invitation
        fields = ["whom", "role", "email"]
        field_classes = {"whom": LineField}
        widgets = {"whom": forms.TextInput({"autocomplete": "off"})}
        labels = {"email": _("Indirizzo email")}
        help_texts = {
            "whom": _("Come lo riconosci nell’elenco: per esempio il suo nome."),
            "email": _("Se lo scrivi, il link gli arriva anche per email."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leave_mail_out(self)


class NewMemberForm(FaultsUnderPassword, UserCreationForm):
    """The account that somebody invited makes for himself."""

    class Meta:
        model = User
        fields = ["username", "first_name", "last_name"]
        field_classes = {"username": UsernameField, "first_name": LineField, "last_name": LineField}
        widgets = AccountForm.Meta.widgets

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("Per accedere: lettere, cifre e . - _ @ +, senza spazi.")
        begin_at(self, "username")
        ask_in_one_sentence(self)


class CodeForm(forms.Form):
    """A code of the telephone, or a recovery code."""

    code = LineField(
        label=_("Codice"),
        max_length=20,
        widget=forms.TextInput(
            {"autocomplete": "one-time-code", "autocapitalize": "none", "data-focus": True}
        ),
    )


class PasswordForm(forms.Form):
    """Asks for the password once more, before what a stranger at an open laptop must not do."""

    password = forms.CharField(
        label=_("La tua password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("Non è la tua password."))
        return password


class UserForm(forms.Form):
    """One of the site's users, by name."""

    username = LineField(label=_("Nome utente"), max_length=User._meta.get_field("username").max_length)

    def clean_username(self) -> User:
        found = User.objects.filter(username=self.cleaned_data["username"]).first()
        if found is None:
            raise ValidationError(_("Nessuno ha questo nome utente: controlla le maiuscole."))
        return found


class FirstCodeForm(PasswordForm, CodeForm):
    """The first code of a telephone that is set up. Whoever sits at an open laptop must not: from then on
    the user himself would be kept out.
    """

    field_order = ["code", "password"]


SITE = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?", re.IGNORECASE)
MOST_SITES = 20


class SitesField(forms.CharField):
    """Addresses of sites, one a line: https://circolo.example.org, without what follows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea({"rows": 3, "spellcheck": "false"}), **kwargs)

    def to_python(self, value: object) -> list[str]:  # type: ignore[override]
        return [self._site(line) for line in (super().to_python(value) or "").split()]

    def _site(self, text: str) -> str:
        parts = urlsplit(text)
        if not SITE.fullmatch(f"{parts.scheme}://{parts.netloc}") or len(text) > LONGEST_SITE:
            raise forms.ValidationError(
                _("«%(text)s» non è l’indirizzo di un sito: per esempio https://circolo.example.org"),
                params={"text": text},
            )
        return f"{parts.scheme}://{parts.netloc}".lower()

    def validate(self, value: list[str]) -> None:
        if len(value) > MOST_SITES:
            raise forms.ValidationError(_("Al massimo %(most)d siti."), params={"most": MOST_SITES})

    def prepare_value(self, value: object) -> object:
        return "\n".join(value) if isinstance(value, list) else value


class ClubForm(forms.Form):
    """The name of a club."""

    name = LineField(
        label=_("Nome del circolo"),
        max_length=Club._meta.get_field("name").max_length,
        widget=forms.TextInput({"autocomplete": "organization"}),
    )


class ClubPagesForm(ClubForm):
    """Also whose pages may show its public ones."""

    embedding_sites = SitesField(
        label=_("Siti che possono incorporare le pagine pubbliche"),
        required=False,
        help_text=_("Uno per riga, per esempio https://circolo.example.org. Vuoto: nessuno."),
    )


class PresentationForm(forms.ModelForm):
    """What the club's public page says of it."""

    website = forms.URLField(
        label=_("Sito"),
        required=False,
        max_length=Club._meta.get_field("website").max_length,
        assume_scheme="https",
    )

    class Meta:
        model = Club
        fields = ["place", "evenings", "contacts", "website"]
        field_classes = dict.fromkeys(("place", "evenings"), LineField)
        widgets = {"contacts": forms.Textarea({"rows": 3})}


class LookForm(forms.Form):
    """The colour and the logo of a club."""

    own_colour = forms.BooleanField(label=_("Usa un colore del circolo"), required=False)
    colour = forms.RegexField(
        label=_("Colore"),
        regex=HEX,
        required=False,
        help_text=_("Per l’intestazione e i link; dove non si leggerebbe, un tono più chiaro o più scuro."),
        widget=forms.TextInput({"type": "color"}),
    )
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("PNG, JPEG o WebP, fino a 2 MB: su fondo bianco, meglio se quadrato."),
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp"}),
    )
    no_logo = forms.BooleanField(label=_("Togli il logo"), required=False)

    def __init__(self, club: Club, *args: Any) -> None:
        super().__init__(*args)
        self.initial = {"own_colour": bool(club.colour), "colour": club.colour or SITE_COLOUR}
        if not club.logo:
            del self.fields["no_logo"]

    def clean_colour(self) -> str:
        """Empty unless the club wants its own."""
        return self.cleaned_data["colour"] if self.cleaned_data["own_colour"] else ""

    def clean_logo(self) -> Logo | None:
        file = self.cleaned_data["logo"]
        if file is None:
            return None
        if file.size > LARGEST_LOGO:
            raise ValidationError(_("Il file è troppo grande: al massimo 2 MB."))
        return read_logo(file.read())


LEAVE = "leave"


class MemberField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Model) -> str:
        assert isinstance(obj, Membership)
        return str(obj.user)


class HandOverForm(forms.Form):
    """Who is to be the owner, and what becomes of who was."""

    to = MemberField(label=_("Nuovo titolare"), queryset=Membership.objects.none())
    stays = forms.ChoiceField(
        label=_("E tu resti come"),
        initial=Role.OWNER,
        choices=[
            (Role.OWNER, _("Titolare, insieme")),
            (Role.ARBITER, Role.ARBITER.label),
            (Role.HELPER, Role.HELPER.label),
            (LEAVE, _("Esci dal circolo")),
        ],
    )

    def __init__(self, club: Club, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = self.fields["to"]
        assert isinstance(others, forms.ModelChoiceField)
        others.queryset = club.memberships.exclude(user=user).by_role()


class DeleteClubForm(forms.Form):
    """Its name, typed again."""

    name = forms.CharField(label=_("Nome del circolo"), widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["name"].help_text = _("Per conferma scrivi: %(name)s") % {"name": club.name}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.strip() != self.club.name:
            raise ValidationError(_("Il nome non è quello del circolo."))
        return name
