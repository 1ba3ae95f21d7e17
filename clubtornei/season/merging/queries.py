"""What becomes of two people of the roster if they are merged, before it is done."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import Event, SignUp
from clubtornei.events.templatetags.dates import short_day
from clubtornei.players.models import Player, Rate, RatingList, rating_column
from clubtornei.players.names import sort_key
from clubtornei.rounds.participation.signups.queries import ACTIVE
from clubtornei.season.circuits.state import frozen_state
from clubtornei.season.models import Circuit, TypedResult
from clubtornei.text.untyped import CleanedData

COLUMNS = {field.name: field for field in Player._meta.concrete_fields}
NEVER_FILLED = ("id", "club", "name", "sort_name")
IDS = ("fide_id", "fsi_id")
MOST_SUGGESTED = 30


class Differing(Struct, frozen=True):
    """A field that is not the same of both, in words: of who stays, of the other, and what it will be."""

    title: str
    kept: str
    merged: str
    will_be: str


class MergePlan(Struct, frozen=True, kw_only=True):
    """`filled`: the columns of who is kept that change, with their new values. `events`, `sign_ups`,
    `results`: what goes over, by the names of the events. `refusals`: why they cannot be merged, each with
    what to do instead.
    """

    kept: Player
    merged: Player
    filled: CleanedData
    differing: Sequence[Differing]
    events: Sequence[str]
    sign_ups: Sequence[str]
    results: Sequence[str]
    born_apart: bool
    refusals: Sequence[str]

    @property
    def moves(self) -> bool:
        """Whether anything goes over."""
        return bool(self.events or self.sign_ups or self.results)


def plan_of(kept: Player, merged: Player) -> MergePlan:
    filled = filled_in(kept, merged)
    entries = merged.entries.order_by("event__starts_on", "pk")
    sign_ups = merged.sign_ups.filter(entry=None).order_by("pk")
    results = TypedResult.objects.filter(player=merged).order_by("pk")
    return MergePlan(
        kept=kept,
        merged=merged,
        filled=filled,
        differing=list(_differing(kept, merged, filled)),
        events=_once(entries.values_list("event__name", flat=True)),
        sign_ups=_once(sign_ups.values_list("event__name", flat=True)),
        results=_once(results.values_list("event__name", flat=True)),
        born_apart=bool(kept.birth_year and merged.birth_year and kept.birth_year != merged.birth_year),
        refusals=[*_ids_apart(kept, merged), *_in_both(kept, merged)],
    )


def suggested(player: Player, q: str) -> list[Player]:
    """Whom he may be: those found by the text, else those with his surname, who has all his words first."""
    others = player.club.players.exclude(pk=player.pk)
    if q:
        return list(others.search(q).best_first(q)[:MOST_SUGGESTED])
    words = player.sort_name.split()
    found = others.search(player.name) | others.filter(sort_name__startswith=" ".join([*words[:1], ""]))
    return sorted(
        found.by_name()[:MOST_SUGGESTED], key=lambda one: sorted(one.sort_name.split()) != sorted(words)
    )


def events_of_both(kept: Player, merged: Player) -> set[int]:
    """The keys of the events in which either of them has an entry or a sign-up."""
    both = (kept, merged)
    found = Event.objects.filter(Q(entries__player__in=both) | Q(sign_ups__player__in=both))
    return set(found.values_list("pk", flat=True))


def filled_in(kept: Player, merged: Player) -> CleanedData:
    """What who stays lacks and the other has; the notes of both. The ratings of a list go over with its
    month, where who stays has none of that list.
    """
    blocked = {
        name for rating_list in RatingList if _is_rated(kept, rating_list) for name in _block(rating_list)
    }
    blocked |= set() if _fits_name(kept, merged) else {"surname", "given_name"}
    if kept.birth_year and merged.birth_date and merged.birth_date.year != kept.birth_year:
        blocked.add("birth_date")
    if kept.birth_date:
        blocked.add("birth_year")
    filled: CleanedData = {}
    for field in COLUMNS.values():
        mine, theirs = getattr(kept, field.attname), getattr(merged, field.attname)
        if field.name in NEVER_FILLED or field.name in blocked or not theirs or mine == theirs:
            continue
        if not mine:
            filled[field.name] = theirs
        elif field.name == "notes":
            filled[field.name] = f"{mine}\n{theirs}"
    return filled


def _is_rated(player: Player, rating_list: RatingList) -> bool:
    return any(getattr(player, rating_column(rating_list, rate)) for rate in Rate)


def _block(rating_list: RatingList) -> Iterator[str]:
    """The columns of a list."""
    return (
        field.name
        for field in COLUMNS.values()
        if field.name.startswith(f"{rating_list.value}_")
        and field.name not in IDS
        and field.name != "fide_title"
    )


def _fits_name(kept: Player, merged: Player) -> bool:
    """Whether the surname and given name of the one are those of the other's name, who has neither."""
    apart = sort_key(f"{merged.surname} {merged.given_name}").split()
    return not (kept.surname or kept.given_name) and sorted(apart) == sorted(sort_key(kept.name).split())


def _differing(kept: Player, merged: Player, filled: CleanedData) -> Iterator[Differing]:
    for field in COLUMNS.values():
        mine, theirs = getattr(kept, field.attname), getattr(merged, field.attname)
        if field.name in ("id", "club", "sort_name") or not theirs or mine == theirs:
            continue
        choices = dict(field.flatchoices)
        said = [str(choices.get(one) or _shown(one)) for one in (mine, theirs, filled.get(field.name, mine))]
        yield Differing(capfirst(str(field.verbose_name)), *said)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    if isinstance(value, date):
        return short_day(value)
    return str(value or "")


def _ids_apart(kept: Player, merged: Player) -> Iterator[str]:
    for name in IDS:
        mine, theirs = getattr(kept, name), getattr(merged, name)
        if mine and theirs and mine != theirs:
            yield _(
                "Hanno due numeri diversi (%(title)s %(mine)s e %(theirs)s): se è la stessa persona, correggi"
                " prima quello sbagliato."
            ) % {
                "title": COLUMNS[name].verbose_name,
                "mine": mine,
                "theirs": theirs,
            }


def _in_both(kept: Player, merged: Player) -> Iterator[str]:
    """What both have in one event: nobody plays twice in it."""
    for name in _once(
        Event.objects.filter(pk__in=_taking_part(kept) & _taking_part(merged)).values_list("name", flat=True)
    ):
        yield _(
            "Sono tutti e due in «%(event)s»: se è la stessa persona, togli prima di lì l’iscrizione di"
            " troppo."
        ) % {"event": name}
    mine, theirs = (
        set(TypedResult.objects.filter(player=one).values_list("event", flat=True)) for one in (kept, merged)
    )
    named = dict(TypedResult.objects.filter(event__in=mine & theirs).values_list("event", "event__name"))
    names = [*named.values(), *_frozen_together(kept, merged)]
    for name in _once(names):
        yield _(
            "Hanno tutti e due un risultato in «%(event)s», in un circuito: se è la stessa persona, togli"
            " prima quello di troppo."
        ) % {"event": name}


def _taking_part(player: Player) -> set[int]:
    signed_up = SignUp.objects.filter(player=player, status__in=ACTIVE)
    return {*player.entries.values_list("event", flat=True), *signed_up.values_list("event", flat=True)}


def _frozen_together(kept: Player, merged: Player) -> Iterator[str]:
    """The events of closed circuits that have brought both something; they may have been deleted since."""
    for circuit in Circuit.objects.filter(club=kept.club_id, frozen__isnull=False):
        for event in frozen_state(circuit.frozen).events:
            players = {one.player for one in event.reached or ()}
            if {kept.pk, merged.pk} <= players:
                yield event.name


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
