"""Names for the dictionaries of anything that may cross a function's edge: where Django or JSON begins.

What our own functions hand to each other has a type.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

Context = dict[str, Any]
"""What a template shows, from the function that builds it to the one that renders it."""

Attributes = dict[str, Any]
"""Attributes of an HTML element, as a widget of Django gets them."""

FormData = Mapping[str, Any]
"""What was sent: the data that a form is bound to."""

CleanedData = dict[str, Any]
"""What a form gives by field, and what its fields begin with."""

Options = Mapping[str, Any]
"""Options of a system, of a scoring method or of a formula, in the form of the document."""

Extra = Mapping[str, Any]
"""The keys of a record that the document's rules do not name: the site's own, and others'."""

JsonObject = dict[str, Any]
"""An object for a JSON column."""

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    LazyText = StrOrPromise
else:
    LazyText = object
"""A text, perhaps one of gettext_lazy."""
