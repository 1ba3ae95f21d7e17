"""Names for the dictionaries of anything that may cross a function's edge: where Django or JSON begins.

`tests/test_signatures.py` allows these alone. What our own functions hand to each other has a type.
"""

from collections.abc import Mapping
from typing import Any

Context = dict[str, Any]
"""What a template shows, from the function that builds it to the one that renders it."""

Attributes = dict[str, Any]
"""Attributes of an HTML element, as a widget of Django gets them."""

FormData = Mapping[str, Any]
"""What was sent: the data that a form is bound to."""

CleanedData = dict[str, Any]
"""What a form gives by field, and what its fields begin with."""

Columns = Mapping[str, Any]
"""Columns of a model's row with their values."""

Version = Mapping[str, Any]
"""A version of a row that django-pghistory keeps: the tracked columns, pgh_id, pgh_created_at and so on."""

Options = Mapping[str, Any]
"""Options of a system, of a scoring method or of a formula, in the form of the document."""

Quality = Mapping[str, Any]
"""How good the draw of a round is, as its system says it."""

Extra = Mapping[str, Any]
"""The keys of a record that the document's rules do not name: the site's own, and others'."""

JsonObject = dict[str, Any]
"""An object for a JSON column."""
