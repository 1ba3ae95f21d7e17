"""The stages of an event: who enters each, its formula, the days of its rounds, and the end of the event."""
