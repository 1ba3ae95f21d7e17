"""Signing up on the public page, and what players do by themselves: cancel, arrive, miss a round, leave."""
