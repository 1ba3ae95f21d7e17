"""What else is asked of who signs up: questions of three kinds, and what was answered."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct, convert, to_builtins

from clubtornei.events.models import SignUpSettings
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import CleanedData, JsonObject

MOST_QUESTIONS, MOST_CHOICES = 10, 20
LONGEST_QUESTION, LONGEST_ANSWER = 200, 200
YES, NO = "yes", "no"
NOTHING = ("", "—")


class QuestionKind(TextChoices):
    TEXT = "text", gettext_lazy("una risposta breve")
    YES_NO = "yes_no", gettext_lazy("sì o no")
    CHOICE = "choice", gettext_lazy("una di queste risposte")


class Question(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`choices`: the answers to choose one of, where there are any."""

    text: str
    kind: str
    choices: tuple[str, ...] = ()
    required: bool = False

    @property
    def name(self) -> str:
        """The name of its field: another question never gets its answer."""
        return f"question-{sha256(self.text.encode()).hexdigest()[:12]}"

    def field(self) -> forms.Field:
        if self.kind == QuestionKind.TEXT:
            return LineField(label=self.text, required=self.required, max_length=LONGEST_ANSWER)
        answers = [(one, one) for one in self.choices] or [(YES, _("sì")), (NO, _("no"))]
        return forms.ChoiceField(label=self.text, required=self.required, choices=[NOTHING, *answers])

    def answer(self, typed: str) -> str:
        """What was answered, in words; empty: nothing."""
        return {YES: _("sì"), NO: _("no")}.get(typed, typed) if self.kind == QuestionKind.YES_NO else typed


def questions_of(settings: SignUpSettings) -> list[Question]:
    return convert(settings.questions, list[Question])


def stored(questions: Iterable[Question]) -> list[JsonObject]:
    """For a JSON column."""
    plain: list[JsonObject] = to_builtins(list(questions))
    return plain


def fingerprint_of(questions: Iterable[Question]) -> str:
    return sha256(repr(stored(questions)).encode()).hexdigest()


def answers_in(questions: Sequence[Question], cleaned: CleanedData) -> list[tuple[str, str]]:
    """Each question as it was asked, with what was answered; without those that were not."""
    given = [(one.text, one.answer(cleaned.get(one.name) or "")) for one in questions]
    return [(text, answer) for text, answer in given if answer]


class QuestionForm(forms.Form):
    """A question; without a text there is none."""

    text = LineField(label=gettext_lazy("Domanda"), required=False, max_length=LONGEST_QUESTION)
    kind = forms.ChoiceField(label=gettext_lazy("Si risponde con"), choices=QuestionKind.choices)
    choices = LineField(
        label=gettext_lazy("Le risposte, separate da virgole"),
        required=False,
        max_length=1_000,
        help_text=gettext_lazy("Solo per «una di queste risposte»: S, M, L, XL."),
    )
    required = forms.BooleanField(label=gettext_lazy("Obbligatoria"), required=False)

    def clean(self) -> CleanedData:
        cleaned = self.cleaned_data
        choices = tuple(dict.fromkeys(filter(None, map(str.strip, cleaned.get("choices", "").split(",")))))
        chosen = cleaned.get("kind") == QuestionKind.CHOICE
        if not cleaned.get("text"):
            if choices or cleaned.get("required"):
                self.add_error("text", _("Scrivi la domanda."))
        elif chosen and not 2 <= len(choices) <= MOST_CHOICES:
            self.add_error("choices", _("Da 2 a %(most)d risposte.") % {"most": MOST_CHOICES})
        elif chosen and max(map(len, choices)) > LONGEST_ANSWER:
            self.add_error("choices", _("Una risposta è troppo lunga."))
        cleaned["choices"] = choices if chosen else ()
        return cleaned

    def question(self) -> Question | None:
        return Question(**self.cleaned_data) if self.cleaned_data.get("text") else None


class QuestionFormSet(forms.BaseFormSet):
    """All questions of an event."""

    def clean(self) -> None:
        texts = [one.text for one in questions_in(self)]
        if len(set(texts)) < len(texts):
            raise forms.ValidationError(_("La stessa domanda c’è due volte."))


QuestionsForm = forms.formset_factory(
    QuestionForm,
    QuestionFormSet,
    extra=3,
    max_num=MOST_QUESTIONS,
    absolute_max=MOST_QUESTIONS,
    validate_max=True,
)


def questions_in(formset: forms.BaseFormSet) -> list[Question]:
    """The questions that are filled in rightly."""
    found = (form.question() for form in formset.forms if form.is_valid())
    return [one for one in found if one is not None]


def initial_of(questions: Iterable[Question]) -> list[CleanedData]:
    """What the forms begin with."""
    return [{**to_builtins(one), "choices": ", ".join(one.choices)} for one in questions]
