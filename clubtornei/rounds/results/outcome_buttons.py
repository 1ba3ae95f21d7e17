"""The buttons and keys by which the round's page enters the result of a table of two, in their order."""

from dataclasses import dataclass

from clubtornei.rounds.core.result_codes import RESULT_CODES, ResultCode


@dataclass(frozen=True)
class OutcomeButton:
    """`keys`: those that do what the button does, with a blank between them."""

    outcome: ResultCode
    keys: str

    @property
    def first_key(self) -> str:
        return self.keys.partition(" ")[0]


PLAYED = tuple(
    OutcomeButton(RESULT_CODES[code], keys) for code, keys in (("1-0", "1"), ("=-=", "5 ½ = p"), ("0-1", "0"))
)
IN_MENU = tuple(
    OutcomeButton(RESULT_CODES[code], keys)
    for code, keys in (("+--", "+"), ("--+", "-"), ("---", "f"), ("adjourned", "a"))
)
