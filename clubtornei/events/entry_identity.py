"""The identity of an entry, which report files are made of, kept in step with its ratings."""

from collections.abc import Iterator

from msgspec.structs import replace

from clubtornei.events.models import Entry, Event
from clubtornei.players.identity import IN_DOCUMENT
from clubtornei.players.models import RatingList
from clubtornei.untyped import JsonObject
from scoring.record import Identity, ListedRating, facts_as_plain, facts_from


def with_ratings(event: Event, entry: Entry) -> JsonObject:
    """The identity with the entry's ratings, which the arbiter may have corrected, in the event's lists."""
    stored: JsonObject = entry.identity
    if not stored or not event.rating_lists:
        return stored
    identity = facts_from(stored, Identity)
    typed = dict(zip(_names(event), [entry.rating, *entry.other_ratings], strict=False))
    kept = [listed for listed in identity.ratings if listed.rate != event.rate or listed.list not in typed]
    known = {listed.list: listed for listed in identity.ratings if listed.rate == event.rate}
    changed = [
        replace(known.get(name, ListedRating(list=name, rate=event.rate.value)), rating=int(rating))
        for name, rating in typed.items()
        if rating
    ]
    first = next(_names(event)) if entry.rating else ""
    return facts_as_plain(replace(identity, ratings=(*kept, *changed), rating_list=first))


def _names(event: Event) -> Iterator[str]:
    """The event's lists as documents call them."""
    return (IN_DOCUMENT[RatingList(name)] for name in event.rating_lists)
