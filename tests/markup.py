"""Pages as their reader sees them, whatever the layout of the templates."""

import re


def compact(markup: str) -> str:
    """The markup with one blank between words and none beside a tag."""
    return re.sub(r" ?(<[^>]*>) ?", r"\1", " ".join(markup.split()))
