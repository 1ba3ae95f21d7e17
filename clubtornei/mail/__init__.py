"""Addresses to which mail of an event goes, and the queue of what is sent there."""
