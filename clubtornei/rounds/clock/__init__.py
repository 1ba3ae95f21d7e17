"""The clock of a round, and how the game at each table ends after its time is up."""
