"""What the seats of a table of two are called."""

from pairing.system import System

COLOURS = ("white", "black")


def colours_of(system: System) -> tuple[str, str]:
    """White and Black, in the order of the seats; nothing where a seat only says who is named first."""
    return COLOURS if system.colours else ("", "")
