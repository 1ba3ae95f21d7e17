"""The prizes of an event: announced, computed from the standings with a reason each, then confirmed."""
