"""What is marked at a table: by the arbiter, from its paper, and changed later."""
