from django.apps import AppConfig

from clubtornei.validator_messages import speak_our_words


class AccountsConfig(AppConfig):
    """The first of our rooms: what holds for the forms of them all begins here."""

    name = "clubtornei.accounts"

    def ready(self) -> None:
        speak_our_words()
