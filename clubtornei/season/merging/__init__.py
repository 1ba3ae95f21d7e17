"""Two people of a roster who are one: what becomes of them, merging them, and parting them again."""
