"""`manage.py demo`: makes the demo club on a site without clubs."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from clubtornei.accounts.models import Club
from clubtornei.rounds.demo.club import make_demo


class Command(BaseCommand):
    help = "Makes the demo club with its user; does nothing where there is a club already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--password-file", type=Path, required=True, help="where the password is kept")

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.exists():
            return
        path = options["password_file"]
        # The file is written last: if it exists, so does the demo.
        with transaction.atomic():
            password = stored_password(path) or secrets.token_urlsafe(9)
            make_demo(password)
            store_password(path, password)


def stored_password(path: Path) -> str:
    """The password in the file; empty if there is no file."""
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def store_password(path: Path, password: str) -> None:
    """Write the password to the file, readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        path.chmod(0o600)  # an existing file has its own mode
        file.write(f"{password}\n")
