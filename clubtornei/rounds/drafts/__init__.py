"""A round between its draw and its publication, as an arbiter’s hand may change it."""
