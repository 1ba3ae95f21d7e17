"""Mail of an event: its texts, their sending, what organisers write, and who asks to be told."""
