"""QR codes of addresses, for pages and sheets."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


@lru_cache(maxsize=500)
def qr_code(url: str) -> str:
    """A data URL for an image. Kept, as every sheet of an event has the same one.

    PNG, not SVG: WeasyPrint draws it several times faster, and a round may have a hundred codes.
    """
    return segno.make(url, micro=False).png_data_uri(border=0, scale=4)


def qr_svg(url: str) -> SafeString:
    """As SVG, which fills its place on a screen."""
    svg = segno.make(url, micro=False).svg_inline(
        border=3, title=url, omitsize=True, svgclass=None, lineclass=None
    )
    return mark_safe(svg)  # noqa: S308 (segno escapes the title)
