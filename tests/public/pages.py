"""Every public page, by its route and whatever it takes besides the event's slug."""

from typing import Any

from django.urls import reverse

from clubtornei.events.models import Event

PAGES: dict[str, list[Any]] = {
    "event": [],
    "bracket": [],
    "pairings": [2],
    "stages": [],
    "standings": [],
    "clubs": [],
    "clinch": [],
    "crosstable": [],
    "calendar": [],
    "card": [1],
    "prizes": [],
    "rules": [],
    "screen": [],
    "screen_numbered": [2],
    "clock": [],
    "why_pairing": [2, 1],
    "why_place": [2],
    "why_final": [2],
    "document": [],
    "verify": [],
    "overlay": [],
    "overlay_round": [],
}
OTHERS = {
    *("club", "club_calendar", "feed", "people"),  # of a club: see test_club.py
    *("hall_screen", "hall_screen_numbered"),  # with a key of the hall: see test_names.py
    *("event_calendar", "pairings_text", "player_calendar", "standings_text"),  # files: see test_files.py
    *("colours", "logo", "manifest", "club_manifest"),  # see test_sharing.py
}


def page_of(event: Event, name: str) -> str:
    key = [event.public_key] if name.startswith("overlay") else []
    return reverse(f"public:{name}", args=[event.slug, *key, *PAGES[name]])
