"""The spreadsheets of an event, and everything of it in one file."""
