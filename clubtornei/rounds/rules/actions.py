"""The same rules for the whole event: public ones change with a date, after round 1 with a reason."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import Round
from clubtornei.rounds.rules.changes import change_in_words
from clubtornei.rounds.state.site_facts import FactChange, RuleChange, StageRules


class ReasonNeeded(ActionRefused):
    """A round is published, and the rules would change from `before` to `now` without a reason."""

    def __init__(self, before: Sequence[StageRules], now: Sequence[StageRules]) -> None:
        super().__init__(
            _("Le regole valgono per tutto il torneo: per cambiarle adesso il titolare ne dice il motivo.")
        )
        self.before, self.now = before, now


@contextmanager
def changing_rules(event: Event, reason: str, facts: Sequence[FactChange] = ()) -> Iterator[None]:
    """Record what the block changes in the rules of the locked event, with the reason; `facts`: what else
    changes of what is announced.

    Raises ReasonNeeded where a round is published and there is no reason: then nothing is written.
    """
    before = rules_of(event)
    yield
    now = rules_of(event)
    published = Round.objects.filter(stage__event=event).published().count()
    others = any(change_in_words(before, now))
    if published and others and not reason:
        raise ReasonNeeded(before, now)
    if not (published or event.published) or not (others or facts):
        return
    if not others:
        before, now, reason = [], [], ""
    change = RuleChange(timezone.now(), published, reason, before, now, list(facts))
    event.rule_changes = [*event.rule_changes, to_builtins(change, builtin_types=(Decimal,))]
    event.save(update_fields=["rule_changes"])


def rules_of(event: Event) -> list[StageRules]:
    """The rules of all stages, in their order."""
    return [
        StageRules(
            name=stage.name,
            system=stage.system,
            options=stage.options,
            scoring=stage.scoring,
            scoring_options=stage.scoring_options,
            ranking=list(stage.ranking),
            entry=stage.qualification,
        )
        for stage in event.stages.order_by("number")
    ]
