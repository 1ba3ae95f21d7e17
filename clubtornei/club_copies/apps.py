from django.apps import AppConfig


class ClubCopiesConfig(AppConfig):
    name = "clubtornei.club_copies"
