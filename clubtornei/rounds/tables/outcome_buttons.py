"""The buttons and keys by which the round's page enters the result of a table of two, in their order."""

from dataclasses import dataclass

from clubtornei.rounds.core.result_codes import RESULT_CODES, USUAL, ResultCode, Scale


@dataclass(frozen=True)
class OutcomeButton:
    """`keys`: those that do what the button does, with a blank between them."""

    outcome: ResultCode
    keys: str

    @property
    def first_key(self) -> str:
        return self.keys.partition(" ")[0]


PLAYED = tuple(
    OutcomeButton(RESULT_CODES[code], keys)
    for code, keys in (("1-0", "1 j"), ("=-=", "5 ½ = p k x"), ("0-1", "0 l 2"))
)
IN_MENU = tuple(
    OutcomeButton(RESULT_CODES[code], keys)
    for code, keys in (("+--", "+"), ("--+", "-"), ("---", "f"), ("adjourned", "a"))
)
UNRATED_KEY = "n"


def played_buttons(scale: Scale) -> list[OutcomeButton]:
    """The buttons of a game played, where results are worth that: with its points as labels and, where they
    are three digits, as keys.
    """
    if scale == USUAL:
        return list(PLAYED)
    digits = scale.digits or ("", "", "")
    return [
        OutcomeButton(button.outcome.on(scale), _with_digit(button.keys, digit))
        for button, digit in zip(PLAYED, digits, strict=True)
    ]


def has_one_x_two(scale: Scale) -> bool:
    """Whether 1, x and 2 are White's win, a draw and Black's win, as Italians write it."""
    return "2" in played_buttons(scale)[-1].keys.split()


def _with_digit(keys: str, digit: str) -> str:
    """The keys with another digit; without any they stay as they are."""
    others = [key for key in keys.split() if not key.isdecimal()]
    return " ".join([digit, *others]) if digit else keys
