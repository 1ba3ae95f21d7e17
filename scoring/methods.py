"""All scoring methods by name."""

from collections.abc import Mapping

from scoring import games
from scoring.method import Method

METHODS: Mapping[str, Method] = {method.name: method for method in games.METHODS}
