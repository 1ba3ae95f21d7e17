"""The logo of a club: read from what somebody uploads, and written anew, so that nothing else is in it."""

import io

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from msgspec import Struct
from PIL import Image, ImageOps

LARGEST_LOGO = 2 * 1024 * 1024  # bytes
MOST_PIXELS = 16_000_000
FEWEST = 64  # pixels of each side
FORMATS = ("PNG", "JPEG", "WEBP")
SIDE, SMALL_SIDE = 512, 128
WEBP_QUALITY = 75
ICON_ROOM = 0.8  # of an icon's side: telephones cut its corners off
VISIBLE = 200  # of 255: what is lighter than that is not seen on white


class Logo(Struct, frozen=True):
    """On white: as PNG large for paper, and square for telephones; as WebP small for the heads of pages, with
    which every phone loads it.
    """

    image: bytes
    small: bytes
    icon: bytes


def read_logo(content: bytes) -> Logo:
    """Raises ValidationError for what is no picture, too large or too small, or not seen on white."""
    picture = _on_white(_opened(content))
    if picture.convert("L").getextrema()[0] >= VISIBLE:  # type: ignore[operator]
        raise ValidationError(_("Sulla carta bianca non si vedrebbe: carica la versione scura."))
    return Logo(_png(_fitted(picture, SIDE)), _webp(_fitted(picture, SMALL_SIDE)), _png(_squared(picture)))


def _opened(content: bytes) -> Image.Image:
    """Decoded, if what its first bytes say of it is not too large."""
    refused = ValidationError(_("Non è un’immagine PNG, JPEG o WebP che si possa leggere."))
    try:
        Image.open(io.BytesIO(content), formats=FORMATS).verify()  # a PNG that is broken
        picture = Image.open(io.BytesIO(content), formats=FORMATS)
    except Exception as error:  # each format fails in ways of its own
        raise refused from error
    width, height = picture.size
    if width * height > MOST_PIXELS:
        most = {"millions": MOST_PIXELS // 1_000_000}
        raise ValidationError(_("Ha troppi punti: al massimo %(millions)d milioni.") % most)
    if min(width, height) < FEWEST:
        raise ValidationError(
            _("È troppo piccola: servono almeno %(side)d × %(side)d punti.") % {"side": FEWEST}
        )
    try:
        return ImageOps.exif_transpose(picture).convert("RGBA")
    except Exception as error:
        raise refused from error


def _on_white(picture: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")


def _fitted(picture: Image.Image, side: int) -> Image.Image:
    smaller = picture.copy()
    smaller.thumbnail((side, side))
    return smaller


def _squared(picture: Image.Image) -> Image.Image:
    ground = Image.new("RGB", (SIDE, SIDE), "white")
    inner = ImageOps.contain(picture, (round(SIDE * ICON_ROOM), round(SIDE * ICON_ROOM)))
    ground.paste(inner, ((SIDE - inner.width) // 2, (SIDE - inner.height) // 2))
    return ground


def _png(picture: Image.Image) -> bytes:
    """In 256 colours, which a logo has, and which make a third of the bytes."""
    file = io.BytesIO()
    picture.quantize(256).save(file, "PNG", optimize=True)
    return file.getvalue()


def _webp(picture: Image.Image) -> bytes:
    """In the form that takes fewer bytes: a drawing is smaller as it is, a photograph with losses."""
    return min(_saved(picture, lossless=True), _saved(picture, quality=WEBP_QUALITY), key=len)


def _saved(picture: Image.Image, **form: int) -> bytes:
    file = io.BytesIO()
    picture.save(file, "WEBP", method=6, **form)
    return file.getvalue()
