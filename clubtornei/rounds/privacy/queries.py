"""What the site knows of a person on the roster."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, SignUp, Stage
from clubtornei.players.models import Player
from clubtornei.rounds.models import Seat

BY_NUMBER = ("absences", "withdrawals", "requested_byes")
OF_SEVERAL = ("prohibited", "interventions")
"""The columns of a stage that name players: by their number, or several of them in one fact."""

Plain = str | int | bool | None | list["Plain"] | dict[str, "Plain"]


class Known(Struct):
    """Rows of one kind, as they are stored, by the names of their columns."""

    title: str
    rows: list[dict[str, Plain]]


def entries_of(player: Player) -> "QuerySet[Entry]":
    """His entries, with their events. Those of an imported document, which name nobody on the roster, too, if
    he is the only one there with the name.
    """
    mine = Q(player=player)
    if _is_alone_with_his_name(player):
        mine |= Q(player=None, sort_name=player.sort_name, event__club=player.club_id)
    return Entry.objects.filter(mine).select_related("event", "player").order_by("event__starts_on", "pk")


def teams_of(player: Player) -> "QuerySet[Entry]":
    """The teams in which somebody has his name, as it is on the roster."""
    named = Q(captain=player.name) | Q(members__contains=[player.name])
    return Entry.objects.filter(named, event__club=player.club_id).select_related("event")


def _is_alone_with_his_name(player: Player) -> bool:
    return not player.club.players.named(player.name).exclude(pk=player.pk).exists()


def sign_ups_of(player: Player, entries: list[int]) -> "QuerySet[SignUp]":
    """What he has sent to sign up, also where it is not clear whom of the roster his name means."""
    mine = Q(player=player) | Q(entry__in=entries) | Q(player=None, entry=None, sort_name=player.sort_name)
    return SignUp.objects.filter(mine, event__club=player.club_id)


def past_entries_of(player: Player, entries: list[int]) -> "QuerySet[Model]":
    """The versions of his entries, of those too that are there no longer, nor perhaps their events."""
    mine = Q(pgh_obj_id__in=entries) | Q(player_id=player.pk)
    past = past_entries_in(player.club)
    if _is_alone_with_his_name(player):
        return past.filter(mine | Q(player_id=None, sort_name=player.sort_name))
    return past.filter(mine)


def past_entries_in(club: Club) -> "QuerySet[Model]":
    """The versions of all entries of the club, of events that were deleted too: history alone knows those."""
    events = apps.get_model("events", "EventEvent").objects.filter(club_id=club.pk)
    past: QuerySet[Model] = apps.get_model("events", "EntryEvent").objects.all()
    return past.filter(event_id__in=events.values("pgh_obj_id"))


def known_of(player: Player) -> dict[str, Known]:
    """All of it, by the name of the table; a fixed number of queries."""
    entries = list(entries_of(player))
    pks = [entry.pk for entry in entries]
    seats = Seat.objects.filter(entry__in=pks).select_related("table__round__stage__event", "entry")
    past = past_entries_of(player, pks).order_by("pgh_id")
    teams = [{"event_name": one.event.name, **row_of(one)} for one in teams_of(player)]
    return {
        "players": Known(_("Nel roster"), [row_of(player)]),
        "entries": Known(_("Iscrizioni"), [{"event_name": one.event.name, **row_of(one)} for one in entries]),
        "sign_ups": Known(
            _("Preiscrizioni"),
            [
                {"event_name": one.event.name, **row_of(one)}
                for one in sign_ups_of(player, pks).select_related("event")
            ],
        ),
        "teams": Known(_("In squadre"), teams),
        "stages": Known(_("Assenze, richieste e interventi"), list(_of_stages(entries))),
        "seats": Known(
            _("Partite"),
            [
                {
                    "event_name": seat.table.round.stage.event.name,
                    "round": seat.table.round.number,
                    "table_number": seat.table.number,
                    **row_of(seat),
                }
                for seat in seats.order_by("table__round__stage__event", "table__round__number", "pk")
            ],
        ),
        "history": Known(_("Storia delle iscrizioni"), [row_of(one) for one in past]),
    }


def _of_stages(entries: list[Entry]) -> Iterator[dict[str, Plain]]:
    """What of the stages is kept by his number, where there is anything."""
    stages = Stage.objects.filter(event__in=[entry.event_id for entry in entries]).order_by("number")
    for entry, stage in ((entry, stage) for entry in entries for stage in stages):
        if stage.event_id == entry.event_id and (said := _said_of(entry, stage)):
            yield {"event_name": entry.event.name, "stage": stage.number, **said}


def _said_of(entry: Entry, stage: Stage) -> dict[str, Plain]:
    number = entry.entry_no
    found = {name: getattr(stage, name).get(str(number)) for name in BY_NUMBER}
    for name in OF_SEVERAL:
        found[name] = [one for one in getattr(stage, name) if number in one.get("players", [])]
    return {name: plain(value) for name, value in found.items() if value}


SECRET = {"password", "session_key", "session_data", "key"}
"""Columns that let somebody in: a file with them must not lie about."""


def known_of_user(user: User) -> dict[str, list[dict[str, Plain]]]:
    """All rows that name a user, by table, and his own: every table with such a column is looked at."""
    found: dict[str, list[dict[str, Plain]]] = {"auth.User": [row_of(user)]}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User and model._meta.managed and not model._meta.proxy:
                rows = model._base_manager.filter(**{field.name: user}).order_by("pk")
                found.setdefault(model._meta.label, []).extend(row_of(row) for row in rows)
    return {label: rows for label, rows in found.items() if rows}


def row_of(row: Model) -> dict[str, Plain]:
    """Every column of a row but the secret ones: a new one is in it by itself."""
    columns = (field.attname for field in row._meta.concrete_fields)
    return {name: plain(getattr(row, name)) for name in columns if name not in SECRET}


def plain(value: object) -> Plain:
    """As JSON has it."""
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value)
