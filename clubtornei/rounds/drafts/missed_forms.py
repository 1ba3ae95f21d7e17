"""The forms for who has no table in a published round. Two of them are sent once
to see what changes, and once more to do it.
"""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.events.models import Entry
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.participation.attendance.forms import ABSENT, requested_bye_label
from clubtornei.rounds.participation.attendance.queries import requested_bye_values
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import FormData
from clubtornei.web.form_choices import set_choices
from pairing.registry import SYSTEMS
from scoring.document import Number

LONGEST_REASON = Round._meta.get_field("by_hand_reason").max_length or 0


class LatecomerForm(forms.Form):
    """Who has come, whom of those with a bye he meets, and who has White where the game has colours."""

    late = forms.TypedChoiceField(label=gettext_lazy("Chi è arrivato"), coerce=int)
    resting = forms.TypedChoiceField(label=gettext_lazy("Chi riposa"), coerce=int)
    white = forms.ChoiceField(label=gettext_lazy("Ha il Bianco"))
    reason = LineField(
        label=gettext_lazy("Perché a mano? Lo leggono tutti"),
        max_length=LONGEST_REASON,
        initial=gettext_lazy("Arrivato tardi: gioca con chi riposava"),
    )

    def __init__(
        self, round_: Round, late: Sequence[Entry], resting: Sequence[Entry], data: FormData | None = None
    ) -> None:
        super().__init__(data)
        for name, entries in (("late", late), ("resting", resting)):
            set_choices(self, name, [(entry.entry_no, entry.name) for entry in entries])
        set_choices(self, "white", [("resting", _("chi riposa")), ("late", _("chi è arrivato"))])
        if not SYSTEMS[round_.stage.system].colours:
            del self.fields["white"]

    def seats(self) -> tuple[int, int]:
        """Their entry numbers, in the order of the seats."""
        late, resting = self.cleaned_data["late"], self.cleaned_data["resting"]
        return (late, resting) if self.cleaned_data.get("white") == "late" else (resting, late)


class TableForm(forms.Form):
    """Who has come, and at which of the tables with room he sits."""

    seated = forms.TypedChoiceField(label=gettext_lazy("Chi è arrivato"), coerce=int)
    table = forms.TypedChoiceField(label=gettext_lazy("Tavolo"), coerce=int)

    def __init__(self, late: Sequence[Entry], tables: Sequence[Table], data: FormData | None = None) -> None:
        super().__init__(data)
        set_choices(self, "seated", [(entry.entry_no, entry.name) for entry in late])
        set_choices(self, "table", [(table.pk, _names_at(table)) for table in tables])


class MissedForm(forms.Form):
    """Who did not play, and whether that was an absence or a bye."""

    player = forms.TypedChoiceField(label=gettext_lazy("Giocatore"), coerce=int)
    plan = forms.ChoiceField(label=gettext_lazy("In questo turno"))

    def __init__(self, round_: Round, entries: Sequence[Entry], data: FormData | None = None) -> None:
        super().__init__(data)
        self.values = {str(points): points for points in requested_bye_values(round_.stage)}
        set_choices(self, "player", [(entry.entry_no, entry.name) for entry in entries])
        labels = [(key, requested_bye_label(points)) for key, points in self.values.items()]
        set_choices(self, "plan", [*labels, (ABSENT, _("assente"))])

    def points(self) -> Number | None:
        """The points of the bye; None: an absence."""
        return self.values.get(self.cleaned_data["plan"])


def _names_at(table: Table) -> str:
    return f"{table.number}: {', '.join(seat.entry.name for seat in table.seated)}"
