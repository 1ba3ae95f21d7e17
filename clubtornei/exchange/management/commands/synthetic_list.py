"""`manage.py synthetic_list`: writes a list of invented players in FIDE's format, to try the loading with."""

import random
import zipfile
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

HEADER = (
    f"{'ID Number':15}{'Name':61}{'Fed':4}{'Sex':4}{'Tit':5}{'WTit':5}{'OTit':15}{'FOA':4}{'SRtng':6}"
    f"{'SGm':4}{'SK':3}{'RRtng':6}{'RGm':4}{'Rk':3}{'BRtng':6}{'BGm':4}{'BK':3}{'B-day':6}Flag\r\n"
)
FAMILIES = [
    "Rossi",
    "Bianchi",
    "Verdi",
    "Neri",
    "Gallo",
    "Conti",
    "Greco",
    "Bruno",
    "Ferri",
    "Riva",
    "Sala",
    "Villa",
    "Serra",
    "Longo",
    "Marini",
]
GIVEN = [
    "Ada",
    "Ugo",
    "Eva",
    "Ivo",
    "Lia",
    "Leo",
    "Pia",
    "Rocco",
    "Mario",
    "Carla",
    "Paolo",
    "Anna",
    "Luca",
    "Sara",
    "Elio",
    "Nora",
    "Remo",
    "Gina",
]
FEDERATIONS = ["ITA", "GER", "FRA", "ESP", "IND", "RUS", "POL", "USA", "SUI", "AUT", "NED", "HUN"]
TITLES = ("",) * 40 + ("CM", "FM", "IM", "GM", "WFM")
UNRATED = 0.6  # of all players


class Command(BaseCommand):
    help = "Writes a zip with so many invented players in FIDE's format."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--players", type=int, default=10_000)
        parser.add_argument("--seed", default="lista")

    def handle(self, *args: Any, **options: Any) -> None:
        with (
            zipfile.ZipFile(options["file"], "w", zipfile.ZIP_DEFLATED) as archive,
            archive.open("players_list_foa.txt", "w", force_zip64=True) as file,
        ):
            file.write(HEADER.encode())
            for line in lines(options["players"], options["seed"]):
                file.write(line.encode())


def lines(players: int, seed: str) -> Iterator[str]:
    """The lines of so many players, the same for the same seed."""
    chance = random.Random(seed)
    for number in range(1, players + 1):
        family = f"{chance.choice(FAMILIES)}{chance.choice(FAMILIES).lower()}"
        name = f"{family}, {chance.choice(GIVEN)}"
        title, sex = chance.choice(TITLES), chance.choice("MF")
        unrated = chance.random() < UNRATED
        standard, rapid, blitz = (
            ("0", "0", "0") if unrated else (str(chance.randint(1400, 2600)) for _rate in range(3))
        )
        of_women = title.startswith("W")
        yield (
            f"{100_000 + number:<15}{name:61}{chance.choice(FEDERATIONS):4}{'F' if of_women else sex:4}"
            f"{'' if of_women else title:5}{title if of_women else '':5}{'':15}{'':4}"
            f"{standard:6}{'0':4}{'20':3}{rapid:6}{'0':4}{'20':3}{blitz:6}{'0':4}{'20':3}"
            f"{chance.randint(1935, 2018):<6}\r\n"
        )
