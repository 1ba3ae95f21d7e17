"""Records with the fields of something else."""

from typing import TypeVar

from msgspec import Struct

Record = TypeVar("Record", bound=Struct)


def struct_from(kind: type[Record], source: object, **others: object) -> Record:
    """The record with what `source` has under the names of its fields. `others`: what it has not."""
    own = {name: getattr(source, name) for name in kind.__struct_fields__ if name not in others}
    return kind(**own, **others)
