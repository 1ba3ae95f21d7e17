"""What a screen shows, and the message for all of them."""

from typing import ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from clubtornei.rounds.models import Screen

SHORTEST, LONGEST = 5, 120  # seconds


class ScreenForm(forms.ModelForm):
    """One screen. Its fields have the screen's number in their names, since a page has several."""

    seconds = forms.IntegerField(
        label=gettext_lazy("Secondi per pagina"),
        help_text=format_lazy(
            gettext_lazy(
                "Con {usual}, se le pagine sono molte, ciascuna resta meno: un giro dura circa un minuto."
            ),
            usual=Screen.SECONDS,
        ),
        min_value=SHORTEST,
        max_value=LONGEST,
    )

    class Meta:
        model = Screen
        fields = ("contents", "seconds", "message")
        labels: ClassVar = {
            "contents": gettext_lazy("Che cosa mostra"),
            "message": gettext_lazy("Messaggio solo su questo schermo"),
        }
        help_texts: ClassVar = {
            "message": format_lazy(
                gettext_lazy("Finché c’è, lo schermo mostra solo questo. Al massimo {most} caratteri."),
                most=Screen.LONGEST_MESSAGE,
            )
        }


class MessageForm(forms.Form):
    message = forms.CharField(
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
