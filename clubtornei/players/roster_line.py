"""What one line of a spreadsheet says of a person."""

from dataclasses import dataclass, fields


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
    contact: str = ""
    notes: str = ""

    def values(self) -> dict[str, str | int]:
        """The values without those of empty cells."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value not in (None, "")}
