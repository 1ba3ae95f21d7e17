"""The numbers before round 1: what is announced, and how they are shown."""
