"""The rules of an event: announcing them before round 1, and changing them after it."""
