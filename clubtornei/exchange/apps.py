from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "clubtornei.exchange"
