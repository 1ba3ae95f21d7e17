from django.apps import AppConfig


class SeasonConfig(AppConfig):
    name = "clubtornei.season"

    def ready(self) -> None:
        # Models can be imported only now.
        from clubtornei.rounds.privacy.queries import ELSEWHERE, KnownElsewhere
        from clubtornei.season import privacy

        ELSEWHERE.append(KnownElsewhere(known=privacy.known, forget=privacy.forget))
