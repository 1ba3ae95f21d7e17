from django.apps import AppConfig


class SeasonConfig(AppConfig):
    name = "clubtornei.season"

    def ready(self) -> None:
        # Models can be imported only now.
        from clubtornei.rounds.privacy.elsewhere import ELSEWHERE, Elsewhere
        from clubtornei.season import privacy

        ELSEWHERE.append(Elsewhere(known=privacy.known, forget=privacy.forget))
