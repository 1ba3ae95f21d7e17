"""A JSON column whose numbers are exact: decimals are stored and read as such, never as floats."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from django.db.models.fields.json import KeyTransform

from scoring.document import as_decimal


def _encode_fraction(value: object) -> object:
    """A Fraction as a Decimal."""
    if isinstance(value, Fraction):
        return as_decimal(value)
    raise TypeError(f"{type(value).__name__} has no place in a document")


_encoder = msgspec.json.Encoder(decimal_format="number", enc_hook=_encode_fraction)
_decoder = msgspec.json.Decoder(float_hook=Decimal)


class ExactEncoder(json.JSONEncoder):
    def encode(self, o: object) -> str:
        return _encoder.encode(o).decode()


class ExactDecoder(json.JSONDecoder):
    def decode(self, s: str, *_where: object) -> object:
        return _decoder.decode(s)


class ExactJSONField(models.JSONField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"encoder": ExactEncoder, "decoder": ExactDecoder, **kwargs})

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> object:
        """Without the JSONDecoder that Django makes anew for each value: an event has thousands."""
        if isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        return None if value is None else _decoder.decode(value)
