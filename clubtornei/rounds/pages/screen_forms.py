"""What a screen shows, and the message for all of them."""

from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from clubtornei.events.merged_forms import MergedForm
from clubtornei.rounds.models import Screen
from clubtornei.text.text_fields import LineField
from clubtornei.web.form_choices import set_choices

SHORTEST, LONGEST = 5, 120  # seconds


class ScreenForm(MergedForm, forms.ModelForm):
    """One screen. Its fields have the screen's number in their names, since a page has several; a bracket can
    be chosen where the event has one.
    """

    seconds = forms.IntegerField(
        label=gettext_lazy("Secondi per pagina"), min_value=SHORTEST, max_value=LONGEST
    )

    def __init__(self, *args: Any, has_bracket: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_bracket:
            others = [one for one in Screen.Contents.choices if one[0] != Screen.Contents.BRACKET]
            set_choices(self, "contents", others)

    class Meta:
        model = Screen
        fields = ("contents", "seconds", "light", "message")
        field_classes: ClassVar = {"message": LineField}
        labels: ClassVar = {
            "contents": gettext_lazy("Che cosa mostra"),
            "light": gettext_lazy("Sfondo"),
            "message": gettext_lazy("Messaggio solo qui"),
        }
        widgets: ClassVar = {
            "light": forms.Select(choices=[(False, gettext_lazy("Verde")), (True, gettext_lazy("Chiaro"))]),
            "message": forms.TextInput(attrs={"size": 20, "placeholder": gettext_lazy("Messaggio solo qui")}),
        }


class ScreenMessageForm(forms.Form):
    message = LineField(
        label=gettext_lazy("Messaggio su tutti gli schermi"),
        help_text=format_lazy(
            gettext_lazy(
                "A tutto schermo, finché non lo togli: «Il turno 4 comincia alle 16». "
                "Al massimo {most} caratteri."
            ),
            most=Screen.LONGEST_MESSAGE,
        ),
        max_length=Screen.LONGEST_MESSAGE,
    )
