"""Forms about events and entries."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import permutations
from typing import Any

from django import forms
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from clubtornei.events.details import EntryDetails, EventDetails, entry_details_of, event_details_of
from clubtornei.events.games import GAMES, game_title, plays_with_colours
from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.models import Ending, Entry, Event
from clubtornei.events.namesakes import marked
from clubtornei.events.notices import LONGEST_NOTICE, NOTICES, notices_asked
from clubtornei.events.option_forms import ExactField
from clubtornei.events.report_forms import identity_fields, with_facts
from clubtornei.players.forms import HIGHEST_RATING, clean_name
from clubtornei.players.models import EventList, RatingList
from clubtornei.players.names import sort_key, spellings
from clubtornei.text.text_fields import LineField, one_line
from clubtornei.text.untyped import CleanedData, LazyText
from clubtornei.web.form_choices import set_choices
from pairing.registry import SYSTEMS
from pairing.system import System
from scoring.document import LONGEST_NAME, MOST_TABLE
from scoring.record import Identity, facts_from

MOST_MINUTES = 600
FIRST_YEAR = 1850  # historical tournaments are allowed, but years that are typing errors are not
YEARS_AHEAD = 5
MOST_MEMBERS = 30  # of a team


_OF_TWO = (
    (EventList.FIDE_ELSE_FSI.value, EventList.CLUB.value),
    (EventList.FSI_ELSE_FIDE.value, EventList.CLUB.value),
)
"""The orders in which two official lists together are the event's."""


class RatingListsField(forms.ChoiceField):
    """The order of the rating lists; none for an event that has never had one (`unset`). `by_lot`: numbers
    are drawn, whatever the lists say.
    """

    def __init__(self, *, by_lot: bool, unset: bool = False, **kwargs: Any) -> None:
        orders = [
            (" ".join(order), ", ".join(str(EventList(name).label) for name in order))
            for order in (*permutations(RatingList.values), *_OF_TWO)
        ]
        blank = [("", _("nessuna: ognuno ha l’Elo con cui è stato iscritto"))] if unset else []
        super().__init__(
            label=_("Lista Elo"),
            help_text=_("L’Elo accanto ai nomi viene dalla prima; i numeri d’ordine si sorteggiano.")
            if by_lot
            else _(
                "La prima dà i numeri d’ordine; chi non c’è viene dopo. Le altre decidono fra chi è pari."
            ),
            choices=[*blank, *orders],
            required=False,
            **kwargs,
        )

    def clean(self, value: object) -> list[str]:
        return str(super().clean(self.prepare_value(value))).split()

    def prepare_value(self, value: object) -> object:
        return " ".join(value) if isinstance(value, list) else value


class EventForm(MergedForm, forms.ModelForm):
    """Name, game, dates and place of an event, and what the organiser adds to its rules.

    `system`: that of the first stage; None: of a named formula, which has larger tables. Where two sit at a
    table of a rated game also its rating lists, unless they are `locked`; at larger tables how long a game
    lasts and how it ends. `kind`: the game, or of what kind it is where its name is still asked for.
    """

    class Meta:
        model = Event
        fields = ["name", "game", "starts_on", "ends_on", "place", "minutes", "ending"]
        fields += ["announcement", "hall_names"]
        field_classes = dict.fromkeys(("name", "game", "place"), LineField)
        widgets = {
            "name": forms.TextInput({"autocomplete": "off", "autocapitalize": "sentences"}),
            "game": forms.TextInput({"list": "games", "autocomplete": "off"}),
            "starts_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "place": forms.TextInput({"autocomplete": "off"}),
            "announcement": forms.Textarea({"rows": 6}),
        }
        help_texts = {
            "hall_names": _(
                "Di chi in pubblico ha solo le iniziali: minorenni senza consenso, e chi lo ha chiesto."
            ),
            "announcement": _(
                "Esce con le regole, sulla pagina pubblica e sul foglio. "
                "Una riga vuota divide i paragrafi; «- » comincia un punto, **così** risalta."
            ),
        }

    games = GAMES  # for the datalist in the template

    minutes = forms.IntegerField(
        label=_("Minuti di gioco"), required=False, min_value=1, max_value=MOST_MINUTES
    )

    def __init__(
        self, *args: Any, system: System | None, locked: bool = False, kind: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.merges = self.instance.pk is not None
        self.fields["name"].widget.attrs["data-focus"] = not self.instance.pk
        if self.merges:
            self.fields["hall_names"].required = False
        else:
            del self.fields["hall_names"]
        self.initial["game"] = game_title(self.initial.get("game", ""))
        self.stored = event_details_of(self.instance)
        systems = self.instance.stages.values_list("system", flat=True) if self.instance.pk else ()
        knockout = any(SYSTEMS[name].bracket for name in systems)
        kind = kind or self.initial["game"]
        asked = notices_asked(kind, knockout=knockout)
        self.notice_names = {f"notice-{code}": code for code in asked}
        for name, code in self.notice_names.items():
            self.fields[name] = forms.CharField(
                label=NOTICES[code].title,
                help_text=NOTICES[code].help_text,
                required=False,
                max_length=LONGEST_NOTICE,
                initial=self.stored.notices.get(code, ""),
                widget=forms.Textarea({"rows": 2}),
            )
        if system is None or system.spec.multiplayer:
            set_choices(self, "ending", [("", _("non detta")), *Ending.choices])
            return
        del self.fields["minutes"], self.fields["ending"]
        if not locked and plays_with_colours(kind):
            saved = self.instance.pk is not None
            self.fields["rating_lists"] = RatingListsField(
                by_lot=system.draws_numbers,
                unset=saved and not self.instance.rating_lists,
                initial=self.instance.rating_lists if saved else list(RatingList.values),
            )

    def clean_game(self) -> str:
        """As it is stored, where it is only shown in the reader's language."""
        game: str = self.cleaned_data["game"]
        return self.instance.game if game == game_title(self.instance.game) else game

    def clean_rating_lists(self) -> list[str]:
        """The lists chosen; as they were where a page did not ask for them."""
        chosen: list[str] = self.cleaned_data["rating_lists"]
        if self.add_prefix("rating_lists") not in self.data:
            chosen = self.get_initial_for_field(self.fields["rating_lists"], "rating_lists")
        return chosen

    def clean_hall_names(self) -> str:
        """As it was where a page did not ask for it."""
        chosen: str = self.cleaned_data["hall_names"]
        return chosen or self.stored.hall_names

    def clean_starts_on(self) -> date:
        return check_year(self.cleaned_data["starts_on"])

    def clean_ends_on(self) -> date | None:
        day = self.cleaned_data["ends_on"]
        return None if day is None else check_year(day)

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        first, last = self.cleaned_data.get("starts_on"), self.cleaned_data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("Viene prima della data d’inizio."))
        written = {code: self.cleaned_data.pop(name, "") for name, code in self.notice_names.items()}
        kept = {code: text for code, text in self.stored.notices.items() if code not in written}
        self.cleaned_data["notices"] = kept | {code: text for code, text in written.items() if text}
        return cleaned

    @property
    def notices(self) -> list[forms.BoundField]:
        """What is announced in words beside the rules."""
        return [self[name] for name in self.notice_names]

    @property
    def rules_of_play(self) -> list[forms.BoundField]:
        """The fields of notices that are rules of play."""
        return [self[name] for name, code in self.notice_names.items() if NOTICES[code].of_rules]

    @property
    def opens_rules(self) -> bool:
        """Whether something is wrong in what a new event has folded away: all but its name and first day."""
        return bool(set(self.errors) - {"name", "starts_on"})

    @property
    def opens_notices(self) -> bool:
        """Whether something is wrong there."""
        return any(field.errors for field in [*self.notices, self["announcement"]])

    def details(self) -> EventDetails:
        return replace(self.stored, **self.cleaned_data)


def check_year(day: date) -> date:
    """The day itself. Raises ValidationError if its year is implausible."""
    if not FIRST_YEAR <= day.year <= localdate().year + YEARS_AHEAD:
        raise forms.ValidationError(_("Controlla l’anno."))
    return day


def _rating_field(label: LazyText, initial: Decimal | None = None) -> ExactField:
    return ExactField(
        label=label,
        required=False,
        min_value=0,
        max_value=HIGHEST_RATING,
        decimal_places=3,
        initial=initial,
    )


class EntryForm(MergedForm, forms.ModelForm):
    """The player's data in an event, as of the day of the event: a rating for each of its lists."""

    rating = _rating_field(_("Elo"))
    fixed_table = forms.IntegerField(
        label=_("Tavolo fisso"),
        help_text=_("Il numero del tavolo a cui gioca in ogni turno. Vuoto: quello che gli tocca."),
        required=False,
        min_value=1,
        max_value=MOST_TABLE,
    )
    of_person = True

    class Meta:
        model = Entry
        fields = ["name", "mark", "rating", "title", "affiliation", "group", "fixed_table"]
        field_classes = dict.fromkeys(("name", "mark", "title", "affiliation", "group"), LineField)
        help_texts = {
            "mark": _(
                "Sta fra parentesi dietro il nome («il giovane»). Vuoto: fra due omonimi il circolo, o un"
                " numero."
            ),
            "group": _("Famiglia o altro legame di cui il sorteggio tiene conto."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entry = self.instance
        self.merges = entry.pk is not None
        self.stored = entry_details_of(entry)
        self.initial["name"] = entry.roster_name or self.stored.name
        if entry.roster_name:
            self.fields["name"].help_text = _(
                "In pubblico si leggono solo le iniziali. Il nome si cambia nell’elenco dei giocatori."
            )
        self.initial["mark"] = self.stored.mark
        own, *others = entry.event.rating_titles
        self.fields["rating"].label = own
        known = [*entry.other_ratings, *[None] * len(others)]
        self.others = {f"rating-{place}": title for place, title in enumerate(others, 2)}
        for (name, title), rating in zip(self.others.items(), known, strict=False):
            self.fields[name] = _rating_field(title, initial=rating)
        order = list(self.Meta.fields)
        after = order.index("rating") + 1
        self.order_fields([*order[:after], *self.others, *order[after:]])
        identity, asked = facts_from(entry.identity, Identity), identity_fields() if self.of_person else {}
        self.identity_names = {f"identity-{fact}": fact for fact in asked}
        for name, fact in self.identity_names.items():
            self.fields[name] = asked[fact]
            self.initial[name] = getattr(identity, fact)

    @property
    def own(self) -> list[forms.BoundField]:
        """What every event needs of an entry."""
        return [field for field in self if field.name not in self.identity_names]

    @property
    def for_reports(self) -> list[forms.BoundField]:
        return [self[name] for name in self.identity_names]

    @property
    def opens_reports(self) -> bool:
        """Whether something there is wrong."""
        return any(field.errors for field in self.for_reports)

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        facts = {fact: self.cleaned_data.pop(name, None) for name, fact in self.identity_names.items()}
        if facts and not self.errors:
            self.cleaned_data["identity"] = with_facts(self.instance.identity, facts)
        others = [self.cleaned_data.pop(name, None) for name in self.others]
        if others:
            self.cleaned_data["other_ratings"] = others
        return cleaned

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        return self.stored.name if name == self.instance.roster_name else name

    def clean_mark(self) -> str:
        return marked(self.cleaned_data["mark"])

    def details(self) -> EntryDetails:
        return replace(self.stored, **self.cleaned_data)


class MembersField(forms.CharField):
    """Names, one a line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea({"rows": 6, "autocomplete": "off"}), **kwargs)

    def to_python(self, value: object) -> list[str]:  # type: ignore[override]
        lines = (super().to_python(self.prepare_value(value)) or "").splitlines()
        return [clean_name(line) for line in map(one_line, lines) if line]

    def validate(self, value: list[str]) -> None:
        super().validate("".join(value))
        longest = max(value, key=len, default="")
        if len(longest) > LONGEST_NAME:
            raise forms.ValidationError(
                _("Un nome ha %(found)s caratteri: al massimo %(most)s."),
                params={"found": len(longest), "most": LONGEST_NAME},
            )
        keys = [sort_key(name) for name in value]
        twice = next((name for name, key in zip(value, keys, strict=True) if keys.count(key) > 1), None)
        if twice:
            raise forms.ValidationError(
                _("«%(name)s» c’è due volte: scrivilo una volta, o distingui i due con il circolo."),
                params={"name": twice},
            )
        if len(value) > MOST_MEMBERS:
            raise forms.ValidationError(
                _("Sono %(found)s nomi: una squadra ne ha al massimo %(most)s."),
                params={"found": len(value), "most": MOST_MEMBERS},
            )

    def prepare_value(self, value: object) -> object:
        return "\n".join(value) if isinstance(value, list) else value


class TeamForm(EntryForm):
    """A team in an event: a captain, and the names behind it."""

    of_person = False
    members = MembersField(label=_("Giocatori"), help_text=_("Uno per riga."))

    class Meta(EntryForm.Meta):
        fields = [
            *("name", "captain", "members", "affiliation", "mark", "rating", "title", "group", "fixed_table"),
        ]
        field_classes = dict.fromkeys(("name", "captain", "mark", "title", "affiliation", "group"), LineField)
        labels = {"name": _("Nome della squadra")}
        help_texts = {
            **EntryForm.Meta.help_texts,
            "captain": _("Vuoto: il primo dei giocatori. Chi non è fra i giocatori si aggiunge."),
        }

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        members, captain = self.cleaned_data.get("members"), self.cleaned_data.get("captain")
        if members:
            known = spellings(members)
            captain = self.cleaned_data["captain"] = known.get(sort_key(captain or ""), captain or members[0])
            if captain not in members:
                members.insert(0, captain)
        return cleaned


_FIXED_BY_DRAW = ("affiliation", "group")


def entry_form(entry: Entry, *, locked: bool, groups: Sequence[tuple[int, str]] = ()) -> type[EntryForm]:
    """The form of this entry. `locked`: after the draw of numbers club and group, which may have influenced
    it, cannot be changed. `groups`: the parallel groups in which the entry may play, number and title.
    """
    base = TeamForm if entry.members else EntryForm
    if not locked:
        return base
    fields = [name for name in base.Meta.fields if name not in _FIXED_BY_DRAW]
    members: dict[str, object] = {"Meta": type("Meta", (base.Meta,), {"fields": fields})}
    if groups:
        members["plays_in"] = forms.TypedChoiceField(label=_("Gioca nel"), choices=groups, coerce=int)
    return type(f"Locked{base.__name__}", (base,), members)


class DeleteForm(forms.Form):
    """Confirms the deletion of an event by typing its name."""

    name = forms.CharField(label=_("Nome del torneo"), max_length=200)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields["name"].help_text = _("Per conferma scrivi: %(name)s") % {"name": event.name}

    def clean_name(self) -> str:
        typed = " ".join(self.cleaned_data["name"].split()).casefold()
        if typed != " ".join(self.event.name.split()).casefold():
            raise forms.ValidationError(_("Non è il nome di questo torneo: non è stato eliminato niente."))
        return typed
