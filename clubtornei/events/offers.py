"""What the first step of a new event offers: the formulas for a game and a number of players, by family.

Everything is read from the engines' own data (pairing/offers.py), so that a new system or event format needs
no change here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.accounts.models import Club
from clubtornei.events.advice import caution
from clubtornei.events.plans import limits_of_format
from clubtornei.events.systems import StageLimits, SystemPreset, drawing_of, system_presets
from clubtornei.text.languages import translated
from clubtornei.text.numerals import grouped
from clubtornei.web.form_choices import set_choices
from pairing.event_formats import EVENT_FORMATS, EventFormat
from pairing.offers import CHESS, FAMILIES, GAME_TYPES, UsualChoice, game_type_of, usual_reason
from pairing.registry import SYSTEMS
from scoring.reading import MOST_PLAYERS

FEWEST_PLAYERS = 2
USUAL_PLAYERS = 16
"""How many are expected at first where a club has not played the game yet: fits most formulas."""
LATEST = 20
"""Of so many events it is looked for."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A formula to choose. `usual`: why most clubs choose it; "": they do not. `fits`: whether it is made for
    the game and the number of players. `warning`: what speaks against it for so many.
    """

    address: str
    title: str
    meaning: str
    limits: StageLimits
    usual: str
    fits: bool
    warning: str = ""


@dataclass(frozen=True, kw_only=True)
class FormulaFamily:
    """A card: what its variants have in common, and the variants, the usual choice first. `warning`: what
    speaks against each of them for so many.
    """

    title: str
    meaning: str
    drawing: str
    variants: list[Variant]
    warning: str = ""

    @property
    def usual(self) -> bool:
        """Whether the usual choice is among them."""
        return any(variant.usual for variant in self.variants)

    @property
    def only(self) -> Variant | None:
        """The one there is, which the card is then all about."""
        alone = len(self.variants) == 1 and self.variants[0].title == self.title
        return self.variants[0] if alone else None


class OfferForm(forms.Form):
    """What is played, and how many are expected; what the query does not say is as last time."""

    game = forms.ChoiceField(label=gettext_lazy("Che cosa si gioca?"), widget=forms.RadioSelect)
    players = forms.IntegerField(
        label=gettext_lazy("Quanti giocatori aspetti?"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS
    )

    def __init__(self, query: Mapping[str, str], last_time: Mapping[str, str]) -> None:
        super().__init__({name: query.get(name, value) for name, value in last_time.items()})
        choices = [(row.name, translated(row.title)) for row in GAME_TYPES.values()]
        set_choices(self, "game", choices)
        players = self.fields["players"]
        players.widget.attrs |= {
            "inputmode": "numeric",
            "autocomplete": "off",
            "aria-describedby": "players-wrong",
        }
        span = _("Da %(least)s a %(most)s giocatori.") % {
            "least": FEWEST_PLAYERS,
            "most": grouped(MOST_PLAYERS),
        }
        players.error_messages |= dict.fromkeys(("required", "invalid"), span)
        players.validators = [MinValueValidator(FEWEST_PLAYERS, span), MaxValueValidator(MOST_PLAYERS, span)]


class Offers:
    """The formulas for what was asked of the club in the first step: `query`, which may say nothing yet."""

    def __init__(self, club: Club, query: Mapping[str, str]) -> None:
        self.club = club
        last_time = _last_time(club, query.get("game", ""))
        self.form = OfferForm(query, last_time)
        self.form.full_clean()
        chosen = {name: str(self.form.cleaned_data.get(name, value)) for name, value in last_time.items()}
        self.game = GAME_TYPES[chosen["game"]]
        self.players = max(int(chosen["players"]), self.game.fewest)

    @property
    def title(self) -> str:
        """What is played, in words."""
        return translated(self.game.title)

    @cached_property
    def families(self) -> list[FormulaFamily]:
        """The families with formulas for the game and the number of players, that of the usual choice
        first.
        """
        return self._families(fits=True)

    @cached_property
    def usual(self) -> list[FormulaFamily]:
        """The families with the usual choice; all, where nothing is usual."""
        return [family for family in self.families if family.usual] or self.families

    @property
    def usual_variant(self) -> Variant | None:
        """The usual choice, if there is one."""
        variants = [variant for family in self.usual for variant in family.variants if variant.usual]
        return variants[0] if variants else None

    @cached_property
    def less_usual(self) -> list[FormulaFamily]:
        return [family for family in self.families if family not in self.usual]

    @cached_property
    def others(self) -> list[FormulaFamily]:
        """What is made for other games, or for more or fewer players."""
        return self._families(fits=False)

    def _families(self, *, fits: bool) -> list[FormulaFamily]:
        by_family: dict[str, list[Variant]] = {}
        for family, variant in self._all:
            if variant.fits == fits:
                by_family.setdefault(family, []).append(variant)
        found = [_family(name, variants) for name, variants in by_family.items()]
        return sorted(found, key=lambda family: not family.usual)

    @cached_property
    def _all(self) -> list[tuple[str, Variant]]:
        presets = [preset for preset in system_presets().values() if preset.opens]
        return [
            *((SYSTEMS[one.system].family or one.system, self._by_preset(one)) for one in presets),
            *((one.family, self._by_format(one)) for one in EVENT_FORMATS.values()),
        ]

    def _by_preset(self, preset: SystemPreset) -> Variant:
        multiplayer = SYSTEMS[preset.system].spec.multiplayer
        family = FAMILIES.get(SYSTEMS[preset.system].family)
        fewest = family.fewest if family else FEWEST_PLAYERS
        asked = urlencode({"formula": preset.key, "game": self.game.name, "players": self.players})
        return Variant(
            address=f"?{asked}",
            title=preset.title,
            meaning=preset.meaning,
            limits=preset.limits,
            usual=self._why(preset.usual),
            fits=(multiplayer == self.game.multiplayer or self.game.duels)
            and self.players >= fewest
            and preset.limits.include(self.players),
            warning=caution(preset.system, preset.options, self.players),
        )

    def _by_format(self, event_format: EventFormat) -> Variant:
        address = reverse("events:new_by_formula", args=[self.club.slug, event_format.name])
        return Variant(
            address=f"{address}?players={self.players}",
            title=translated(event_format.title),
            meaning=translated(event_format.meaning),
            limits=limits_of_format(event_format),
            usual=self._why(event_format.usual),
            fits=self.game.name in event_format.games and event_format.fits(self.players),
        )

    def _why(self, choices: tuple[UsualChoice, ...]) -> str:
        why = usual_reason(choices, self.game.name, self.players)
        return translated(why) if why else ""


def game_named(game_type: str, last: str) -> str:
    """The game of the next event: as `last` time if that was of the type asked for, else the type's own."""
    asked = GAME_TYPES.get(game_type)
    if asked is None or (last and game_type_of(last) == asked):
        return last
    return translated(asked.title) if asked.named else ""


def _last_time(club: Club, asked: str) -> dict[str, str]:
    """The type of game asked for, or else that of the club's latest event, and how many played it last."""
    last = [
        (game_type_of(game), entries)
        for game, entries in club.events.latest_first().values_list("game", "last_entry_no")[:LATEST]
    ]
    game = GAME_TYPES.get(asked) or (last[0][0] if last else GAME_TYPES[CHESS])
    played = next((entries for one, entries in last if one == game and entries), USUAL_PLAYERS)
    return {"game": game.name, "players": str(max(played, game.fewest))}


def _family(name: str, variants: list[Variant]) -> FormulaFamily:
    family = FAMILIES.get(name)
    described = family or SYSTEMS[name]
    warnings = {variant.warning for variant in variants}
    common = warnings.pop() if len(variants) > 1 and len(warnings) == 1 else ""
    if common:
        variants = [replace(variant, warning="") for variant in variants]
    return FormulaFamily(
        title=translated(described.title),
        meaning=translated(described.meaning),
        drawing=family.drawing if family else drawing_of(name),
        variants=sorted(variants, key=lambda variant: not variant.usual),
        warning=common,
    )
