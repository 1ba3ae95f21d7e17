"""Room on Python's stack for deep calls.

CPython has the frames of calls in chunks of 16 KB. The call that finds its chunk full gets another by `mmap`,
and gives it back by `munmap` when it returns: a loop whose calls lie on either side of that end asks the
system for memory each time round, which takes ten times as long as the call. Where the ends lie is chance;
below Django's middlewares, views and templates there are several. (`push_chunk` in Python/pystate.c.)
"""

from collections.abc import Callable
from types import FunctionType
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

SLOTS = 66_000  # just over half a chunk of 1 MB, which is untouched, so that it takes no memory


def with_room(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the function returns or raises.

    It is called from a frame so large that the chunk which is made for it has room for all calls below.
    """
    return function(*args, **kwargs)


_function = cast(FunctionType, with_room)
_function.__code__ = _function.__code__.replace(co_stacksize=SLOTS)
