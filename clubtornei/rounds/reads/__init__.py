"""What is read of an event: for organisers, the public and paper alike."""
