"""Which rows and columns of a club are in its copies. `tests/club_copies/test_tables.py` finds a model that
is in neither table below.
"""

from typing import NamedTuple

from django.apps import apps
from django.conf import settings
from django.db.models import Field, ForeignKey, Model, QuerySet

from clubtornei.players.names import SortKeyField


class CopiedTable(NamedTuple):
    """`name`: its key in the JSON file. `owner`: the lookup from a row to the club, or to the event."""

    name: str
    label: str
    owner: str

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.label)

    def rows_of(self, owner: Model) -> QuerySet[Model]:
        return self.model._base_manager.filter(**{self.owner: owner.pk})


OF_CLUB = (CopiedTable("pages", "season.ClubPages", "club"),)
OF_ROSTER = (CopiedTable("players", "players.Player", "club"),)
OF_PRESETS = (CopiedTable("presets", "events.Preset", "club"),)
OF_CIRCUITS = (
    CopiedTable("circuits", "season.Circuit", "club"),
    CopiedTable("items", "season.CircuitEvent", "circuit__club"),
    CopiedTable("results", "season.TypedResult", "event__circuit__club"),
)
OF_EVENT = (
    CopiedTable("tags", "season.EventTag", "event"),
    CopiedTable("sign_up_settings", "events.SignUpSettings", "event"),
    CopiedTable("stages", "events.Stage", "event"),
    CopiedTable("entries", "events.Entry", "event"),
    CopiedTable("sign_ups", "events.SignUp", "event"),
    CopiedTable("rounds", "rounds.Round", "stage__event"),
    CopiedTable("tables", "rounds.Table", "round__stage__event"),
    CopiedTable("seats", "rounds.Seat", "round__stage__event"),
    CopiedTable("result_entries", "rounds.ResultEntry", "table__round__stage__event"),
    CopiedTable("proposals", "rounds.Proposal", "table__round__stage__event"),
    CopiedTable("ends_of_games", "rounds.EndOfGame", "table__round__stage__event"),
    CopiedTable("clocks", "rounds.Clock", "stage__event"),
    CopiedTable("screens", "rounds.Screen", "event"),
)
"""Each behind those that its rows refer to."""

LEFT_OUT = {
    "accounts.AuditEntry": "the log of the site",
    "accounts.ClubLogo": "files of their own",
    "accounts.Invitation": "a link",
    "accounts.Membership": "users",
    "club_copies.ClubCopy": "copies",
    "events.RequestKey": "of requests that are over",
    "exchange.ClubListedPlayer": "loaded again",
    "exchange.LoadedList": "loaded again",
    "jobs.Job": "work of the site",
    "mail.Address": "given for mail by who reads it, who gives it again",
    "mail.Delivery": "mail that is sent",
    "mail.Message": "mail that is sent",
    "players.PlayerMerge": "names rows by their keys: a merge cannot be undone after a restore",
    "publishing.CarriedOut": "between this machine and the server, as they are now",
    "publishing.Destination": "a key",
    "publishing.Outbox": "between this machine and the server, as they are now",
    "publishing.ReceivedEvent": "between this machine and the laptop, as they are now",
    "publishing.ReceivingKey": "a key",
    "publishing.Sending": "between this machine and the server, as they are now",
    "rounds.PublishedDocument": "a copy itself",
    "rounds.VisitorRequest": "between this machine and the laptop, as they are now",
    "players.RosterVersion": "computed",
    "season.ClubRatings": "computed",
    "season.EventRecord": "computed",
}
"""The models of a club that are in no copy, and why."""

COLUMNS_LEFT_OUT = {
    "accounts.Club": {"id", "slug", "demo", "closed_at", "logo"},
    "events.Event": {
        *("id", "club", "version", "hall_key", "public_key"),
        # Where its links lead, and who changes it, is never said by a file.
        *("received", "public_site", "public_slug", "sent_version", "sent_at", "unreached"),
    },
    "events.Entry": {"link_key"},
    "events.SignUp": {"link_key", "key", "address"},
    "rounds.Round": {"last_check"},
    "rounds.Table": {"link_key"},
    "rounds.ResultEntry": {"version"},
    "rounds.Proposal": {"phone"},
    "season.Circuit": {"version"},
}
"""What is the site's, opens a door, or is computed."""
WITH_MAIL = {"players.Player": {"contact", "notes"}, "events.SignUp": {"contact", "answers"}}
"""The columns in which people write mail addresses that are not public."""


Fields = list["Field[object, object]"]


def copied_fields(model: type[Model], owner: type[Model]) -> "Fields":
    """The columns of the model that are in a copy. `owner`: of its rows, whom the file does not name."""
    left_out = COLUMNS_LEFT_OUT.get(model._meta.label, set())
    return [
        field
        for field in model._meta.concrete_fields
        if field.name not in left_out
        and not isinstance(field, SortKeyField)
        and not (field.primary_key and not field.is_relation)
        and not (isinstance(field, ForeignKey) and field.related_model in (owner, _user()))
    ]


def _user() -> type[Model]:
    return apps.get_model(settings.AUTH_USER_MODEL)
