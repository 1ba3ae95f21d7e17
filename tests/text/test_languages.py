"""No page, sheet or answer has a sentence in the other language.

What it says may have no word that only the other language's texts have: those of the catalogue and of the
engines. Pages are asked for in English: what they forget to translate is Italian.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from functools import cache
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db.models import CharField, Model, Value
from django.db.models.functions import Cast, Concat
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import now

from clubtornei.accounts.models import Club, Invitation, Role
from clubtornei.events.models import Entry, Event, Preset, SignUp, Stage
from clubtornei.launch.environment import ROOT
from clubtornei.launch.translations import catalogue, read
from clubtornei.mail.models import Address, Delivery, Message
from clubtornei.players.models import Player
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.messages.texts import mail_of
from clubtornei.rounds.participation.signups.actions import cancel, decide
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.printing.sheet import sheet_html
from clubtornei.season.models import Circuit, CircuitEvent
from pairing.offers import FAMILIES, GAME_TYPES
from tests.addresses import path_of
from tests.caches import forget_everything
from tests.e2e.pages import ORGANISERS, PUBLIC, REFUSED, path_in
from tests.e2e.world import World
from tests.factories import make_club, make_drawn_event, make_member, make_user
from tests.mail.mailing import mailing
from tests.rounds.participation.signups.signing_up import make_sign_ups, open_event
from tests.test_words import titles_of_engines

__all__ = ["mailing"]

WORD = re.compile(r"[^\W\d_]{2,}")
MARKUP = re.compile(r"<(script|style|svg|code|pre)\b.*?</\1>|<!--.*?-->", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
ATTRIBUTE = re.compile(
    r'(?:\b(?:aria-label|title|placeholder|alt)=|(?:description|og:title)"\s+content=)"([^"]*)"'
)
FOREIGN = re.compile(r'<(\w+)[^>]* (?:hreflang|lang|translate)="[^"]*"[^>]*>.*?</\1>', re.DOTALL)
"""What says itself that it is in another language, as the switch between them, or in none."""
ADDRESS = re.compile(r"(?:https?:|tag:)\S+|url=\S+|(?<=\s)/\w+/\S+|\b[\w-]+\.(?:json|zip|xlsx|csv|trf)\b")
HEAD = re.compile(r"^.*?<title>", re.DOTALL)
ORDINAL = {"it": re.compile(r"\b\d+(?:st|nd|rd|th)\b"), "en": re.compile(r"\d ?[°º]")}
DECIMAL = {
    "it": re.compile(r"(?<![\d.,:v])\d+\.\d(?![\d.,])"),
    "en": re.compile(r"(?<![\d.,])\d+,\d{1,2}(?![\d,])"),
}
MONTHS = {
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
    " lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "en": "january february march april may june july august september october november december"
    " monday tuesday wednesday thursday friday saturday sunday",
}
ANYWHERE = {
    *("clubtornei", "italiano", "english"),
    "nessuno",  # what is searched for
    "formula",  # Formula 1
}
WRITTEN: dict[type[Model], str] = {
    User: "username",
    Club: "name",
    Player: "name affiliation",
    Event: "name place",
    Entry: "name affiliation",
    Stage: "name",
    SignUp: "name affiliation",
    Preset: "name",
    Circuit: "name",
    CircuitEvent: "name source",
    Invitation: "whom",
}
"""What people have written themselves, in any language."""
LANGUAGES = ("it", "en")
TEXTS = {*("public:pairings_text", "public:standings_text", "public:feed")}
OTHER = {"it": "en", "en": "it"}

pytestmark = pytest.mark.django_db


def words_of(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in WORD.findall(text.casefold())}


@cache
def words_only_in() -> dict[str, set[str]]:
    """For each language the words that the texts of the other one never have."""
    said: dict[str, list[str]] = {"it": [MONTHS["it"]], "en": [MONTHS["en"]]}
    for message in read(catalogue("en")):
        for text, language in ((message.id, "it"), (message.string, "en")):
            said[language] += [text] if isinstance(text, str) else list(text)
    for language, texts in said.items():
        texts += engine_texts(language)
    words = {language: words_of(texts) for language, texts in said.items()}
    return {language: words[language] - words[OTHER[language]] - ANYWHERE for language in words}


def engine_texts(language: str) -> Iterator[str]:
    yield from titles_of_engines(language)
    for row in FAMILIES.values():
        yield from (row.title[language], row.meaning[language])
    yield from (row.title[language] for row in GAME_TYPES.values())


def text_of(html: str) -> str:
    """What a page says, with what it says to screen readers."""
    body = FOREIGN.sub(" ", MARKUP.sub(" ", HEAD.sub("", html)))
    return ADDRESS.sub(" ", unescape(" ".join([TAG.sub(" ", body), *ATTRIBUTE.findall(body)])))


def foreign(text: str, language: str) -> list[str]:
    """What of the text is in the other language."""
    words = sorted(words_of([text]) & words_only_in()[OTHER[language]])
    return [*words, *ORDINAL[language].findall(text), *DECIMAL[language].findall(text)]


@pytest.fixture(scope="module")
def world(kept_db: None) -> World:
    """The club in every state; whatever people have written there are words of no language."""
    world = World()
    for model, names in WRITTEN.items():
        for name in names.split():
            for row in model._default_manager.exclude(**{name: ""}):
                model._default_manager.filter(pk=row.pk).update(**{name: f"Xq{row.pk}"})
    for event in Event.objects.all():
        game = "RisiKo!" if event.game == "RisiKo!" else "Xq"
        Event.objects.filter(pk=event.pk).update(game=game, notices=dict.fromkeys(event.notices, "Xq"))
    forget_everything()
    return world


@pytest.fixture
def owner(world: World) -> Client:
    client = Client()
    client.force_login(world.owner)
    return client


def seldom(table: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each page in the last of its states that look different."""
    every = [(name, named.split()) for name, named in table.items() if not name.startswith("help:")]
    every = [
        each for each in every if each[0] != "club_copies:restore"
    ]  # the names in a file are as they were
    return [(name, state) for name, named in every for state in named[-1:]]


@pytest.mark.parametrize(("who", "pages"), [("owner", ORGANISERS), ("anybody", PUBLIC)])
def test_no_page_has_words_of_the_other_language(
    who: str, pages: Mapping[str, str], world: World, owner: Client
) -> None:
    client = owner if who == "owner" else Client()
    found = {}
    for name, state in seldom(pages):
        answer = client.get(path_in(world, name, state), headers={"Accept-Language": "en"}, follow=True)
        assert answer.status_code == 200
        if wrong := foreign(text_of(answer.text), "en"):
            found[name, state] = wrong
    assert found == {}


def test_no_sheet_has_words_of_the_other_language(world: World) -> None:
    found, seen = {}, set()
    for state in ("playing", "bracket", "evenings", "seated", "swiss", "finals", "signing"):
        snapshot = EventSnapshot(world.events[state])
        for name, sheet in SHEETS.items():
            if not (sheet.applies(snapshot) and sheet.ready(snapshot)):
                continue
            for language in LANGUAGES:
                with translation.override(language):
                    context = sheet.context(snapshot, 1, A4)
                    html = sheet_html(SHEETS[name], snapshot, context, "http://x", None).html
                if wrong := foreign(text_of(f"<title>{html}"), language):
                    found[name, state, language] = wrong
            seen.add(name)
    assert found == {}
    assert seen >= {"pairings", "standings", "crosstable"}


def test_no_form_comes_back_with_words_of_the_other_language(world: World, owner: Client) -> None:
    found = {}
    for name, state, _form in REFUSED:
        path = path_in(world, name, state)
        answer = owner.post(path, {}, headers={"Accept-Language": "en"}, follow=True)
        if wrong := foreign(text_of(answer.text), "en"):
            found[name, state] = wrong
    assert found == {}


def test_no_text_to_take_along_has_words_of_the_other_language(world: World) -> None:
    found = {}
    for name in sorted(TEXTS):
        for language in LANGUAGES:
            answer = Client().get(
                path_of(name, world.events["playing"]), headers={"Accept-Language": language}
            )
            if wrong := foreign(text_of(answer.text), language):
                found[name, language] = wrong
    assert found == {}


def test_no_mail_has_words_of_the_other_language(world: World, owner: Client, settings) -> None:
    """Each that there is a template for; those of an event are below."""
    settings.EMAIL_URL = "smtp://mail.example.org/?from=torneo@example.org"
    for language in LANGUAGES:
        address = make_user(f"xq{language}", "alfiere-51", email=f"{language}@example.org").email
        data = {"whom": "Xq", "role": Role.ARBITER, "email": address}
        for path in (
            reverse("accounts:invite", args=[world.club.slug]),
            reverse("accounts:password_forgotten"),
        ):
            owner.post(path, data, headers={"Accept-Language": language})
            sent = mail.outbox.pop()
            assert foreign(text_of(f"<title>{sent.subject} {sent.body}"), language) == []
    templates = {path.stem for path in (ROOT / "templates/accounts").rglob("*.txt")}
    assert templates == {"invitation", "password", "password_subject"}


@pytest.mark.usefixtures("mailing")
def test_no_mail_of_an_event_has_words_of_the_other_language() -> None:
    """Each that there is a template for."""
    for language in LANGUAGES:
        with translation.override(OTHER[language]):
            mails = [mail_of(one) for one in deliveries_of_every_kind(language)]
        for sent in mails:
            assert sent
            assert foreign(text_of(f"<title>{sent.subject} {sent.text}"), language) == [], sent.subject


def deliveries_of_every_kind(language: str) -> list[Delivery]:
    """To addresses in the language, of events that can send them."""
    event = open_event(make_club("Xq"), limit=1)
    Event.objects.filter(pk=event.pk).update(name="Xq")
    first, second, gone, refused = make_sign_ups(event, "Xa Xa", "Xb Xb", "Xc Xc", "Xd Xd")
    cancel(gone)
    decide(event, refused.pk, accepted=False)
    user = make_member(event.club).user
    drawn = make_drawn_event(5, event.club, name="Xq", published=True, game="chess", system="dutch")
    drawn.stages.update(options={"rounds": 3})
    drawn.entries.update(name=Concat(Value("Xp "), Cast("entry_no", CharField())))
    draw_round(drawn, 1)
    round_ = publish(drawn, 1)
    assert round_.published_at
    of_round = {"stage": 1, "rounds": [1], "published_at": round_.published_at.isoformat()}
    today = {"from": (now() - timedelta(days=1)).isoformat(), "to": (now() + timedelta(days=1)).isoformat()}
    kinds = [
        (Message.Kind.SIGNED_UP, {"sign_up": first}, {}),
        (Message.Kind.SIGNED_UP, {"sign_up": second}, {}),
        (Message.Kind.PLACE, {"sign_up": first}, {}),
        (Message.Kind.ACCEPTED, {"sign_up": first}, {}),
        (Message.Kind.CANCELLED, {"sign_up": gone}, {}),
        (Message.Kind.CANCELLED, {"sign_up": refused}, {}),
        (Message.Kind.SIGN_UPS, {"user": user}, today),
        *((Message.Kind.ROUND, {"entry": entry}, of_round) for entry in drawn.entries.all()),
        (Message.Kind.TAKEN_BACK, {"entry": drawn.entries.earliest("pk")}, {"stage": 1, "round": 1}),
        (Message.Kind.WRITTEN, {"sign_up": first}, {}),
        (Message.Kind.CONFIRM, {"sign_up": first}, {}),
    ]
    assert {kind for kind, _of, _facts in kinds} == set(Message.Kind)
    found = []
    for number, (kind, of, facts) in enumerate(kinds):
        where = drawn if "entry" in of else event
        confirmed = None if kind == Message.Kind.CONFIRM else now()
        address = Address.objects.create(
            event=where, language=language, email=f"{number}@example.org", confirmed_at=confirmed, **of
        )
        message = where.messages.create(kind=kind, key=str(number), facts=facts, subject="Xq", text="Xq")
        found.append(Delivery.objects.create(message=message, address=address).pk)
    return list(Delivery.objects.filter(pk__in=found))


def test_a_word_of_the_other_language_is_found() -> None:
    page = '<title>x</title><p>Ranking of the <b>classifica</b></p><p lang="it">Italiano, Circolo</p>'
    assert foreign(text_of(page), "en") == ["classifica"]
    assert foreign("Era il 4th di 7.5 punti", "it") == ["4th", "7.5"]
    assert foreign("The 3° of 7,5 points", "en") == ["3°", "7,5"]
