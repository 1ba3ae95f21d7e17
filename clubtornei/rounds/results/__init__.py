"""What is recorded at a table: by the arbiter, from its paper, and changed later."""
