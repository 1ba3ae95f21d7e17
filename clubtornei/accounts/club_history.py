"""The history of a club that is deleted. Rows of history refer to what they are about without a foreign key,
so that it may be gone: nothing deletes them by itself.
"""

from collections.abc import Iterable
from typing import cast
from uuid import UUID

import pghistory.models
from django.apps import apps
from django.db.models import ForeignKey, Model, QuerySet
from django.db.models.expressions import RawSQL

from clubtornei.accounts.models import Club

Rows = QuerySet[Model]


def history_models() -> dict[type[Model], type[Model]]:
    """The model of history of each model that has one."""
    return {
        cast(type[Model], model.pgh_tracked_model): model
        for model in apps.get_models()
        if issubclass(model, pghistory.models.Event) and hasattr(model, "pgh_tracked_model")
    }


def history_of(clubs: Iterable[Club]) -> list[Rows]:
    """All rows of history of the clubs, by model."""
    return history_below(Club, [club.pk for club in clubs])


def history_below(root: type[Model], pks: Iterable[int]) -> list[Rows]:
    """All rows of history of what belongs to these rows of `root`, by model, but not of these themselves.

    They are found from the top down: a table of a draft that was discarded is there no longer, but that it
    was in a round of the event is in its history; what has not changed since it was made has none. The keys
    of each level are looked up by themselves: with one level inside the other PostgreSQL, which does not know
    how many there are, may read the whole table below once for each row above.
    """
    below: dict[type[Model], Rows | None] = {}
    now: dict[type[Model], Rows] = {}
    keys: dict[type[Model], list[int]] = {root: list(pks)}

    def rows_of(tracked: type[Model]) -> Rows | None:
        if tracked not in below:
            below[tracked] = None  # a model that leads back to itself finds nothing by that
            below[tracked] = found_by_owner(tracked)
        return below[tracked]

    def found_by_owner(tracked: type[Model]) -> Rows | None:
        for field in tracked._meta.concrete_fields:
            if isinstance(field, ForeignKey) and not field.null and owned(owner := field.related_model):
                owners = {f"{field.attname}__in": _listed(keys[owner])}
                now[tracked] = tracked._base_manager.filter(**owners)
                return history_models()[tracked]._base_manager.filter(**owners)
        return None

    def owned(owner: type[Model]) -> bool:
        if owner not in keys and owner in history_models() and (rows := rows_of(owner)) is not None:
            past, present = rows.values_list("pgh_obj_id", flat=True), now[owner].values_list("pk", flat=True)
            keys[owner] = list({*past, *present})
        return owner in keys

    return [rows for tracked in history_models() if (rows := rows_of(tracked)) is not None]


def _listed(keys: list[int] | list[UUID], kind: str = "bigint") -> RawSQL:
    """One parameter, however many keys: PostgreSQL takes 65,535 of them."""
    return RawSQL(f"SELECT unnest(%s::{kind}[])", [keys])  # noqa: S611 (the kind is ours)


def delete_history(clubs: Iterable[Club]) -> None:
    """Delete it, with what says who made the changes. Behind the clubs: deleting them makes history, too."""
    delete_rows(history_of(clubs))


def delete_with_history(row: Model) -> None:
    """Delete the row with its history, and that of what belonged to it."""
    root, pk = type(row), row.pk
    row.delete()
    delete_history_of(root, [pk])


def delete_history_of(root: type[Model], pks: list[int]) -> int:
    """Delete the history of these rows of `root`, and that of what belonged to them; how many rows."""
    own = history_models()[root]._base_manager.filter(pgh_obj_id__in=_listed(pks))
    return delete_rows([*history_below(root, pks), own])


def delete_rows(querysets: Iterable[Rows]) -> int:
    """Delete rows of history, all found before any is gone, as some are found by others; how many."""
    found = [(rows.model, list(rows.values_list("pk", "pgh_context_id"))) for rows in querysets]
    for model, rows in found:
        model._base_manager.filter(pk__in=_listed([pk for pk, _context in rows])).delete()
    delete_contexts({context for _model, rows in found for _pk, context in rows if context})
    return sum(len(rows) for _model, rows in found)


def delete_contexts(contexts: set[UUID]) -> None:
    """Delete who made changes of which no row of history is left."""
    left = contexts
    for model in history_models().values():
        used = model._base_manager.filter(pgh_context_id__in=_listed([*left], "uuid"))
        left = left - set(used.values_list("pgh_context_id", flat=True))
    apps.get_model("pghistory", "Context").objects.filter(pk__in=_listed([*left], "uuid")).delete()
