"""The clock of a round, and how each table’s game ends once its time is up."""
