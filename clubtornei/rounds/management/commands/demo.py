"""`manage.py demo`: the demo club, on a site where no club is yet."""

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
        # The file last: where it is there, so is the demo.
        with transaction.atomic():
            password = kept_password(path) or secrets.token_urlsafe(9)
            make_demo(password)
            keep_password(path, password)


def kept_password(path: Path) -> str:
    """The password in the file; empty where there is none."""
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def keep_password(path: Path, password: str) -> None:
    """Write the password where only the file's owner can read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        path.chmod(0o600)  # a file that was there keeps its mode
        file.write(f"{password}\n")
