"""The tag `reuse`: rows of large tables, rendered once for each content, and what all pages have alike."""

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST = 10_000
rendered: dict[tuple[object, ...], SafeString] = {}
"""At most so many rows, by the place in the template, the language, and all values that they are made of."""


class ReuseNode(template.Node):
    def __init__(self, nodelist: NodeList, values: list[FilterExpression]) -> None:
        self.nodelist = nodelist
        self.values = values

    def render(self, context: template.Context) -> SafeString:
        key = (self, get_language(), *(value.resolve(context) for value in self.values))
        text = rendered.get(key)
        if text is None:
            text = self.nodelist.render(context)
            if len(rendered) >= MOST:
                rendered.clear()
            rendered[key] = text
        return text


@register.tag
def reuse(parser: Parser, token: Token) -> ReuseNode:
    """`{% reuse value … %}…{% endreuse %}`: what stands between is not rendered again while the values are
    the same. They are all that it depends on, besides the language, and hashable: strings, numbers, tuples.
    Without values it is the same on every page.

    Of a table with a hundred rows a result changes one or two: the others need no more than a look. Unlike
    Django's `{% cache %}` it makes no text of its values and keeps them in the memory of the process.
    """
    values = [parser.compile_filter(word) for word in token.split_contents()[1:]]
    nodelist = parser.parse(("endreuse",))
    parser.delete_first_token()
    return ReuseNode(nodelist, values)
