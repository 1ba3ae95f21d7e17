"""Who has signed up for an event, and in which order: who has a place, and who waits."""

from collections.abc import Sequence
from enum import StrEnum

from django.utils.timezone import now
from msgspec import Struct

from clubtornei.events.models import Entry, Event, SignUp, SignUpSettings
from clubtornei.players.models import Player
from clubtornei.players.names import is_initials
from clubtornei.rounds.state.event_state import is_locked

ACTIVE = (SignUp.Status.SENT, SignUp.Status.ACCEPTED)


class SignUpState(StrEnum):
    """Whether somebody may sign up now, and if not, why."""

    OPEN = "open"
    OFF = "off"
    EARLY = "early"
    LATE = "late"
    DRAWN = "drawn"
    CLOSED = "closed"


class PlacedSignUp(Struct, frozen=True):
    """A sign-up that still counts. `waiting`: its place in the waiting list, from 1; None: it has a place."""

    sign_up: SignUp
    waiting: int | None

    @property
    def has_place(self) -> bool:
        return self.waiting is None

    @property
    def is_entered(self) -> bool:
        return self.sign_up.entry_id is not None

    @property
    def to_be_approved(self) -> bool:
        return self.sign_up.status == SignUp.Status.SENT

    @property
    def enterable(self) -> bool:
        """Whether a tap for all enters it too."""
        return self.has_place and not self.is_entered and not self.to_be_approved


class Availability(Struct, frozen=True):
    """What the public may know: how many places there are (None: as many as come), taken and waited for."""

    limit: int | None
    taken: int
    waiting: int


def settings_of(event: Event) -> SignUpSettings:
    """The settings of the event; as they are before anybody has set them. One query."""
    return SignUpSettings.objects.filter(event=event).first() or SignUpSettings(event=event)


def sign_up_state(event: Event, settings: SignUpSettings) -> SignUpState:
    """Whether somebody may sign up now."""
    moment = now()
    if event.closed or event.club.closed:
        return SignUpState.CLOSED
    if not (settings.enabled and event.published):
        return SignUpState.OFF
    if settings.opens_at and moment < settings.opens_at:
        return SignUpState.EARLY
    if settings.closes_at and moment >= settings.closes_at:
        return SignUpState.LATE
    return SignUpState.DRAWN if is_locked(event) else SignUpState.OPEN


def placed_sign_ups(event: Event, settings: SignUpSettings) -> list[PlacedSignUp]:
    """All that count, as they came. The waiting list moves up by itself: a place is no fact that is stored.

    Two queries. Who is entered has a place, whoever entered him; the rest goes to who came first.
    """
    active = list(event.sign_ups.filter(status__in=ACTIVE).select_related("entry", "player"))
    limit = settings.limit
    if limit is None:
        return [PlacedSignUp(sign_up, None) for sign_up in active]
    left = max(0, limit - event.entries.count())
    placed, waiting = [], 0
    for sign_up in active:
        if sign_up.entry_id is not None:
            placed.append(PlacedSignUp(sign_up, None))
        elif left:
            left -= 1
            placed.append(PlacedSignUp(sign_up, None))
        else:
            waiting += 1
            placed.append(PlacedSignUp(sign_up, waiting))
    return placed


def place_of(sign_up: SignUp, settings: SignUpSettings) -> PlacedSignUp | None:
    """Its place; None if it was refused or cancelled."""
    placed = placed_sign_ups(sign_up.event, settings)
    return next((one for one in placed if one.sign_up.pk == sign_up.pk), None)


def availability_of(event: Event, settings: SignUpSettings) -> Availability:
    """Three queries."""
    placed = placed_sign_ups(event, settings)
    entered = event.entries.count()
    coming = sum(one.has_place and not one.is_entered for one in placed)
    return Availability(settings.limit, entered + coming, sum(not one.has_place for one in placed))


class SignUpRow(Struct, frozen=True):
    """A sign-up as the arbiter reads it. `meant`: whom of the roster it means; `candidates`: whom it may
    mean, where that is in doubt; `twice`: another one has the same name.
    """

    placed: PlacedSignUp
    meant: Player | None
    candidates: list[Player]
    twice: bool

    @property
    def is_new(self) -> bool:
        """Whether nobody of the roster has the name."""
        return self.meant is None and not self.candidates and not self.placed.is_entered


def rows_of(event: Event, placed: Sequence[PlacedSignUp]) -> list[SignUpRow]:
    """One query."""
    shown = [one.sign_up for one in placed]
    known, twice = namesakes_on_roster(event, shown), double_names(shown)
    rows = []
    for one in placed:
        sign_up = one.sign_up
        candidates = known.get(sign_up.sort_name, [])
        meant = sign_up.player or person_meant(sign_up.sort_name, sign_up.birth_year, candidates)
        open_ = [] if meant or one.is_entered else candidates
        rows.append(SignUpRow(one, meant, open_, sign_up.sort_name in twice))
    return rows


def namesakes_on_roster(event: Event, sign_ups: list[SignUp]) -> dict[str, list[Player]]:
    """The players of the roster with these names, or with given name and surname the other way round, by how
    the names are sorted. One query.
    """
    names = {one.sort_name for one in sign_ups if one.player_id is None and one.entry_id is None}
    found: dict[str, list[Player]] = {}
    turned = {name: _turned_round(name) for name in names}
    every = frozenset().union(*turned.values())
    for player in event.club.players.filter(sort_name__in=every).by_name() if names else ():
        for name, others in turned.items():
            if player.sort_name in others:
                found.setdefault(name, []).append(player)
    return found


def _turned_round(name: str) -> frozenset[str]:
    """The name, and the name with some of its first words behind the others."""
    words = name.split()
    return frozenset(" ".join((*words[place:], *words[:place])) for place in range(len(words)))


def double_names(sign_ups: list[SignUp]) -> set[str]:
    names = [one.sort_name for one in sign_ups]
    return {name for name in names if names.count(name) > 1}


def asks_birth_year(event: Event, settings: SignUpSettings) -> bool:
    """Whether who signs up says his year of birth: as the event wants it, and where prizes go by age."""
    categories = event.prizes.get("categories", ())
    ages = any(one.get(name) is not None for one in categories for name in ("age_from", "age_to"))
    return settings.asks_birth_year or ages


def person_meant(name: str, birth_year: int | None, namesakes: Sequence[Player]) -> Player | None:
    """Whom of the roster a name means, where that is sure: the only one, unless he was born in another year;
    of several who was born in that year, if that is known of all of them. `name`: as it is sorted; one turned
    round means somebody who was born in that year.
    """
    fitting = [
        one
        for one in namesakes
        if (birth_year and one.birth_year == birth_year)
        or (one.sort_name == name and not (birth_year and one.birth_year))
    ]
    if len(fitting) != 1:
        return None
    return fitting[0] if len(namesakes) == 1 or fitting[0].birth_year else None


class ListedSignUp(Struct, frozen=True):
    """Somebody of the public list. `waiting`: his place in the waiting list, if he has none in the event."""

    name: str
    waiting: int | None


def public_list(event: Event, settings: SignUpSettings) -> list[ListedSignUp]:
    """Who has signed up and is not entered yet, as they came, by their names in public: initials where
    anybody of that name has only his. Who is still to be approved is not in it. Four queries.
    """
    if not settings.listed:
        return []
    placed = [
        one for one in placed_sign_ups(event, settings) if not one.is_entered and not one.to_be_approved
    ]
    names = public_names(event, [one.sign_up for one in placed])
    return [ListedSignUp(names[one.sign_up.pk], one.waiting) for one in placed]


def public_names(event: Event, sign_ups: Sequence[SignUp]) -> dict[int, str]:
    """What the public reads of who has signed up, by primary key. One query; needs their players."""
    known = namesakes_on_roster(event, list(sign_ups))
    return {one.pk: _public_name(event, one, known.get(one.sort_name, [])) for one in sign_ups}


def _public_name(event: Event, sign_up: SignUp, namesakes: Sequence[Player]) -> str:
    sign_up.event = event
    people = [sign_up.player] if sign_up.player else [*namesakes, Player(name=sign_up.name)]
    names = (sign_up.public_name(one) for one in people)
    return next((name for name in names if is_initials(name)), sign_up.name)


def inactive_sign_ups(event: Event) -> list[SignUp]:
    """The sign-ups that were refused or cancelled."""
    return list(event.sign_ups.exclude(status__in=ACTIVE))


def without_sign_up(event: Event) -> list[Entry]:
    """The entries that the arbiter has made, by name."""
    return list(event.entries.filter(sign_up__isnull=True).by_name())


class OwnName(Struct, frozen=True, kw_only=True):
    """What the public reads of who holds a personal link: `public`. `consent_by`: the parent who consented;
    `asked`: initials, as he asked; `whole`: everything, so that he may ask for initials.
    """

    public: str
    consent_by: str
    asked: bool
    whole: bool


def own_name(person: SignUp | Entry) -> OwnName | None:
    """None where nothing of the person is public. Who has only signed up learns nothing of the roster."""
    sign_up: SignUp | None = person if isinstance(person, SignUp) else getattr(person, "sign_up", None)
    entry = person.entry if isinstance(person, SignUp) else person
    consent_by = sign_up.consent_by if sign_up else ""
    if entry is not None and entry.event.received:
        asked = is_initials(entry.own_name)  # the roster is on the laptop
        return OwnName(public=entry.own_name, consent_by=consent_by, asked=asked, whole=not asked)
    if entry is None or entry.player is None:
        name = person.name
        return OwnName(public=name, consent_by=consent_by, asked=False, whole=True) if consent_by else None
    return OwnName(
        public=entry.own_name,
        consent_by=entry.player.consent_by or consent_by,
        asked=entry.player.initials,
        whole=not entry.roster_name,
    )
