"""Who sits with whom. Needs no Django and no database; may import scoring."""
