"""Templates without the layout that makes them readable.

A page of a hundred tables would send its indentation a hundred times: half of it would be blanks. What a
line break stands for depends on its place: between two attributes it is a blank; just inside an element, and
around a block or a cell, it is nothing; elsewhere it is the blank that HTML makes of it, also in
`blocktranslate trimmed`. tests/test_templates.py looks for what it would mean more to. Mails, which are plain
text, are sent line for line as they are written.

Where there must be no blank between two things on different lines, one of them is a partial: `{% partial %}`
on a line of its own has no blank after it, nor does its last line.
"""

import re
from functools import cache
from typing import Any

from django.template import Origin, Template
from django.template.loaders import filesystem

LINE_BREAK = re.compile(r" *\n[ \n]*")
SILENT = "(?:end)?(?:block|for|if|partialdef|with)|elif|else|empty|load|partial"
WITHOUT_LINE = re.compile(rf"^({{% (?:{SILENT}) (?:(?!%}}).)*%}})\n|\n(?={{% endpartialdef)", re.MULTILINE)

TAG = re.compile(r"<[a-zA-Z](?:{%.*?%}|{{.*?}}|\"[^\"]*\"|'[^']*'|[^>\"'])*>", re.DOTALL)
VOID = "area|br|col|hr|img|input|link|meta|source|use|wbr"
BLOCKS = (
    "address|article|aside|body|caption|colgroup|dd|details|dialog|div|dl|dt|fieldset|figure|footer|form|h[1-6]"
    "|head|header|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|p|section|select|summary|table|tbody"
    "|td|template|tfoot|th|thead|title|tr|ul"
)
INSIDE_ELEMENT = re.compile(rf"(<(?!(?:{VOID})\b)[a-zA-Z][^<>]*>)\n|\n(?=</)")
AROUND_BLOCK = re.compile(rf"(</?(?:{BLOCKS})(?:\s[^<>]*)?>)\n|\n(?=</?(?:{BLOCKS})[\s>])")


class Loader(filesystem.Loader):
    """Reads the project's templates and takes their layout out."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """The template, compiled. Each page looks for the blocks of the one it extends: once will do."""
        template = super().get_template(template_name, skip)
        nodes: Any = template.nodelist
        nodes.get_nodes_by_type = cache(nodes.get_nodes_by_type)
        return template

    def get_contents(self, origin: Origin) -> str:
        """The source of a template, ready to be compiled."""
        source = super().get_contents(origin)
        return without_layout(source) if origin.name.endswith(".html") else source


def without_layout(source: str) -> str:
    """The source without what only makes it readable: see the top of this file."""
    lines = WITHOUT_LINE.sub(r"\1", LINE_BREAK.sub("\n", source).strip())
    joined = TAG.sub(lambda tag: tag[0].replace("\n", " "), lines)
    for breaks in (INSIDE_ELEMENT, AROUND_BLOCK):
        joined = breaks.sub(lambda found: found[1] or "", joined)
    return joined.replace("\n", " ")
