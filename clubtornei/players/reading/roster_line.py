"""What one line of a spreadsheet says of a person."""

from dataclasses import dataclass, fields
from datetime import date


@dataclass(slots=True)
class RosterLine:
    """Clean values by the names of a player's fields; of an empty cell None, or an empty text."""

    name: str = ""
    affiliation: str = ""
    group: str = ""
    title: str = ""
    fide_rating: int | None = None
    fsi_rating: int | None = None
    club_rating: int | None = None
    fide_id: int | None = None
    fsi_id: str = ""
    birth_year: int | None = None
    birth_date: date | None = None
    surname: str = ""
    given_name: str = ""
    sex: str = ""
    federation: str = ""
    fide_title: str = ""
    category: str = ""
    fide_rapid: int | None = None
    fide_blitz: int | None = None
    fsi_rapid: int | None = None
    fsi_blitz: int | None = None
    club_rapid: int | None = None
    club_blitz: int | None = None
    fide_k: int | None = None
    fide_rapid_k: int | None = None
    fide_blitz_k: int | None = None
    fsi_k: int | None = None
    fsi_rapid_k: int | None = None
    fsi_blitz_k: int | None = None
    club_k: int | None = None
    club_rapid_k: int | None = None
    club_blitz_k: int | None = None
    fide_month: str = ""
    fsi_month: str = ""
    club_month: str = ""
    member: bool | None = None
    contact: str = ""
    notes: str = ""

    def values(self) -> dict[str, str | int | date]:
        """The values without those of empty cells."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value not in (None, "")}
