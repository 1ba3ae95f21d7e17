"""Every write of a round, one transaction each, named by what an arbiter does."""
