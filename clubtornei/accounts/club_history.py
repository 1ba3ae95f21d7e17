"""The history of a club that is deleted. Rows of history refer to what they are about without a foreign key,
so that it may be gone: nothing deletes them by itself.
"""

from collections.abc import Iterable
from typing import cast
from uuid import UUID

import pghistory.models
from django.apps import apps
from django.db import models
from django.db.models import ForeignKey, Model, QuerySet

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

    They are found by history alone, from the top down: a table of a draft that was discarded is there no
    longer, but that it was in a round of the event is in its row.
    """
    keys = list(pks)
    return [
        model._base_manager.filter(lookup)
        for tracked, model in history_models().items()
        if (lookup := _lookup(tracked, root, keys)) is not None
    ]


def _lookup(tracked: type[Model], root: type[Model], pks: list[int]) -> models.Q | None:
    """What finds the rows of history of a model; None if nothing of it belongs to such a row."""
    for field in tracked._meta.concrete_fields:
        if not isinstance(field, ForeignKey) or field.null:
            continue
        owner = field.related_model
        if owner is root:
            return models.Q(**{f"{field.attname}__in": pks})
        above = history_models().get(owner)
        if above is not None and (lookup := _lookup(owner, root, pks)) is not None:
            found = above._base_manager.filter(lookup).values("pgh_obj_id")
            return models.Q(**{f"{field.attname}__in": found})
    return None


def delete_history(clubs: Iterable[Club]) -> None:
    """Delete it, with what says who made the changes. Behind the clubs: deleting them makes history, too."""
    delete_rows(history_of(clubs))


def delete_rows(querysets: Iterable[Rows]) -> None:
    """Delete rows of history, all found before any is gone, as some are found by others."""
    found = [(rows.model, list(rows.values_list("pk", "pgh_context_id"))) for rows in querysets]
    for model, rows in found:
        model._base_manager.filter(pk__in=[pk for pk, _context in rows]).delete()
    delete_contexts({context for _model, rows in found for _pk, context in rows if context})


def delete_contexts(contexts: set[UUID]) -> None:
    """Delete who made changes of which no row of history is left."""
    left = contexts
    for model in history_models().values():
        used = model._base_manager.filter(pgh_context_id__in=left)
        left = left - set(used.values_list("pgh_context_id", flat=True))
    apps.get_model("pghistory", "Context").objects.filter(pk__in=left).delete()
