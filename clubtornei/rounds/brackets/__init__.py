"""The bracket: as a picture, as cells of a table, and before anything is played."""
