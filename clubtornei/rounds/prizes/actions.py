"""Announcing prizes, saying what no ranking decides, and confirming who gets what."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import to_builtins
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.version_cache import VersionCache
from clubtornei.events.writing import ActionRefused, awarded_event_written, refuse_if_awarded, writing
from clubtornei.rounds.prizes.queries import computed_awards, confirmation_of, digest_of, prizes_of
from clubtornei.rounds.rules.actions import changing_rules
from clubtornei.rounds.rules.changes import PRIZES
from clubtornei.rounds.state.site_facts import ConfirmedAwards, FactChange
from scoring.prize_list import PrizeCategory, PrizeList, prizes_as_plain
from scoring.prize_reasons import conditions_text, place_text, rules_text


def announce_prizes(event: Event, prizes: PrizeList, *, shown: str) -> None:
    """Set the categories and the rules; marks, lots and who gives up stay. Of a public event the change is
    dated. `shown`: the digest of what the page has shown. Raises ActionRefused, also once who gets what is
    confirmed, which names the categories by their places.
    """
    with writing(event, even_closed=True) as locked:
        _refuse_old(locked, shown)
        refuse_if_awarded(locked)
        before = prizes_of(locked)
        now = replace(prizes, marked=before.marked, decided=before.decided, declined=before.declined)
        with changing_rules(locked, "", _changes(before, now)):
            _save(locked, now)
    event.prizes = locked.prizes


def mark_players(event: Event, marked: Mapping[str, Sequence[int]], *, shown: str) -> None:
    """Say who has each of these marks. Raises ActionRefused, also once who gets what is confirmed."""
    with writing(event, even_closed=True) as locked:
        _refuse_old(locked, shown)
        refuse_if_awarded(locked)
        prizes = prizes_of(locked)
        _save(
            locked,
            replace(prizes, marked={**prizes.marked, **{key: tuple(of) for key, of in marked.items()}}),
        )


def put_first(event: Event, level: Sequence[int], first: int) -> None:
    """Put this one first of the players level on everything, by a play-off or by lot. Raises ActionRefused,
    as all of this does once who gets what is confirmed.
    """
    with writing(event, even_closed=True) as locked:
        refuse_if_awarded(locked)
        prizes = prizes_of(locked)
        if first not in level or locked.entries.filter(entry_no__in=level).count() < len(level):
            raise ActionRefused(_("Questo giocatore non c’è più: ricarica la pagina."))
        others = [player for player in prizes.decided if player != first]
        _save(locked, replace(prizes, decided=(*others, first)))


def forget_order(event: Event) -> None:
    """Take back what `put_first` has said of anybody. Raises ActionRefused."""
    with writing(event, even_closed=True) as locked:
        refuse_if_awarded(locked)
        _save(locked, replace(prizes_of(locked), decided=()))


def give_up(event: Event, player: int, *, gives_up: bool) -> None:
    """Who gives up his prizes, or is not there to take them; the others move up. False: he takes them.
    Raises ActionRefused.
    """
    with writing(event, even_closed=True) as locked:
        refuse_if_awarded(locked)
        if not locked.entries.filter(entry_no=player).exists():
            raise ActionRefused(_("Questo giocatore non c’è più: ricarica la pagina."))
        prizes = prizes_of(locked)
        others = tuple(other for other in prizes.declined if other != player)
        _save(locked, replace(prizes, declined=(*others, player) if gives_up else others))


def confirm_awards(event: Event, *, shown: str) -> None:
    """Fix who gets what and make it public with the event. `shown`: the digest of the awards that the page
    has shown. Raises ActionRefused.
    """
    with writing(event, even_closed=True) as locked:
        computed = computed_awards(locked)
        if computed is None or computed.digest != shown:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo chi vince, poi conferma."))
        if computed.undecided:
            raise ActionRefused(_("C’è chi è pari in tutto: prima di’ chi viene prima."))
        categories = tuple(replace(each, passed=()) for each in computed.awards.categories)
        confirmed = ConfirmedAwards(timezone.now(), categories)
        locked.awards = to_builtins(confirmed, builtin_types=(Decimal,))
        locked.save(update_fields=["awards"])


def take_back_awards(event: Event) -> None:
    """Nobody but organisers sees who gets what any more."""
    with writing(event, even_closed=True) as locked:
        locked.awards = None
        locked.save(update_fields=["awards"])


@receiver(awarded_event_written)
def let_awards_lapse(event: Event, **_signal: object) -> None:
    """Who gets what is to be confirmed again once the results give it to others."""
    # Nothing else may be kept of a version that is not committed yet.
    confirmation = confirmation_of(event, computed_awards(event, VersionCache(event.version)))
    if confirmation and not confirmation.holds:
        event.awards = {}
        event.save(update_fields=["awards"])


def _refuse_old(event: Event, shown: str) -> None:
    if shown != digest_of(event):
        raise ActionRefused(_("Intanto un altro ha cambiato i premi: guarda di nuovo la pagina."))


def _save(event: Event, prizes: PrizeList) -> None:
    event.prizes = prizes_as_plain(prizes)
    event.save(update_fields=["prizes"])


def _changes(before: PrizeList, now: PrizeList) -> list[FactChange]:
    """What changes of what is announced, a line a category."""
    was, is_now = (
        [*map(_in_words, prizes.categories), *([str(prizes.games)] if prizes.games else [])]
        for prizes in (before, now)
    )
    return [FactChange(PRIZES, was, is_now)] if was != is_now else []


def _in_words(category: PrizeCategory) -> str:
    places = "; ".join(map(place_text, category.places))
    said = (conditions_text(category), rules_text(category))
    return f"{category.name}: {places} ({'; '.join(filter(None, said))})"
