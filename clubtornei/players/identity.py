"""What report files ask of a player, as the roster has it (rules/document.md#identity)."""

from clubtornei.players.models import EventList, Player, Rate, RatingList, rating_column
from scoring.record import Identity, ListedRating

IN_DOCUMENT = {RatingList.FIDE: "fide", RatingList.FSI: "national", RatingList.CLUB: "club"}
"""What documents call the lists."""
LISTS_IN_DOCUMENT = {
    name: "-".join(IN_DOCUMENT[rating_list] for rating_list in name.lists) for name in EventList
}
"""What documents call the lists of an event: of two that are one, both names."""


def identity_of(player: Player, rating_list: str = "") -> Identity:
    """The player as he is today; `rating_list`: that of his rating in the event, as the roster calls it."""
    return Identity(
        family=player.surname,
        given=player.given_name,
        sex=player.sex,
        born=str(player.birthday or player.birth_year or ""),
        federation=player.federation,
        fide_id=player.fide_id,
        fide_title=player.fide_title,
        national_id=player.fsi_id,
        category=player.category,
        rating_list=IN_DOCUMENT[RatingList(rating_list)] if rating_list else "",
        ratings=tuple(
            ListedRating(
                list=IN_DOCUMENT[name],
                rate=rate.value,
                rating=rating,
                month=getattr(player, f"{name}_month"),
                k=getattr(player, _k_column(name, rate)),
            )
            for name in RatingList
            for rate in Rate
            if (rating := getattr(player, rating_column(name, rate)))
        ),
    )


def _k_column(rating_list: str, rate: str) -> str:
    return f"{rating_list}_k" if rate == Rate.STANDARD else f"{rating_list}_{rate}_k"
