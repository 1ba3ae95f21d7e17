"""The logo of a club, as it is read from what is uploaded."""

import io
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from PIL import Image

from clubtornei.accounts.logos import SIDE, SMALL_SIDE, read_logo
from tests.factories import logo_file, photograph


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_logo_comes_in_three_sizes(form: str) -> None:
    logo = read_logo(logo_file(form, (1200, 600)))
    sizes = [opened(png).size for png in (logo.image, logo.small, logo.icon)]
    assert sizes == [(SIDE, SIDE // 2), (SMALL_SIDE, SMALL_SIDE // 2), (SIDE, SIDE)]
    assert [opened(each).format for each in (logo.image, logo.small, logo.icon)] == ["PNG", "WEBP", "PNG"]


def test_the_small_logo_is_light_even_of_a_photograph() -> None:
    assert len(read_logo(photograph()).small) <= 3_000
    drawing = read_logo(logo_file(size=(800, 600)))
    assert len(drawing.small) <= 1_000
    assert opened(drawing.small).convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_a_small_logo_is_not_enlarged_and_what_is_transparent_becomes_white() -> None:
    image = opened(read_logo(logo_file(size=(200, 100))).image).convert("RGB")
    assert image.size == (200, 100)
    assert image.getpixel((0, 0)) == (255, 255, 255)


def test_nothing_of_the_file_but_the_picture_is_kept() -> None:
    picture, file = Image.open(io.BytesIO(logo_file("JPEG"))), io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "scattata a casa di Ada"
    picture.save(file, "JPEG", exif=exif, comment=b"un commento")
    assert b"casa di Ada" in file.getvalue()
    logo = read_logo(file.getvalue())
    assert not any(b"Ada" in png or b"commento" in png for png in (logo.image, logo.small, logo.icon))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: logo_file(size=(63, 300)), "troppo piccola"),
        (lambda: logo_file(size=(4001, 4000)), "troppi punti"),
        (lambda: logo_file(colour="#fafafa"), "non si vedrebbe"),
        (lambda: logo_file("GIF"), "PNG, JPEG o WebP"),
        (lambda: logo_file()[:200], "PNG, JPEG o WebP"),
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "PNG, JPEG o WebP"),
        (lambda: b"", "PNG, JPEG o WebP"),
    ],
    ids=["small", "large", "white", "gif", "half", "svg", "empty"],
)
def test_what_is_no_logo_is_refused(made: Callable[[], bytes], said: str) -> None:
    """Each is made in its test: as the modules are collected, every process would draw the large one."""
    content = made()
    with pytest.raises(ValidationError, match=said):
        read_logo(content)
