"""What the log says of requests."""

from logging import LogRecord


def in_one_line(record: LogRecord) -> bool:
    """A filter that keeps every record, that of a refused request (403) without its traceback: nothing in the
    program went wrong.
    """
    if getattr(record, "status_code", None) == 403:
        record.exc_info = None
    return True
