"""`manage.py setup_code`: the code with which the first owner makes the first club."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubtornei.accounts.setup_code import is_set_up, setup_code


class Command(BaseCommand):
    help = "Prints the code with which the first owner makes the first club, until there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        if is_set_up():
            raise CommandError("There is a club: its owner invites whoever is to come in.")
        self.stdout.write(setup_code())
