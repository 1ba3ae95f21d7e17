"""What the log says of requests."""

import re
from logging import Formatter, LogRecord

_SLASH = "(?:/|%2F)"
_KEYS = re.compile(
    rf"({_SLASH}(?:h|i|invite|password{_SLASH}set|q){_SLASH})[^\s\"'<>&]+",  # the paths of link_keys.py
    re.IGNORECASE,
)


def without_keys(text: str) -> str:
    """The text, such as a path or a line of the log, without what gives power in the addresses in it."""
    return _KEYS.sub(r"\1…", text)


class WithoutKeys(Formatter):
    """Writes a record without the keys in addresses: who reads the log has no power by it."""

    def format(self, record: LogRecord) -> str:
        return without_keys(super().format(record))


def in_one_line(record: LogRecord) -> bool:
    """A filter that keeps every record, that of a refused request (403) without its traceback: nothing in the
    program went wrong.
    """
    if getattr(record, "status_code", None) == 403:
        record.exc_info = None
    return True
