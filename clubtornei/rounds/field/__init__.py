"""Who plays, on which day, who is missing and who leaves."""
