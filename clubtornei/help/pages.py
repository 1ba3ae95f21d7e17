"""The pages for organisers and arbiters: each is a file in docs/, in Italian and in English."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

DOCS = settings.BASE_DIR / "docs"
FOLDERS = {"it": DOCS / "it", "en": DOCS / "en" / "guide"}

INDEX, NEWS = "README", "novita"
TWINS = {
    INDEX: INDEX,
    "guida-rapida": "quick-guide",
    "importare": "importing",
    "verificare": "verifying",
    "risultati": "results",
    "eliminazione": "knockout",
    "a-mano": "by-hand",
    "iscrizioni-in-corsa": "who-plays",
    "bando-e-preiscrizioni": "announcement-and-sign-ups",
    "tavoli-e-serate": "tables-and-evenings",
    "orologio": "clock",
    "ritiri": "withdrawals",
    "fasi-e-formule": "stages-and-formulas",
    "premi": "prizes",
    "omologazione": "rating-report",
    "anno": "year",
    "stampe": "print",
    "pubblico": "public-page",
    "organizzatori": "clubs-and-people",
    "copie": "backups",
    "domande": "questions",
    "parole": "words",
    "server": "server",
    "windows": "windows",
    NEWS: "news",
}
"""The Italian pages by the names of their files, and their English ones. A page of the rules has one name."""
RULES = "rules"
DEPLOY, SCALE = "deploy", "scale"
"""What only those need who run a server; the first in English alone, to which the Italian `server` leads."""


class HelpPage(NamedTuple):
    """A page by its language and the name of its file, without ending; that of a rule has its folder."""

    language: str
    name: str

    @property
    def path(self) -> Path:
        in_guide = self.name not in (DEPLOY, SCALE) and not self.name.startswith(f"{RULES}/")
        folder = FOLDERS[self.language] if in_guide else DOCS / self.language
        return folder / f"{self.name}.md"

    @property
    def url(self) -> str:
        place = self.name.removesuffix(INDEX).strip("/")
        if not place:
            return reverse(f"help:index_{self.language}")
        return reverse(f"help:page_{self.language}", args=[place])

    @property
    def twin(self) -> "HelpPage":
        """The same page in the other language; of what is in English alone, the one that leads there."""
        if self.name == DEPLOY:
            return HelpPage("it", "server")
        if self.language == "it":
            return HelpPage("en", TWINS.get(self.name, self.name))
        italian = {twin: name for name, twin in TWINS.items()}
        return HelpPage("it", italian.get(self.name, self.name))


@cache
def help_pages() -> dict[Path, HelpPage]:
    """Every page by its file."""
    rules = [f"{RULES}/{path.stem}" for path in sorted((DOCS / "it" / RULES).glob("*.md"))]
    names = {"it": [*TWINS, *rules, SCALE], "en": [*TWINS.values(), *rules, SCALE, DEPLOY]}
    pages = [HelpPage(language, name) for language in names for name in names[language]]
    return {page.path: page for page in pages}


def page_at(language: str, place: str) -> HelpPage | None:
    """The page whose address ends so, if there is one."""
    name = f"{RULES}/{INDEX}" if place == RULES else place or INDEX
    page = HelpPage(language, name)
    return page if page.path in help_pages() else None
