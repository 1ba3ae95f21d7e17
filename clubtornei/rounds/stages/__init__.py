"""From one stage to the next, and the end of all."""
