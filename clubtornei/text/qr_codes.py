"""QR codes of addresses, as images that a page or a sheet contains."""

from functools import lru_cache

import segno


@lru_cache(maxsize=500)
def qr_code(url: str) -> str:
    """A data URL for an image. Kept, as every sheet of an event has the same one.

    PNG, not SVG: WeasyPrint draws it several times faster, and a round may have a hundred codes.
    """
    return segno.make(url, micro=False).png_data_uri(border=0, scale=4)
