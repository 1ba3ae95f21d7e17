"""What organisers type about clubs, members and players."""

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, UserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from clubtornei.players.columns import CHOICES, GIVEN_NAME, IGNORED, SURNAME, TITLES, guessed, headed
from clubtornei.players.models import Club, Player, Role
from clubtornei.players.names import sort_key, spellings
from clubtornei.players.spreadsheet import MAX_BYTES, Line, Unreadable, lines_of, text_of_file

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    NewUserForm = UserCreationForm[User]
    UserModelForm = forms.ModelForm[User]
    PlayerModelForm = forms.ModelForm[Player]
else:
    NewUserForm, UserModelForm, PlayerModelForm = UserCreationForm, forms.ModelForm, forms.ModelForm

FIRST_BIRTH_YEAR = 1900
HIGHEST_RATING = 4000


CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class LineField(forms.CharField):
    """One line of text with single spaces. What a paste brings along unseen (control characters, line ends)
    is no part of it: no tournament document may have it, and a draw's commitment has one line an entry.
    """

    def to_python(self, value: Any) -> str:
        return " ".join(CONTROL.sub(" ", super().to_python(value) or "").split())


def rating(label: "str | _StrPromise") -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=HIGHEST_RATING)


class StartForm(NewUserForm):
    """The first account of the site: a club and its owner."""

    club = forms.CharField(label=_("Nome del circolo"), max_length=Club._meta.get_field("name").max_length)

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
        widgets = {
            "first_name": forms.TextInput({"autocomplete": "given-name"}),
            "last_name": forms.TextInput({"autocomplete": "family-name"}),
        }


class OwnPasswordForm(PasswordChangeForm):
    """Stands below the name on the page of one's account: the page does not begin with it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].widget.attrs["autofocus"] = False


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Ruolo"), choices=Role.choices, initial=Role.ARBITER)


class MemberForm(RoleForm):
    """A member by user name: of somebody who has one already, or of a new user with a first password."""

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


class PlayerForm(PlayerModelForm):
    """A player of the roster. The import cleans its cells with these same fields."""

    fide_rating = rating(_("Elo FIDE"))
    fsi_rating = rating(_("Elo FSI"))
    club_rating = rating(_("Punteggio sociale"))
    fide_id = forms.IntegerField(
        label=_("Codice FIDE"),
        required=False,
        min_value=1,
        max_value=2_147_483_647,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    # Asked only when somebody of this name is on the roster already.
    homonym = forms.BooleanField(label=_("È un’altra persona con lo stesso nome"), required=False)

    class Meta:
        model = Player
        fields = [
            "name",
            "affiliation",
            "group",
            "title",
            "fide_rating",
            "fsi_rating",
            "club_rating",
            "fide_id",
            "fsi_id",
            "birth_year",
            "contact",
            "notes",
        ]
        field_classes = dict.fromkeys(("name", "affiliation", "group", "title"), LineField)
        widgets = {
            "name": forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
            "title": forms.TextInput({"list": "titles", "autocomplete": "off"}),
            "contact": forms.TextInput({"autocomplete": "off"}),
            "notes": forms.Textarea({"rows": 3}),
        }

    titles = TITLES  # the template's datalist

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.homonyms: list[Player] = []
        self.fields["name"].widget.attrs["autofocus"] = not self.instance.pk
        year = self.fields["birth_year"]
        year.validators = [
            MinValueValidator(FIRST_BIRTH_YEAR),
            MaxValueValidator(datetime.now(UTC).year),
        ]
        year.widget.attrs |= {"min": FIRST_BIRTH_YEAR, "max": datetime.now(UTC).year}

    def clean_affiliation(self) -> str:
        """As the roster writes this club already: the Varma draw compares clubs letter by letter."""
        affiliation: str = self.cleaned_data["affiliation"]
        if self.instance.pk:
            return affiliation
        known = spellings(self.instance.club.players.values_list("affiliation", flat=True))
        return known.get(sort_key(affiliation), affiliation)

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        name = self.cleaned_data.get("name")
        if name and ("name" in self.changed_data or not self.instance.pk):
            self.homonyms = list(self.instance.club.players.named(name).exclude(pk=self.instance.pk))
            if self.homonyms and not self.cleaned_data.get("homonym"):
                self.add_error("name", _("C’è già un giocatore con questo nome."))
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """The club is not in the form, yet unique ids are unique in it."""
        excluded: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        return excluded - {"club"}


def clean_name(text: str) -> str:
    """The name with single spaces; «Rossi, Mario» of the federations' lists without its comma."""
    name = " ".join(text.replace(",", " ").split())
    if not any(char.isalpha() for char in sort_key(name)):
        raise ValidationError(_("Non è un nome: non contiene nessuna lettera."))
    return name


class SourceForm(forms.Form):
    """A roster from elsewhere: pasted, or a file. Once valid, `text` holds it whole and `lines` its rows."""

    text = forms.CharField(
        label=_("Righe incollate"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Copia le celle nel foglio di calcolo e incollale qui: una riga per giocatore."),
    )
    file = forms.FileField(
        label=_("Oppure un file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx"}),
        help_text=_("CSV o XLSX (si legge il primo foglio), fino a 2 MB."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[Line] = []

    def clean_file(self) -> str:
        """The text of the file."""
        file = self.cleaned_data["file"]
        if not file:
            return ""
        try:
            # One byte more than allowed is read, so that text_of_file can say that it is too large.
            return text_of_file(file.read(MAX_BYTES + 1))
        except Unreadable as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        source = "file" if cleaned["file"] else "text"
        try:
            self.lines = lines_of(cleaned[source])
        except Unreadable as error:
            self.add_error(source, str(error))
        else:
            if not self.lines:
                self.add_error(source, _("Non c’è nessuna riga: incolla le celle o scegli un file."))
        return {"text": cleaned.get(source, "")}


class ColumnsForm(forms.Form):
    """Which column is what, and whether the first row holds headings. Bound to a guess to begin with."""

    header = forms.BooleanField(label=_("La prima riga contiene i titoli delle colonne"), required=False)

    def __init__(self, lines: list[Line], data: Any = None) -> None:
        super().__init__(data if data is not None and "mapped" in data else self._guess(lines))
        self.lines = lines
        self.places = [f"column_{place}" for place in range(len(lines[0].cells))]
        for number, place in enumerate(self.places, 1):
            self.fields[place] = forms.ChoiceField(
                label=_("Colonna %(number)d") % {"number": number}, choices=CHOICES, required=False
            )

    @staticmethod
    def _guess(lines: list[Line]) -> dict[str, Any]:
        columns = headed(lines[0])
        fields = {f"column_{place}": name for place, name in enumerate(columns or guessed(lines))}
        return {**fields, "header": columns is not None}

    @property
    def selects(self) -> list[forms.BoundField]:
        return [self[place] for place in self.places]

    @property
    def columns(self) -> list[str]:
        return [self.cleaned_data.get(place, IGNORED) for place in self.places]

    @property
    def body(self) -> list[Line]:
        """The lines without the headings."""
        return self.lines[1:] if self["header"].value() else self.lines

    def clean(self) -> dict[str, Any]:
        chosen = [name for name in self.columns if name != IGNORED]
        for name, label in CHOICES:
            if chosen.count(name) > 1:
                self.add_error(None, _("«%(field)s» è scelto per due colonne.") % {"field": label})
        if "name" in chosen and {SURNAME, GIVEN_NAME} & set(chosen):
            self.add_error(None, _("O «Cognome e nome» in una colonna, o «Cognome» e «Nome» in due."))
        if "name" not in chosen and SURNAME not in chosen:
            self.add_error(None, _("Scegli in quale colonna sta il nome dei giocatori."))
        if not self.body:
            self.add_error(None, _("Sotto i titoli non c’è nessuna riga."))
        return self.cleaned_data
