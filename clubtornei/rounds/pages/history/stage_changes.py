"""What the versions of a stage say in the history: added, begun, taken back, and who gave a place up."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubtornei.events.stages import stage_title
from clubtornei.untyped import Columns

Version = Columns


def stage_words(before: Version | None, row: Version, names: Mapping[int, str]) -> Iterator[str]:
    """What was done to a stage; `names` by entry_no."""
    stage = {"stage": stage_title(row["number"], row["name"])}
    if before is None:
        if row["number"] == 1:  # it came with the event
            return
        yield _("Aggiunta la fase «%(stage)s».") % stage
    elif row["pgh_label"] == "delete":
        yield _("Tolta la fase «%(stage)s».") % stage
    else:
        yield from _who_enters(before, row, stage)
        if any(before[column] != row[column] for column in ("system", "options", "entry_rule")):
            yield _("Cambiata la fase «%(stage)s».") % stage
        changes = (
            (
                "declined",
                _("%(name)s rinuncia: fase «%(stage)s»."),
                _("%(name)s non rinuncia più: fase «%(stage)s»."),
            ),
            (
                "invited",
                _("%(name)s entra per scelta dell’arbitro: fase «%(stage)s»."),
                _("%(name)s non entra più per scelta dell’arbitro: fase «%(stage)s»."),
            ),
        )
        for column, more, fewer in changes:
            then, now = set(before[column]), set(row[column])
            for entry_no in sorted(then ^ now):
                yield (more if entry_no in now else fewer) % {**stage, "name": names.get(entry_no, "?")}


def _who_enters(before: Version, row: Version, stage: Mapping[str, str]) -> Iterator[str]:
    if row["number"] == 1:
        return
    if before["entrants"] is None and row["entrants"] is not None:
        count = len(row["entrants"])
        yield ngettext(
            "Comincia la fase «%(stage)s», con %(count)d giocatore.",
            "Comincia la fase «%(stage)s», con %(count)d giocatori.",
            count,
        ) % {**stage, "count": count}
    elif before["entrants"] is not None and row["entrants"] is None:
        yield _("Annullata la partenza della fase «%(stage)s».") % stage
