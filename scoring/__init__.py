"""What a result is worth, and who is ahead. Needs no Django and no database."""
