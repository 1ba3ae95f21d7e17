"""The same event again, on another day."""
