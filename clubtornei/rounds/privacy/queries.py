"""What the site knows of a person on the roster."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TypeVar

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import F, Model, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext as _
from msgspec import Struct, to_builtins

from clubtornei.accounts.lockouts import failures_of
from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, SignUp, Stage
from clubtornei.events.systems import scoring_options_of
from clubtornei.players.models import Player
from clubtornei.players.names import initials_of, sort_key
from clubtornei.rounds.columns import Score
from clubtornei.rounds.models import Seat, Table
from clubtornei.rounds.state.days import day_of
from clubtornei.rounds.state.result_codes import Scale, scale_of
from clubtornei.rounds.state.table_words import colour_name, colours_of
from clubtornei.text.untyped import JsonObject
from clubtornei.web.key_pages import KeyPage, key_page
from pairing.registry import SYSTEMS

BY_NUMBER = ("absences", "withdrawals", "requested_byes")
OF_SEVERAL = ("prohibited", "interventions", "adjustments", "decisions")
"""The columns of a stage that name players: by their number, or several of them in one fact."""

ENTRIES_ON_A_PAGE = 10

Row = TypeVar("Row", bound=Model)
Plain = str | int | bool | None | list["Plain"] | dict[str, "Plain"]


class Known(Struct):
    """Rows of one kind, by the names of their columns; `model`: whose columns they are."""

    title: str
    rows: list[JsonObject]
    model: type[Model] | None = None


class PublicName(Struct, frozen=True, kw_only=True):
    """Whether a player asks for `initials`; the parent who consents to the whole name, if any does; and the
    primary keys of the sign-ups whose consent is `withdrawn`.
    """

    initials: bool
    consent_by: str = ""
    withdrawn: Collection[int] = ()


def entries_of(player: Player) -> "QuerySet[Entry]":
    """His entries, with their events. Those of an imported document or of a deleted row of the roster, which
    belong to nobody there, too, if he is the only one on it with the name.
    """
    mine = Entry.objects.filter(player=player).values("pk")
    if _is_alone_with_his_name(player):
        before = past_entries_in(player.club).filter(_called(player.name)).values("pgh_obj_id")
        initials = _called(initials_of(player.name), pk__in=before)
        named = Entry.objects.filter(_called(player.name) | initials, player=None, event__club=player.club_id)
        mine = mine.union(named.values("pk"))
    found = Entry.objects.filter(pk__in=mine).select_related("event", "player", "sign_up__event")
    return found.order_by("event__starts_on", "pk")


def teams_of(player: Player) -> list[Entry]:
    """The teams in which somebody has his name, of today or of before."""
    keys = keys_of(player)
    teams = with_people(Entry.objects.filter(event__club=player.club_id))
    named = teams.values_list("pk", "captain", "members")
    his = [pk for pk, captain, members in named if keys & {sort_key(name) for name in (captain, *members)}]
    return list(teams.filter(pk__in=his).select_related("event").order_by("pk"))


def with_people(entries: "QuerySet[Row]") -> "QuerySet[Row]":
    """The entries, or versions of them, that say who is in the team."""
    return entries.exclude(captain="", members=[])


def keys_of(player: Player) -> set[str]:
    """The sort keys of his name and of those with which he was entered before the roster changed it: the
    roster has no history, but his entries have. Not those that are others' now, nor initials.
    """
    named = past_entries_in(player.club).filter(player_id=player.pk).values_list("name", "mark").distinct()
    before = {name.removesuffix(f" ({mark})") for name, mark in named}
    others = set(player.club.players.exclude(pk=player.pk).values_list("sort_name", flat=True))
    former = {sort_key(name) for name in before if initials_of(name) != name}
    return (former - others - {""}) | {player.sort_name}


def _is_alone_with_his_name(player: Player) -> bool:
    return not player.club.players.named(player.name).exclude(pk=player.pk).exists()


def sign_ups_of(player: Player, entries: list[int]) -> "QuerySet[SignUp]":
    """What he has sent to sign up, also where it is not clear whom of the roster his name means."""
    mine = Q(player=player) | Q(entry__in=entries) | Q(player=None, entry=None, sort_name=player.sort_name)
    return SignUp.objects.filter(mine, event__club=player.club_id)


def consents_of(player: Player) -> "QuerySet[SignUp]":
    """The sign-ups at which a parent has consented to the player's whole name."""
    given = SignUp.objects.filter(player=player, consent_at__isnull=False)
    return given.select_related("event").order_by("event__starts_on", "pk")


def past_entries_of(player: Player, entries: list[int]) -> "QuerySet[Model]":
    """The versions of his entries, of those too that are there no longer, or whose event is not."""
    mine = Q(pgh_obj_id__in=entries) | Q(player_id=player.pk)
    if _is_alone_with_his_name(player):
        of_others = Q(player_id__in=player.club.players.exclude(pk=player.pk).values("pk"))
        mine |= _called(player.name) & ~of_others
    return past_entries_in(player.club).filter(mine)


def past_entries_in(club: Club) -> "QuerySet[Model]":
    """The versions of the entries of the club's events, of those too that it has deleted."""
    before = apps.get_model("events", "EventEvent").objects.filter(club_id=club.pk).values("pgh_obj_id")
    events = club.events.order_by().values("pk").union(before)
    past: QuerySet[Model] = apps.get_model("events", "EntryEvent").objects.filter(event_id__in=events)
    return past


def _called(name: str, **more: object) -> Q:
    """Entries with that name of their own: behind it there may be a mark."""
    with_mark = Concat(Value(f"{name} ("), F("mark"), Value(")"))
    return Q(Q(sort_name=sort_key(name)) | Q(name=with_mark), **more)


def entries_page(player: Player, asked: str | None) -> KeyPage[Entry]:
    """The page `asked` for of his entries, those in the latest events first."""
    return key_page(entries_of(player), ("-event__starts_on", "-pk"), asked, ENTRIES_ON_A_PAGE)


def known_of(player: Player, shown: Sequence[Entry] | None = None) -> dict[str, Known]:
    """All of it, by the name of the table; a fixed number of queries.

    `shown`: a page of his entries; what is known of the others is left out.
    """
    his = entries_of(player)
    entries = list(his) if shown is None else list(reversed(shown))
    pks = [entry.pk for entry in entries]
    others = [] if shown is None else list(his.exclude(pk__in=pks).values_list("pk", flat=True))
    sign_ups = sign_ups_of(player, [*pks, *others]).exclude(entry__in=others)
    past = past_entries_of(player, [*pks, *others]).exclude(pgh_obj_id__in=others).order_by("pgh_id")
    stages = _stages_of(entries)
    seats = _seats_of(pks, stages)
    past_seats = apps.get_model("rounds", "SeatEvent").objects.filter(entry_id__in=pks).order_by("pgh_id")
    teams = [{"event_name": one.event.name, **row_of(one)} for one in teams_of(player)]
    return {
        "players": Known(_("Nell’elenco dei giocatori"), [row_of(player)], Player),
        "entries": Known(
            _("Iscrizioni"), [{"event_name": one.event.name, **row_of(one)} for one in entries], Entry
        ),
        "sign_ups": Known(
            _("Preiscrizioni"),
            [{"event_name": one.event.name, **row_of(one)} for one in sign_ups.select_related("event")],
            SignUp,
        ),
        "teams": Known(_("In squadre"), teams, Entry),
        "stages": Known(_("Assenze, richieste e interventi"), list(_said_in_stages(entries, stages))),
        "seats": Known(
            _("Partite"),
            [{**_place_of(seat, at_table, seat.score), **row_of(seat)} for seat, at_table in seats],
            Seat,
        ),
        "rankings": Known(_("Nelle classifiche finali"), list(_final_places(entries))),
        "history": Known(_("Storia delle iscrizioni"), list(_with_events(past)), past.model),
        "seats_history": Known(
            _("Storia delle partite"), list(_with_places(past_seats, seats, entries)), past_seats.model
        ),
    }


def _stages_of(entries: Sequence[Entry]) -> dict[int, Stage]:
    """The stages of their events, in order; by primary key."""
    events = {entry.event_id: entry.event for entry in entries}
    stages = list(Stage.objects.filter(event__in=events).order_by("event", "number"))
    for stage in stages:
        stage.event = events[stage.event_id]
    return {stage.pk: stage for stage in stages}


def _seats_of(entries: list[int], stages: Mapping[int, Stage]) -> list[tuple[Seat, list[Seat]]]:
    """His seats in these stages, each with the others at its table; two queries."""
    his = Seat.objects.filter(entry__in=entries).select_related("table__round")
    seats = [seat for seat in his if seat.table.round.stage_id in stages]
    others: dict[int, list[Seat]] = defaultdict(list)
    at_tables = Seat.objects.filter(table__in=[seat.table_id for seat in seats])
    for other in at_tables.exclude(entry__in=entries).select_related("entry"):
        others[other.table_id].append(other)
    for seat in seats:
        seat.table.round.stage = stages[seat.table.round.stage_id]
    seats.sort(key=lambda seat: (seat.table.round.stage.event_id, seat.table.round.number, seat.pk))
    return [(seat, others[seat.table_id]) for seat in seats]


def _place_of(seat: Seat, others: Sequence[Seat], score: Score) -> JsonObject:
    """Where he sits, and when; at a table of two also against whom, with which colour, and what the score is
    worth.
    """
    stage = seat.table.round.stage
    place: JsonObject = {
        "event_name": stage.event.name,
        "day": day_of(stage, seat.table.round.number),
        "round_number": seat.table.round.number,
        "table_number": seat.table.number,
    }
    if len(others) == 1:
        colours = colours_of(SYSTEMS[stage.system], stage.event)
        place |= {"colour": str(colour_name(colours[seat.position - 1])), "opponent": others[0].entry.name}
        place["result"] = _worth(score, scale_of(scoring_options_of(stage)))
    return place


def _worth(score: Score, scale: Scale) -> str | None:
    """The share of a game in the points of that scale; of a match as it is."""
    if score is None:
        return None
    return {"1": scale.win, "0.5": scale.draw, "0": scale.loss}.get(str(score), str(score))


def _with_events(past: "QuerySet[Model]") -> Iterator[JsonObject]:
    """The versions of entries, each with the name its event has, or had last."""
    rows = [row_of(one) for one in past]
    names = _last("events.EventEvent", "name", {row["event_id"] for row in rows})
    return ({"event_name": names.get(row["event_id"]), **row} for row in rows)


def _with_places(
    past: "QuerySet[Model]", seats: Sequence[tuple[Seat, list[Seat]]], entries: list[Entry]
) -> Iterator[JsonObject]:
    """Where he sat before, each with its place. Of tables and rounds where he sits no longer, which may be
    gone, their numbers alone.
    """
    rows = [row_of(one) for one in past]
    rounds = _last("rounds.RoundEvent", "number", {row["round_id"] for row in rows})
    pks = {row["table_id"] for row in rows}
    tables = _last("rounds.TableEvent", "number", pks)
    tables |= {table.pk: table.number for table in Table.objects.filter(pk__in=pks)}
    events = {entry.pk: entry.event.name for entry in entries}
    now = {(seat.table_id, seat.position): (seat, others) for seat, others in seats}
    for row in rows:
        there = now.get((row["table_id"], row["position"]))
        before = {
            "event_name": events[row["entry_id"]],
            "round_number": rounds.get(row["round_id"]),
            "table_number": tables.get(row["table_id"]),
        }
        yield {**(_place_of(*there, None) if there else before), **row}


def _last(versions: str, column: str, pks: set[int]) -> dict[int, str | int | None]:
    """What the column said last, by the key of the row."""
    found = apps.get_model(versions).objects.filter(pgh_obj_id__in=pks).order_by("pgh_id")
    return dict(found.values_list("pgh_obj_id", column))


def _said_in_stages(entries: list[Entry], stages: Mapping[int, Stage]) -> Iterator[JsonObject]:
    """What the stages of his events say of him by his number: absences, prohibited meetings and the like."""
    numbers = {entry.event_id: entry.entry_no for entry in entries}
    for stage in stages.values():
        number = numbers[stage.event_id]
        said: JsonObject = {
            name: number in (getattr(stage, name) or ())
            for name in ("entrants", "declined", "decided", "invited")
        }
        for name in BY_NUMBER:
            said[name] = getattr(stage, name).get(str(number))
        for name in OF_SEVERAL:
            rows = getattr(stage, name)
            said[name] = [row for row in rows if number in row.get("players", ())]
        if any(said.values()):
            yield {"event_name": stage.event.name, "stage": stage.number, "entry_no": number, **said}


def _final_places(entries: list[Entry]) -> Iterator[JsonObject]:
    """His rows of the rankings that were kept when his events were closed."""
    for entry in entries:
        for row in entry.event.final_ranking or ():
            if row["player"] == entry.entry_no:
                yield {"event_name": entry.event.name, **row}


SECRET = {"password", "session_key", "session_data", "key", "link_key", "secret", "phone"}
"""Columns that let somebody in, or by which a phone is known: a file with them must not lie about."""


def known_of_user(user: User) -> dict[str, list[JsonObject]]:
    """All rows that name a user, by table, and his own: every table with such a column is looked at, and the
    two that name him otherwise: by what he typed to come in, and in a fact about his changes.
    """
    found: dict[str, list[JsonObject]] = {"auth.User": [row_of(user)]}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User and model._meta.managed and not model._meta.proxy:
                rows = model._base_manager.filter(**{field.name: user}).order_by("pk")
                found.setdefault(model._meta.label, []).extend(row_of(row) for row in rows)
    contexts = apps.get_model("pghistory", "Context").objects.filter(metadata__user=user.pk)
    failures = [found.order_by("pk") for found in failures_of(user)]
    for by_other_means in (*failures, contexts.order_by("created_at", "pk")):
        found[by_other_means.model._meta.label] = [row_of(row) for row in by_other_means]
    return {label: rows for label, rows in found.items() if rows}


def row_of(row: Model) -> JsonObject:
    """Every column of a row but the secret ones: a new one is in it by itself."""
    columns = (field.attname for field in row._meta.concrete_fields)
    return {name: getattr(row, name) for name in columns if name not in SECRET}


def plain(value: object) -> Plain:
    """As JSON has it."""
    if isinstance(value, Struct):
        return plain(to_builtins(value))
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value)


class KnownElsewhere(Struct, frozen=True):
    """`known`: what there is of a player, by table; `forget`: takes his name away there, inside the
    transaction that forgets him, while he is still on the roster.
    """

    known: Callable[[Player], Mapping[str, Known]]
    forget: Callable[[Player], None]


ELSEWHERE: list[KnownElsewhere] = []


def everything_of(player: Player, shown: Sequence[Entry] | None = None) -> Mapping[str, Known]:
    """All that the site knows of him, by table; `shown`: as in known_of()."""
    everything = dict(known_of(player, shown))
    for room in ELSEWHERE:
        everything |= room.known(player)
    return everything
