"""Loading a rating list, and taking players and ratings of it over into a club's roster."""

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubtornei.accounts.actions import lock_open_club
from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.exchange.loading import ListRequest, key_of
from clubtornei.exchange.models import ListedPlayer
from clubtornei.exchange.queries import NUMBERS, TAKEN_OVER, differences_of
from clubtornei.jobs.actions import TooManyJobs, request_job
from clubtornei.jobs.models import LISTS
from clubtornei.players.actions import save_player
from clubtornei.players.models import Player
from clubtornei.rounds.participation.entries.actions import enter


def begin_loading(
    club: Club,
    rating_list: str,
    file: UploadedFile,
    month: str,
    federations: Sequence[str],
    *,
    own: bool,
) -> None:
    """Have the file loaded by a job: as the club's own list, or every club's. Raises ActionRefused."""
    owner = club.pk if own else None
    asked = ListRequest(list=rating_list, month=month, federations=tuple(federations), club=owner)
    try:
        _job, is_new = request_job(
            club, "list", key_of(rating_list, owner), to_builtins(asked), queue=LISTS, upload=file
        )
    except TooManyJobs as too_many:
        raise ActionRefused(str(too_many)) from too_many
    if not is_new:
        raise ActionRefused(_("Questa lista si sta già caricando: aspetta la fine, o annulla."))


@transaction.atomic
def remove_own_list(club: Club, rating_list: str) -> None:
    """The club reads every club's list again."""
    lock_open_club(club)
    club.listed_players.filter(list=rating_list).delete()
    club.loaded_lists.filter(list=rating_list).delete()


def take_over(club: Club, rating_list: str, listed: ListedPlayer, month: str) -> Player:
    """Add the player of a list to the roster, or fill in who is there by the same number. Raises
    ActionRefused.
    """
    values = {name: value for name in TAKEN_OVER[rating_list] if (value := getattr(listed, name))}
    number = NUMBERS[rating_list]
    same = {number: getattr(listed, number)}
    player = (club.players.filter(**same).first() if same[number] else None) or Player(
        club=club, name=listed.name
    )
    for name, value in (values | {f"{rating_list}_month": month}).items():
        setattr(player, name, value)
    try:
        return save_player(player)
    except ValidationError as error:
        raise ActionRefused(
            _("%(name)s: %(why)s Se è la stessa persona, scrivi il suo codice nella sua scheda e aggiorna.")
            % {"name": listed.name, "why": " ".join(error.messages)}
        ) from error


def enter_listed(event: Event, rating_list: str, listed: ListedPlayer, month: str) -> Player:
    """Take the player of a list over and enter him: both or neither. Raises ActionRefused."""
    with writing(event) as locked:
        player = take_over(locked.club, rating_list, listed, month)
        enter(event, [player])
    return player


@transaction.atomic
def update_ratings(club: Club, rating_list: str, ticked: Collection[str]) -> int:
    """Take over those of the differences that were ticked as they were shown; returns of how many players.
    One that is another by now is left alone.
    """
    lock_open_club(club)
    chosen = [found for found in differences_of(club, rating_list) if found.key in ticked]
    for found in chosen:
        for change in found.changes:
            setattr(found.player, change.field, change.after)
    Player.objects.bulk_update([found.player for found in chosen], [*TAKEN_OVER[rating_list], *MONTHS])
    return len(chosen)


MONTHS = ("fide_month", "fsi_month")
