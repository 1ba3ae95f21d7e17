"""The identity of an entry, which report files are made of, kept in step with its ratings."""

from msgspec.structs import replace

from clubtornei.events.models import Entry, Event
from clubtornei.players.identity import IN_DOCUMENT
from clubtornei.players.models import EventList
from clubtornei.text.untyped import JsonObject
from scoring.record import Identity, ListedRating, facts_as_plain, facts_from


def with_ratings(event: Event, entry: Entry) -> JsonObject:
    """The identity with the entry's ratings, which the arbiter may have corrected, in the event's lists."""
    stored: JsonObject = entry.identity
    if not stored or not event.rating_lists:
        return stored
    identity = facts_from(stored, Identity)
    names = [_list_of(name, identity, event.rate.value) for name in event.rating_lists]
    typed = dict(zip(names, [entry.rating, *entry.other_ratings], strict=False))
    kept = [listed for listed in identity.ratings if listed.rate != event.rate or listed.list not in typed]
    known = {listed.list: listed for listed in identity.ratings if listed.rate == event.rate}
    changed = [
        replace(known.get(name, ListedRating(list=name, rate=event.rate.value)), rating=int(rating))
        for name, rating in typed.items()
        if rating
    ]
    first = names[0] if entry.rating else ""
    return facts_as_plain(replace(identity, ratings=(*kept, *changed), rating_list=first))


def _list_of(name: str, identity: Identity, rate: str) -> str:
    """The list of a rating of the event as documents call it: of two that are one, the first he is in."""
    known = {listed.list for listed in identity.ratings if listed.rate == rate}
    lists = [IN_DOCUMENT[rating_list] for rating_list in EventList(name).lists]
    return next((found for found in lists if found in known), lists[0])
