"""`manage.py copy_clubs`: has each club that has changed copied; each night by a worker."""

from typing import Any

from django.core.management.base import BaseCommand

from clubtornei.club_copies.actions import copy_changed_clubs, delete_orphaned_files


class Command(BaseCommand):
    help = "Has each club copied that has changed since its last copy; deletes files without a copy."

    def handle(self, *args: Any, **options: Any) -> None:
        copied, deleted = copy_changed_clubs(), delete_orphaned_files()
        if options["verbosity"] and (copied or deleted):
            self.stdout.write(f"copies: {copied}, deleted files: {deleted}")
