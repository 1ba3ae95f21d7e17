"""The site: see CONTRIBUTING.md for its rooms."""

VERSION = "0.2.0"
