"""The changes of a stage in words: added, begun, taken back, and who declined or was invited."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from django.utils.translation import gettext as _, ngettext
from msgspec import convert

from clubtornei.events.plans import qualification_in_words
from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.pages.history.past_rows import PastStage
from clubtornei.rounds.stages.cut_queries import decision_text
from clubtornei.rounds.state.reason_texts import adjustment_text
from clubtornei.rounds.state.site_facts import CutDecision
from clubtornei.text.untyped import JsonObject, Options
from scoring.document import Adjustment, records_in
from scoring.qualification_rule import parse_rule


def stage_texts(before: PastStage | None, row: PastStage, names: Mapping[int, str]) -> Iterator[str]:
    """The change between two versions of a stage; `names` by entry_no."""
    stage = {"stage": stage_title(row["number"], row["name"])}
    if before is None:
        if row["number"] == 1:  # it came with the event
            return
        entrants = ", ".join(qualification_in_words(parse_rule(row["qualification"])))
        facts = {**stage, "entrants": entrants}
        yield _("Aggiunta la fase «%(stage)s». Chi gioca: %(entrants)s.") % facts
    elif row["pgh_label"] == "delete":
        yield _("Tolta la fase «%(stage)s».") % stage
    else:
        yield from _beginning_texts(before, row, stage)
        if before["name"] != row["name"]:
            was = stage_title(row["number"], before["name"])
            yield _("La fase «%(was)s» si chiama «%(stage)s».") % {**stage, "was": was}
        if _played(before) != _played(row):
            yield _("Cambiata la fase «%(stage)s».") % stage
        yield from _decision_texts(before, row, stage, names)
        yield from _adjustment_texts(before, row, names)
        changes: list[tuple[Literal["declined", "invited"], str, str]] = [
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
        ]
        for column, added, removed in changes:
            listed_before, listed = set(before[column]), set(row[column])
            for entry_no in sorted(listed_before ^ listed):
                yield (added if entry_no in listed else removed) % {**stage, "name": names.get(entry_no, "?")}


def _played(row: PastStage) -> tuple[str, Options, JsonObject | None]:
    """What is played in it, and by whom."""
    return row["system"], row["options"], row["qualification"]


def _beginning_texts(before: PastStage, row: PastStage, stage: Mapping[str, str]) -> Iterator[str]:
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


def _decision_texts(
    before: PastStage, row: PastStage, stage: Mapping[str, str], names: Mapping[int, str]
) -> Iterator[str]:
    """How ties were decided that say who enters the stage, and which decisions were taken back."""
    changes = (
        (before["decisions"], row["decisions"], _("Fase «%(stage)s», chi passa: annullato. %(decision)s")),
        (row["decisions"], before["decisions"], _("Fase «%(stage)s», chi passa: %(decision)s")),
    )
    for listed, known, words in changes:
        for decision in _without(listed, known):
            text = decision_text(convert(decision, CutDecision), names)
            yield words % {**stage, "decision": text}


def _adjustment_texts(before: PastStage, row: PastStage, names: Mapping[int, str]) -> Iterator[str]:
    """The points that the arbiter gave, and those taken back."""
    changes = (
        (before["adjustments"], row["adjustments"], _("Punti dati o tolti, annullati: %(points)s.")),
        (row["adjustments"], before["adjustments"], _("Punti dati o tolti: %(points)s.")),
    )
    for listed, known, words in changes:
        for adjustment in records_in(_without(listed, known), Adjustment):
            yield words % {"points": adjustment_text(adjustment, names)}


def _without(listed: Sequence[JsonObject], known: Sequence[JsonObject]) -> list[JsonObject]:
    """What is in the list as many times more than in the other."""
    others = list(listed)
    for one in known:
        if one in others:
            others.remove(one)
    return others
