"""`manage.py tidy`: deletes what is kept no longer; soon after each start, and each night by a worker."""

from typing import Any

from django.core.management.base import BaseCommand

from clubtornei.rounds.privacy.retention import delete_what_is_over


class Command(BaseCommand):
    help = "Deletes what is kept no longer: old history and proposals, jobs, ended sessions, old invitations."

    def handle(self, *args: Any, **options: Any) -> None:
        done = {what: count for what, count in delete_what_is_over().items() if count}
        if done and options["verbosity"]:
            self.stdout.write(", ".join(f"{what}: {count}" for what, count in done.items()))
