"""The pages that create events: the wizard, and new events by a named formula."""
