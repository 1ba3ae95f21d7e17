"""The buttons and keys by which the round's page enters the result of a table of two, in their order."""

from dataclasses import dataclass

from clubtornei.rounds.state.result_codes import RESULT_CODES, USUAL, ResultCode, Scale


@dataclass(frozen=True)
class OutcomeButton:
    """`key`: the one that does what the button does, printed on it."""

    outcome: ResultCode
    key: str


PLAYED = tuple(
    OutcomeButton(RESULT_CODES[code], key) for code, key in (("1-0", "1"), ("=-=", "5"), ("0-1", "0"))
)
IN_MENU = tuple(
    OutcomeButton(RESULT_CODES[code], key)
    for code, key in (("+--", "+"), ("--+", "-"), ("---", "f"), ("adjourned", "a"))
)
UNRATED_KEY = "n"


def menu_buttons(scale: Scale, *, adjourns: bool) -> list[OutcomeButton]:
    """The buttons of the other results, where results are worth that; `adjourns`: whether the game may be
    finished another day.
    """
    offered = [button for button in IN_MENU if adjourns or not button.outcome.adjourned]
    return [OutcomeButton(button.outcome.on(scale), button.key) for button in offered]


def played_buttons(scale: Scale) -> list[OutcomeButton]:
    """The buttons of a game played, where results are worth that: with its points as labels and, where they
    are three digits, as keys.
    """
    if scale == USUAL:
        return list(PLAYED)
    keys = scale.digits or [button.key for button in PLAYED]
    return [OutcomeButton(button.outcome.on(scale), key) for button, key in zip(PLAYED, keys, strict=True)]
