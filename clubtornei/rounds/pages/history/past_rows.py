"""The versions of rows that django-pghistory keeps, each a dictionary of its columns."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, TypedDict, TypeVar, cast

from django.apps import apps

from clubtornei.rounds.columns import TableState
from clubtornei.text.untyped import JsonObject, Options
from pairing.system import Reason
from scoring.record import Number


class PastRow(TypedDict):
    """`pgh_id`: of the version, `pgh_obj_id`: of the row; `user`: who made it (`author_in`)."""

    pgh_id: int
    pgh_obj_id: int
    pgh_created_at: datetime
    pgh_label: Literal["insert", "update", "delete"]
    user: int | str | None


class PastEvent(PastRow):
    name: str
    game: str
    place: str
    starts_on: date
    ends_on: date | None
    published: bool
    rating_lists: list[str]
    announcement: str
    notices: dict[str, str]
    rule_changes: list[JsonObject]
    prizes: JsonObject
    awards: JsonObject | None
    commitment: str
    draw_method: str
    drawn_at: datetime | None
    formula: JsonObject | None
    closed_at: datetime | None


class PastStage(PastRow):
    number: int
    name: str
    system: str
    options: Options
    scoring: str
    scoring_options: Options
    ranking: list[str]
    qualification: JsonObject | None
    entrants: list[int] | None
    declined: list[int]
    decisions: list[JsonObject]
    adjustments: list[JsonObject]
    invited: list[int]
    absences: dict[str, list[int]]
    withdrawals: dict[str, int]
    requested_byes: dict[str, dict[str, Number]]


class PastEntry(PastRow):
    entry_no: int
    number: int | None
    name: str
    rating: Decimal | None
    other_ratings: list[Decimal | None]
    title: str
    affiliation: str
    group: str
    joined: int
    absent: list[int]
    withdrawn: int | None
    exempt: int
    fixed_table: int | None
    fee: Decimal | None
    paid: bool


class PastRound(PastRow):
    stage_id: int
    number: int
    published_at: datetime | None
    by_hand_reason: str


class PastTable(PastRow):
    round_id: int
    number: int | None
    by_hand: bool
    why: list[Reason]


class PastResult(PastRow):
    """An entry (`delete`: its table is gone), or that it was undone (`update`)."""

    table_id: int
    before: TableState
    after: TableState


class PastProposal(PastRow):
    """One whose table is gone."""

    table_id: int
    state: TableState
    status: str


Past = TypeVar("Past", bound=PastRow)


def author_in(metadata: JsonObject) -> int | str | None:
    """Who made a version: a user, by primary key; a name, where it comes from a club's copy."""
    user: int | str | None = metadata.get("user") or metadata.get("who")
    return user


def past_rows(kind: type[Past], model: str, **lookups: Any) -> list[Past]:
    """The versions that match the lookups, oldest first."""
    rows = apps.get_model(model).objects.filter(**lookups).order_by("pgh_id")
    columns = [field.attname for field in apps.get_model(model)._meta.concrete_fields]
    return [
        cast(Past, {**row, "user": author_in(row["pgh_context__metadata"] or {})})
        for row in rows.values(*columns, "pgh_context__metadata")
    ]


def with_previous(rows: Sequence[Past]) -> Iterator[tuple[Past | None, Past]]:
    """Each version, preceded by the version before it of the same row (None: it is the first)."""
    latest: dict[int, Past] = {}
    for row in rows:
        yield latest.get(row["pgh_obj_id"]), row
        latest[row["pgh_obj_id"]] = row
