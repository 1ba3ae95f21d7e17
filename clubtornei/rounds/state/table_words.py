"""What a table is called. In Italian all are «tavolo»; in English those with White and Black are boards."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubtornei.events.models import Event
from clubtornei.rounds.models import Table
from clubtornei.rounds.state.seat_names import has_colours
from pairing.registry import SYSTEMS
from pairing.system import System


class TableWords(NamedTuple):
    """The words of a table: `title` before its number, `short` above a column of numbers, `small` before one
    where there is little room, `word` and `plural` within a sentence, `all` above a list; `why`, `all_why`:
    the question that its reasons answer, and those of all.
    """

    title: Promise
    short: Promise
    small: Promise
    word: Promise
    plural: Promise
    all: Promise
    why: Promise
    all_why: Promise

    def titled(self, number: int | None) -> str:
        """The table with that number: «Tavolo 3»."""
        return f"{self.title} {number}"

    def word_for(self, tables: int) -> Promise:
        """What so many are, the number before it: «tavolo», «tavoli»."""
        return self.word if tables == 1 else self.plural

    def in_sentence(self, number: int | str | None) -> str:
        """The table's name within a sentence: «tavolo 3»."""
        return f"{self.word} {number}"

    def all_in_sentence(self, numbers: Sequence[int]) -> str:
        """Several within a sentence: «tavoli 3, 4»."""
        return f"{self.word_for(len(numbers))} {', '.join(map(str, numbers))}"


TABLE = TableWords(
    title=_("Tavolo"),
    short=_("Tav."),
    small=_("tav."),
    word=_("tavolo"),
    plural=_("tavoli"),
    all=_("Tavoli"),
    why=_("Perché questo tavolo?"),
    all_why=_("Perché questi tavoli?"),
)

BOARD = TableWords(
    title=pgettext_lazy("scacchiera", "Tavolo"),
    short=pgettext_lazy("scacchiera", "Tav."),
    small=pgettext_lazy("scacchiera", "tav."),
    word=pgettext_lazy("scacchiera", "tavolo"),
    plural=pgettext_lazy("scacchiera", "tavoli"),
    all=pgettext_lazy("scacchiera", "Tavoli"),
    why=pgettext_lazy("scacchiera", "Perché questo tavolo?"),
    all_why=pgettext_lazy("scacchiera", "Perché questi tavoli?"),
)


def table_words(system: System, event: Event) -> TableWords:
    """The words of that event's tables, in a stage of that system."""
    return BOARD if has_colours(system, event) else TABLE


def table_title(table: Table) -> str:
    """That table, with its number: «Tavolo 3»."""
    return _words_of(table).titled(table.number)


def table_in_sentence(table: Table) -> str:
    """The table's name within a sentence: «tavolo 3»."""
    return _words_of(table).in_sentence(table.number)


def _words_of(table: Table) -> TableWords:
    stage = table.round.stage
    return table_words(SYSTEMS[stage.system], stage.event)
