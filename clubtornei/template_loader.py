"""Templates without the layout that makes them readable.

A page of a hundred tables would send its indentation a hundred times: half of it would be blanks. What
begins a line means nothing in HTML, nor in `blocktranslate trimmed`; tests/test_templates.py looks for
what it would mean something to.

Between two things on different lines there is a blank, as in any HTML. Where there must be none, one of them
is a partial: `{% partial … %}` on a line of its own has no blank after it, nor does its last line.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

LINE_BREAK = re.compile(r" *\n[ \n]*")
SILENT = "(?:end)?(?:block|for|if|partialdef|with)|elif|else|empty|load|partial"
WITHOUT_LINE = re.compile(rf"^({{% (?:{SILENT}) (?:(?!%}}).)*%}})\n|\n(?={{% endpartialdef)", re.MULTILINE)


class Loader(filesystem.Loader):
    """Reads the project's templates: no line is indented, and a tag that writes nothing leaves no line."""

    def get_contents(self, origin: Origin) -> str:
        """The source of a template, ready to be compiled."""
        lines = LINE_BREAK.sub("\n", super().get_contents(origin)).strip()
        return WITHOUT_LINE.sub(r"\1", lines)
