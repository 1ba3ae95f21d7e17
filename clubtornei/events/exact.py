"""A JSON column whose numbers are exact: what the engines read is what was written, never a float."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
from django.db import models


def _plain(value: object) -> object:
    """Fractions from a document are finite decimals, so the division is exact."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else Decimal(value.numerator) / value.denominator
    raise TypeError(f"{type(value).__name__} has no place in a document")


_encoder = msgspec.json.Encoder(decimal_format="number", enc_hook=_plain)


class ExactEncoder(json.JSONEncoder):
    def encode(self, o: Any) -> str:
        return _encoder.encode(o).decode()


class ExactDecoder(json.JSONDecoder):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"parse_float": Decimal, **kwargs})


class ExactJSONField(models.JSONField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"encoder": ExactEncoder, "decoder": ExactDecoder, **kwargs})
