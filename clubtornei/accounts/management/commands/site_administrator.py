"""`manage.py site_administrator`: names who administers the site, for where nobody does."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubtornei.accounts.actions import appoint_administrator, dismiss_administrator


class Command(BaseCommand):
    help = "Makes a user an administrator of the site, or no longer one; without a name, lists them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?")
        parser.add_argument("--remove", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["username"]:
            names = User.objects.filter(is_superuser=True).order_by("username")
            self.stdout.write("\n".join(names.values_list("username", flat=True)))
            return
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['username']!r}.")
        try:
            (dismiss_administrator if options["remove"] else appoint_administrator)(user, None)
        except ValidationError as refused:
            raise CommandError(refused.messages[0]) from refused
