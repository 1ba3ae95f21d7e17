"""Who has paid his fee, and what is still due: for the treasurer, never public."""
