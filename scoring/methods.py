"""All scoring methods by name."""

from collections.abc import Mapping

from scoring import editions, games, places, risiko_methods
from scoring.method import Method

_ROWS = (*games.METHODS, *places.METHODS, *risiko_methods.METHODS, *editions.METHODS)

METHODS: Mapping[str, Method] = {method.name: method for method in _ROWS}
