"""A round between its draw and its publication, and the changes that an arbiter makes to it by hand."""
