"""The pages of the events’ room: the wizard, and new events by a named formula."""
