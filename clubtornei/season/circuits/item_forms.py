"""The forms of an event of a circuit, and of the results typed into one that was played elsewhere."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.events.option_forms import ExactField
from clubtornei.players.reading.rows import Line, Unreadable, parse_lines
from clubtornei.season.circuits.forms import DAY
from clubtornei.season.circuits.identities import Roster, roster_of
from clubtornei.season.circuits.state import FIELDS, lacking_in
from clubtornei.season.models import CircuitEvent, TypedResult
from clubtornei.text.languages import reader_language
from clubtornei.text.numerals import parse_int, with_decimal_point
from clubtornei.text.text_fields import LineField, one_line
from clubtornei.text.untyped import CleanedData
from pairing.registry import SYSTEM_SPECS
from scoring.circuit_document import DocumentCircuit
from scoring.circuit_reading import read_circuit
from scoring.circuit_results import event_outcome
from scoring.document import LONGEST_NAME, DocumentError
from scoring.folded_names import folded
from scoring.reasons import issue_line

MOST_TYPED = 2_000
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "place": ("posto", "pos", "place", "rank", "#"),
    "name": ("nome", "cognome e nome", "giocatore", "name", "player"),
    "points": ("punti", "points", "score"),
    "played": ("partite", "giocate", "games played", "played"),
    "games": ("punti di ogni partita", "ogni partita", "games"),
    "birth_year": ("anno", "anno di nascita", "nato", "year", "born"),
}
"""The columns of the results by their headings; without headings they are in the order of USUAL."""
USUAL = ("place", "name", "points", "played", "games")


class ItemForm(forms.ModelForm):
    """What the circuit says of an event of the club: whether it counts, of what kind it is, its weight."""

    weight = ExactField(
        label=gettext_lazy("Peso"),
        help_text=gettext_lazy("Per quanto si moltiplicano i suoi risultati; vuoto: il peso del suo genere."),
        required=False,
        min_value=0,
        max_value=10_000,
    )
    possible = ExactField(
        label=gettext_lazy("Punti possibili"),
        help_text=gettext_lazy("Il massimo che si poteva fare, dove i punti si confrontano con quello."),
        required=False,
        min_value=0,
        max_value=10**7,
    )

    class Meta:
        model = CircuitEvent
        fields = ["left_out", "kind", "weight", "possible"]
        help_texts = {"left_out": gettext_lazy("Resta nel circolo, ma non in questo circuito.")}


class TypedForm(ItemForm):
    """An event played elsewhere, with its results as they were published, or one still to come."""

    most = ExactField(
        label=gettext_lazy("Il massimo di un risultato"),
        help_text=gettext_lazy("Di un torneo da giocare: quanti punti può portare al più, prima del peso."),
        required=False,
        min_value=0,
        max_value=10**7,
    )
    games = forms.IntegerField(
        label=gettext_lazy("Risultati che porterà"),
        help_text=gettext_lazy("Dove ogni partita è un risultato: quante se ne giocheranno."),
        min_value=1,
        max_value=100,
        initial=1,
    )
    players = forms.IntegerField(
        label=gettext_lazy("Giocatori in tutto"),
        help_text=gettext_lazy("Se qui sotto non ci sono tutti."),
        required=False,
        min_value=1,
        max_value=10_000,
    )
    results = forms.CharField(
        label=gettext_lazy("Risultati"),
        help_text=gettext_lazy(
            "Una riga per persona: posto; nome; punti; partite giocate; punti di ogni partita. Basta quello "
            "che serve per contare. Con una riga di titoli le colonne stanno in qualunque ordine, anche "
            "incollate da un foglio di calcolo. Vuoto: il torneo è da giocare."
        ),
        widget=forms.Textarea({"rows": 10, "spellcheck": "false"}),
        required=False,
        strip=False,
    )
    field_order = [
        "name",
        "day",
        "kind",
        "source",
        "results",
        "weight",
        "players",
        "possible",
        "most",
        "games",
    ]

    class Meta(ItemForm.Meta):
        fields = ["name", "day", "kind", "source", "weight", "players", "possible", "most", "games"]
        field_classes = dict.fromkeys(("name", "source"), LineField)
        widgets = {"day": forms.DateInput(DAY, format="%Y-%m-%d")}
        help_texts = {
            "source": gettext_lazy("Chi ha pubblicato i risultati, e quando: esce con la classifica.")
        }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["name"].required = True
        self.typed: list[TypedResult] = []

    def clean_results(self) -> str:
        """Read into `typed`; every line that cannot be is an error that names it."""
        text: str = self.cleaned_data["results"]
        if not text.strip():
            return ""
        try:
            lines = parse_lines(text)
        except Unreadable as unreadable:
            raise forms.ValidationError(str(unreadable)) from unreadable
        if len(lines) > MOST_TYPED:
            raise forms.ValidationError(_("Al massimo %(most)d risultati.") % {"most": MOST_TYPED})
        columns, body = _columns(lines)
        roster = roster_of(self.instance.circuit.club)
        errors: list[str] = []
        for line in body:
            try:
                self.typed.append(_result(line, columns, roster))
            except forms.ValidationError as error:
                errors += [
                    _("Riga %(number)d: %(why)s") % {"number": line.number, "why": one} for one in error
                ]
        errors += _twice(self.typed)
        if errors:
            raise forms.ValidationError(errors[:20])
        return text

    def clean(self) -> CleanedData:
        data: CleanedData = super().clean() or self.cleaned_data
        if self.typed and not data.get("source"):
            self.add_error(
                "source", _("Di risultati scritti a mano va detta la fonte: chi li ha pubblicati, e quando.")
            )
        return data

    def check_counting(self) -> bool:
        """Whether the results say what their way of counting needs; if not, that is an error."""
        if self.typed and (lacking := lacking_in(self.instance.circuit, self.instance, self.typed)):
            self.add_error("results", lacking)
            return False
        return True

    @property
    def unknown(self) -> list[str]:
        """The names that are nobody's on the roster, or several people's."""
        return [result.name for result in self.typed if result.player is None]


def _columns(lines: Sequence[Line]) -> tuple[Sequence[str], Sequence[Line]]:
    """What each column holds, and the lines below the headings."""
    headings = [_heading(cell) for cell in lines[0].cells]
    if "name" in headings:
        return headings, lines[1:]
    if len(lines[0].cells) == 1:
        return ("name",), lines
    if all(parse_int(line.cells[0]) is None for line in lines):
        return USUAL[1:], lines
    return USUAL, lines


def _heading(cell: str) -> str:
    written = folded(cell) or cell
    return next(
        (field for field, words in COLUMNS.items() if written in [folded(word) or word for word in words]), ""
    )


def _result(line: Line, columns: Sequence[str], roster: Roster) -> TypedResult:
    """Raises ValidationError with what is wrong in the line."""
    cells = {name: cell for name, cell in zip(columns, line.cells, strict=False) if name and cell}
    name = one_line(cells.get("name", ""))
    if not name:
        raise forms.ValidationError(_("manca il nome."))
    if len(name) > LONGEST_NAME:
        raise forms.ValidationError(_("il nome è troppo lungo."))
    place = _whole(cells, "place")
    year = _whole(cells, "birth_year")
    if year is not None and not 1850 <= year <= 2999:
        raise forms.ValidationError(_("«%(value)d» non è un anno di nascita.") % {"value": year})
    games = [_points(cell) for cell in cells.get("games", "").split()]
    return TypedResult(
        name=name,
        player=roster.player_named(name),
        birth_year=year,
        place=place or None,
        points=_points(cells["points"]) if "points" in cells else None,
        games=games,
        played=_whole(cells, "played"),
    )


def _whole(cells: Mapping[str, str], field: str) -> int | None:
    text = cells.get(field, "").rstrip(".°ºª")
    number = parse_int(text)
    if text and (number is None or number > 10**6):
        label = FIELDS.get(field, gettext_lazy("partite"))
        raise forms.ValidationError(
            _("%(field)s: «%(text)s» non è un numero.") % {"field": label, "text": text}
        )
    return number


def _points(text: str) -> Decimal:
    """A number with a comma or a point, or with ½."""
    halves = re.fullmatch(r"(-?\d*)½", text)
    written = f"{halves[1] or 0}.5" if halves else with_decimal_point(text)
    if not re.fullmatch(r"-?\d{1,7}(\.\d{1,4})?", written):
        raise forms.ValidationError(_("«%(text)s» non sono punti: scrivi per esempio 3,5.") % {"text": text})
    return Decimal(written)


def _twice(results: Sequence[TypedResult]) -> list[str]:
    """Nobody is twice in one event."""
    seen: set[object] = set()
    errors = []
    for result in results:
        key = result.player_id or folded(result.name)
        if key in seen:
            errors.append(_("C’è due volte %(name)s: togli una riga.") % {"name": result.name})
        seen.add(key)
    return errors


def written(results: Sequence[TypedResult]) -> str:
    """The results as the form shows them, to be read again."""
    if not results:
        return ""
    used = [
        name
        for name in ("place", "name", "points", "played", "games", "birth_year")
        if name == "name" or any(_cell(result, name) for result in results)
    ]
    rows = [[str(_HEADS[name]) for name in used]]
    rows += [[_cell(result, name) for name in used] for result in results]
    return "\n".join("; ".join(row) for row in rows)


_HEADS = {
    "place": gettext_lazy("Posto"),
    "name": gettext_lazy("Nome"),
    "points": gettext_lazy("Punti"),
    "played": gettext_lazy("Partite"),
    "games": gettext_lazy("Punti di ogni partita"),
    "birth_year": gettext_lazy("Anno di nascita"),
}


def _cell(result: TypedResult, name: str) -> str:
    value = getattr(result, name)
    if value is None:
        return ""
    if name == "games":
        return " ".join(_decimal(Decimal(str(points))) for points in value)
    return _decimal(value) if isinstance(value, Decimal) else str(value).replace(";", ",")


def _decimal(value: Decimal) -> str:
    return f"{value.normalize():f}"


LARGEST_FILE = 20 * 1024 * 1024  # bytes
ISSUES_SHOWN = 50


class CircuitDocumentForm(forms.Form):
    """The document of a circuit."""

    file = forms.FileField(
        label=gettext_lazy("Documento del circuito"),
        help_text=gettext_lazy("Il file .json scaricato da ClubTornei o scritto da un altro programma."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> DocumentCircuit:
        """What was uploaded; each issue found in it becomes an error of the field, with its place."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST_FILE:
            raise forms.ValidationError(_("Il file supera i 20 MB: non è il documento di un circuito."))
        try:
            circuit = read_circuit(file.read(), SYSTEM_SPECS)
            for place, event in enumerate(circuit.events):
                event_outcome(event, SYSTEM_SPECS, f"events[{place}]")
        except DocumentError as faulty:
            errors = [issue_line(issue, reader_language()) for issue in faulty.issues[:ISSUES_SHOWN]]
            raise forms.ValidationError(errors) from faulty
        return circuit
