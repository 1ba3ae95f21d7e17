"""Options in words: what each is called, its value and what it means, from the engines' option records."""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.state.formatting import Notation
from clubtornei.text.languages import listed, lower_first, translated
from clubtornei.text.untyped import Options
from pairing.system import System
from scoring.methods import METHODS
from scoring.options import Option, build, describe

LEFT_OPEN = "–"
HALVES = Notation()
"""For options of no event, or of one whose points need no decimals."""


class Term(Struct, frozen=True):
    """Something that is announced: what it is called, its value (it may have none), what it means.

    `in_force`: whether it rules anything: not an option without a value, nor one that is switched off.
    `agreed`: whether it is one of those that say yes or no, and says yes.
    """

    title: str
    value: str
    meaning: str = ""
    in_force: bool = True
    agreed: bool = False

    @property
    def announced(self) -> "Term":
        """As players read it: what was agreed to in its own words, instead of a yes."""
        if not (self.agreed and self.meaning):
            return self
        return Term(self.title, lower_first(self.meaning).removesuffix("."))


def scoring_terms(
    system: System,
    scoring: str,
    written: Options,
    without: Collection[str] = (),
    notation: Notation = HALVES,
) -> Iterator[Term]:
    """The options of a scoring method in this system, each with its value in words."""
    defaults = system.spec.scoring_defaults if scoring == system.spec.scoring else {}
    yield from terms(METHODS[scoring].options, {**defaults, **written}, without, notation)


def terms(
    record: type[Struct], written: Options, without: Collection[str] = (), notation: Notation = HALVES
) -> Iterator[Term]:
    """The options of a record, each with its value in words."""
    options = build(record, written)
    for option in describe(record):
        if option.name not in without:
            value = getattr(options, option.name)
            words = _option_value(option, value, notation)
            off = words == LEFT_OPEN or _is_off(option, value)
            yield Term(
                translated(option.title),
                words,
                translated(option.announced),
                in_force=not off,
                agreed=value is True and not option.nullable,
            )


def _option_value(option: Option, value: object, notation: Notation) -> str:
    if value is None or value == ():
        return translated(option.empty) or LEFT_OPEN
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    parts = value if isinstance(value, tuple) else (value,)
    words = [
        translated(option.choice_labels[part]) if part in option.choice_labels else notation.figure(str(part))
        for part in parts
    ]
    if option.type == "numbers":
        # These may have decimals, with a comma.
        return " · ".join(words)
    if len(words) > 1 and option.choice_labels:
        # No "and" between them: a label such as "clubs and groups" has one.
        return ", ".join(lower_first(word) for word in words)
    return listed(words)


def _is_off(option: Option, value: object) -> bool:
    """Yes or no, and no; or the choice that says there is nothing of the kind."""
    no = value is False and not option.nullable
    return no or (option.unsaid != "" and str(value) == option.unsaid)
