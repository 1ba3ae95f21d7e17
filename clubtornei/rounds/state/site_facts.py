"""What the site knows of an event beyond the document's rules, in the key `site` at each of its levels."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, TypeVar, cast

import msgspec
from django.utils.translation import gettext as _
from msgspec import Meta, Struct, convert, field, to_builtins
from msgspec.structs import replace

from clubtornei.events.writing import ActionRefused
from clubtornei.text.untyped import Extra, JsonObject, Options
from pairing.quality import Quality
from pairing.system import Reason
from scoring.document import Bye, Document, DocumentPlayer, DocumentRound, DocumentStage, DocumentTable
from scoring.prizes import CategoryAwards

SITE = "site"
Facts = TypeVar("Facts", bound=Struct)
DocumentPart = TypeVar(
    "DocumentPart", Document, DocumentPlayer, DocumentStage, DocumentRound, DocumentTable, Bye
)
Moment = Annotated[datetime, Meta(tz=True)]
NotNegative = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
EntryNoKey = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,9}\Z")]
Amount = Annotated[str, Meta(pattern=r"^[0-9]{1,5}(\.[0-9]{1,2})?\Z")]
Points = Annotated[int, Meta(ge=0)] | Decimal
Shown = Annotated[str, Meta(pattern=r"^-?[0-9]{1,12}(\.[0-9]{1,4})?\Z")]
"""A value as `scoring.standings.decimal_text` writes it."""

EARLIEST, LATEST = 1900, 2999  # years; beyond them a time zone may lead out of the calendar


Lines = list[str]
"""A text of several lines: none in a document may have a line break."""


class RankedRow(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A row of the ranking that was announced when the event was closed."""

    player: int
    played: NotNegative
    values: dict[str, Shown]
    rank: Positive | None = None
    decided_by: str | None = field(default=None, name="parted")  # as events closed before have it


class FormulaFacts(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The named formula that the stages were made by, and for how many players."""

    name: str
    players: Positive
    options: Options = {}
    scoring: str = ""
    wildcards: NotNegative = 0


class StageRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How a stage is played and ranked, as in the columns of the model Stage."""

    name: str
    system: str
    options: Options
    scoring: str
    scoring_options: Options
    ranking: list[str]
    entry: Options | None


class FactChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of something announced beside the rules, by its name among the details or the notices."""

    name: str
    before: Lines | str
    now: Lines | str


class RuleChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of what was public: when, after how many published rounds, why (after round 1), all stages as
    they were and as they became, if they did, and what else changed.
    """

    at: Moment
    after: NotNegative
    reason: str
    before: list[StageRules]
    now: list[StageRules]
    facts: list[FactChange] = []


class ConfirmedAwards(Struct, frozen=True, forbid_unknown_fields=True):
    """Who gets which prize, as the organiser has confirmed it."""

    at: Moment
    categories: tuple[CategoryAwards, ...]


class EventFacts(Struct, omit_defaults=True, forbid_unknown_fields=True):
    game: str = ""
    place: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    commitment: str = ""
    draw_method: Annotated[str, Meta(pattern=r"^(lots|varma|rating|hand)?\Z")] = ""
    drawn_at: Moment | None = None
    closed_at: Moment | None = None
    final_ranking: list[RankedRow] | None = None
    formula: FormulaFacts | None = None
    rating_lists: list[Annotated[str, Meta(pattern=r"^(fide|fsi|club|fide_fsi|fsi_fide)\Z")]] = []
    announcement: Lines | str = []
    notices: dict[str, Lines] = {}
    entry_fee: Amount | None = None
    awards: ConfirmedAwards | None = None
    rule_changes: list[RuleChange] = []
    minutes: Annotated[int, Meta(ge=1, le=600)] | None = None
    ending: Annotated[str, Meta(pattern=r"^(2014|2003|quick-[4-8]|secret|bare)?\Z")] = ""
    numbered: bool = False
    hall_names: Annotated[str, Meta(pattern=r"^(whole|public)\Z")] = "whole"


class PlayerFacts(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """`present`: at the roll call; `fee`, `paid`: for the treasurer; none of them is public.

    `late_number`: the number was given after the draw.

    `mark`: what stands in brackets at the end of the name, to tell namesakes apart. `surname`: if the name
    alone does not tell which part of it that is. `captain`, `members`: of a team.
    """

    present: bool | None = None
    fee: Amount | None = None
    paid: bool = False
    late_number: bool = False
    mark: str = ""
    surname: str = ""
    captain: str = ""
    members: list[str] = []


class CutDecision(Struct, omit_defaults=True, frozen=True, forbid_unknown_fields=True):
    """How a tie was decided that says who enters a stage. `players`: who was level, the better first;
    `places`: how many of them enter it; `reason`: of a decision of the arbiter.
    """

    players: list[Positive]
    places: NotNegative
    way: Annotated[str, Meta(pattern=r"^(play_off|lot|arbiter)\Z")]
    at: Moment
    reason: str = ""


class StageFacts(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """`requested_byes`, of documents that have them here: id → round → points. `days`: round → the day on
    which it is or was played; `times`: at what time, where that is planned too. `invited`: the players let in
    by the arbiter's choice. `decisions`: of the ties whose order the stage has in `decided`.
    """

    requested_byes: dict[EntryNoKey, dict[EntryNoKey, Points]] = {}
    invited: list[Positive] = []
    decisions: list[CutDecision] = []
    days: dict[EntryNoKey, date] = {}
    times: dict[EntryNoKey, Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d\Z")]] = {}

    def planned(self, number: int) -> date | None:
        """The day of the round, a datetime where its time is planned too (state/days.py)."""
        day, time = self.days.get(str(number)), self.times.get(str(number))
        return datetime.fromisoformat(f"{day}T{time}") if day and time else day


class RoundFacts(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """`quality`: as the system gave it when it drew the round, or as another program has written it; mappings
    are lists of pairs. `by_hand_reason`: why the arbiter arranged tables of it by hand.
    """

    drawn_at: Moment | None = None
    published_at: Moment | None = None
    quality: JsonObject = {}
    by_hand_reason: Annotated[str, Meta(max_length=200)] = ""

    @property
    def quality_of_draw(self) -> Quality:
        """Unchecked: what makes words of it raises KeyError or TypeError where it is something else."""
        return cast(Quality, self.quality)


class Entered(Struct, frozen=True, forbid_unknown_fields=True):
    """Who entered the result of a table, by name, and when."""

    by: str
    at: Moment


class TableFacts(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """`number`: the table's own, if it is not its place in the list (a table before it was removed).

    `entered`: in the document of a closed event for its organisers. An import does not keep it.

    `by_hand`: of a bye; a table has a key of the document for it.
    """

    by_hand: bool = False
    why: list[Reason] = []
    number: Positive | None = None
    entered: Entered | None = None


def event_facts(document: Document) -> EventFacts:
    """The site's facts of the event. Here and below: of a document that the site has written itself."""
    return convert(document.extra.get(SITE, {}), EventFacts)


def player_facts(player: DocumentPlayer) -> PlayerFacts:
    return convert(player.extra.get(SITE, {}), PlayerFacts)


def stage_facts(stage: DocumentStage) -> StageFacts:
    return convert(stage.extra.get(SITE, {}), StageFacts)


def round_facts(round_: DocumentRound) -> RoundFacts:
    return convert(round_.extra.get(SITE, {}), RoundFacts)


def table_facts(table: DocumentTable | Bye) -> TableFacts:
    return convert(table.extra.get(SITE, {}), TableFacts)


def table_number(table: DocumentTable, place: int) -> int:
    """The table's own number; by default its place in the list of its round, from 1."""
    return table_facts(table).number or place


def site(facts: Struct) -> Extra:
    """The facts as a key of the document; empty without any."""
    plain = to_builtins(facts, builtin_types=(Decimal,))
    return {SITE: plain} if plain else {}


def with_facts(part: DocumentPart, facts: Struct) -> DocumentPart:
    """The part of a document with these facts of the site instead of those it has."""
    return replace(part, extra={**others(part.extra), **site(facts)})


def others(extra: Extra) -> Extra:
    """The keys that the site does not know; they are kept unchanged."""
    return {key: value for key, value in extra.items() if key != SITE}


def stored(reasons: Iterable[Reason]) -> list[Reason]:
    """The reasons as a column or a document gives them back: their facts are plain JSON values."""
    return convert(to_builtins(list(reasons)), list[Reason])


def facts_in(extra: Extra, kind: type[Facts], path: str) -> Facts:
    """The site's own facts in an import, checked. A number is none as a text, such as "NaN" or "1e9999".

    Raises ActionRefused, naming the path, if they are not such as the site writes.
    """
    try:
        facts = convert(extra.get(SITE, {}), kind, builtin_types=(Decimal,))
        _refuse_strange_days(facts)
    except msgspec.ValidationError as error:
        problem, _at, place = str(error).rstrip("`").partition(" - at `$")
        raise ActionRefused(
            _("%(path)s: non si legge (%(problem)s). Togli la chiave «site» e riprova.")
            % {"path": f"{path}{SITE}{place}", "problem": problem}
        ) from error
    return facts


def _refuse_strange_days(facts: Struct) -> None:
    for name in facts.__struct_fields__:
        value = getattr(facts, name)
        days = value.values() if name == "days" else [value]
        if any(isinstance(day, date) and not EARLIEST <= day.year <= LATEST for day in days):
            raise msgspec.ValidationError(f"Year out of range - at `$.{name}`")
