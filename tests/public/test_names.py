"""The names that anybody reads: initials alone of a minor without consent, and of who asks for them."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate, now

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event, SignUp, SignUpSettings
from clubtornei.events.writing import writing
from clubtornei.players.models import Player
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.participation.signups.actions import enter_sign_ups
from clubtornei.rounds.privacy.actions import save_public_name
from clubtornei.rounds.privacy.queries import PublicName
from clubtornei.season.people.actions import set_marks
from scoring.document import SeatScore
from tests.addresses import ANYBODY, FOLLOWING, OF_THE_YEAR, ON_PAPER, PUBLISHED, SIGNING_UP, path_of
from tests.factories import make_all_results, make_club, make_event, make_player, make_round, signed_in
from tests.rounds.participation.signups.signing_up import asked, make_sign_ups, open_event, sign_up
from tests.rounds.printing.reading import pages

pytestmark = pytest.mark.django_db
MINOR = {"birth_year": localdate().year - 12}
HIDDEN = ("Nascondini", "Celestino", "Velatori", "Riservata")
SHOWN = ("Bimbini Aperta", "Giovani Chiaro", "Adulti Palese", "Ignoti Eta")


def make_names(club: Club, **stage: object) -> Event:
    """A minor, and an adult who asked for initials; minors with a consent, on the roster and at the sign-up;
    an adult, and somebody whose age nobody knows. Two rounds are played.
    """
    event = make_event(club, published=True, **stage)
    SignUpSettings.objects.create(event=event, enabled=True, self_check_in=True)
    people = [
        make_player(club, "Nascondini Celestino", **MINOR),
        make_player(club, "Velatori Riservata", initials=True),
        consented := make_player(club, "Bimbini Aperta", **MINOR),
        make_player(club, "Adulti Palese", birth_year=1970),
        make_player(club, "Ignoti Eta"),
        make_player(club, "Altri Ugo"),
        make_player(club, "Altri Ida"),
    ]
    save_public_name(consented, PublicName(initials=False, consent_by="Bimbini Padre"))
    enter(event, Player.objects.filter(pk__in=[one.pk for one in people]).order_by("pk"))
    sign_up(event, asked("Giovani Chiaro", birth_year=localdate().year - 12, consent_by="Giovani Madre"))
    enter_sign_ups(event)
    for entry in event.entries.all():
        entry.number = entry.entry_no
        entry.save()
    Event.objects.filter(pk=event.pk).update(seed="seme", draw_method="lots", drawn_at=now())
    event.refresh_from_db()
    for _round in range(2):
        play(make_round(event))
    everybody = set(club.players.values_list("pk", flat=True))
    set_marks(club, shown=everybody, members=set(), public=everybody, pages=True)
    circuit = club.circuits.create(name="Anno", slug=f"anno-{club.pk}", published=True)
    circuit.items.create(event=event)
    return event


def play(round_: Round) -> None:
    if round_.stage.system != "seating":
        make_all_results(round_.stage.event, round_, "1-0")
        return
    for seat in round_.seats.all():
        seat.score = SeatScore(points=10 * seat.position)
        seat.save()


def public_texts(event: Event) -> dict[str, str]:
    """What an anonymous browser reads at each public address; those that are there."""
    paths = {
        path_of(name, event, **{"stage": 1, **given}): name
        for name in (*ANYBODY, *PUBLISHED, *OF_THE_YEAR, *ON_PAPER, "rounds:hall", *SIGNING_UP, *FOLLOWING)
        for given in _things(name, event)
    }
    answers = {f"{path} {name}": Client().get(path) for path, name in paths.items()}
    return {
        key: answer.content.decode(errors="replace")
        for key, answer in answers.items()
        if answer.status_code == 200
    }


def _things(name: str, event: Event) -> list[dict[str, object]]:
    """What each address is asked for: every player, and both rounds."""
    if name in ("public:card", "public:why_place", "public:why_final", "public:player_calendar"):
        return [{"entry_no": entry.entry_no} for entry in event.entries.all()]
    if name == "public:circuit_person":
        return [{"person": f"p{player.pk}"} for player in event.club.players.all()]
    return [{"number": number} for number in (1, 2)]


def is_hidden(text: str) -> bool:
    return not re.search("|".join(HIDDEN), text, re.IGNORECASE)


@pytest.mark.parametrize(
    "stage",
    [
        {"system": "amalfi", "options": {"rounds": 5}},
        {"system": "knockout", "options": {"games": 1}},
        {"system": "seating", "scoring": "conversion-150", "options": {"rounds": 3}},
    ],
    ids=lambda stage: str(stage["system"]),
)
def test_no_public_address_has_a_hidden_name_and_lists_have_all_others(stage: dict[str, object]) -> None:
    event = make_names(make_club(), **stage)
    texts = public_texts(event)
    missing = {
        name for name in (*PUBLISHED, *OF_THE_YEAR) if not any(key.endswith(f" {name}") for key in texts)
    }
    assert missing == (set() if stage["system"] == "knockout" else {"api:bracket"})
    assert {path for path, text in texts.items() if not is_hidden(text)} == set()
    for name in ("standings", "document", "event"):
        page = texts[f"{reverse(f'public:{name}', args=[event.slug])} public:{name}"]
        assert [shown for shown in SHOWN if shown not in page] == []
        assert "N. C." in page and "V. R." in page


def test_sheets_and_screens_of_the_hall_have_whole_names_or_those_of_the_public() -> None:
    event = make_names(make_club(), system="amalfi", options={"rounds": 5})
    arbiter = signed_in(event.club, Role.ARBITER)
    screen = path_of("public:hall_screen", event)
    assert screen in arbiter.get(reverse("rounds:screens", args=[event.slug])).text
    for choice in ("public", "whole"):
        with writing(event) as locked:
            locked.hall_names = choice
            locked.save(update_fields=["hall_names"])
        read = [
            Client().get(screen).text,
            "".join(pages(arbiter, event, "standings")),
            arbiter.get(reverse("rounds:ceremony", args=[event.slug])).text,
        ]
        assert [is_hidden(text) for text in read] == [choice == "public"] * 3
        assert is_hidden(Client().get(reverse("public:screen", args=[event.slug])).text)
    assert Client().get(screen.replace(str(event.hall_key), str(event.public_key))).status_code == 404


def test_a_consent_withdrawn_by_organisers_holds_at_once_everywhere() -> None:
    event = make_names(make_club(), system="amalfi", options={"rounds": 5})
    arbiter = signed_in(event.club, Role.ARBITER)
    shown = [reverse(f"public:{page}", args=[event.slug]) for page in ("standings", "event", "document")]
    for name in ("Bimbini Aperta", "Giovani Chiaro"):
        assert all(name in Client().get(page).text for page in shown)
        player = Player.objects.get(name=name)
        page = arbiter.get(reverse("rounds:person", args=[event.club.slug, player.pk])).text
        assert ("Bimbini Padre" in page, "Giovani Madre" in page) == (name[0] == "B", name[0] == "G")
        withdrawn = [one.pk for one in event.sign_ups.filter(player=player)]
        path = reverse("rounds:person_initials", args=[event.club.slug, player.pk])
        assert arbiter.post(path, {"consent_by": "", "withdrawn": withdrawn}).status_code == 302
        assert not any(name in Client().get(page).text for page in shown)
    assert not SignUp.objects.exclude(consent_at=None).exists()
    arbiter.post(path, {"consent_by": "Giovani Padre"})
    assert "Giovani Chiaro" in Client().get(shown[0]).text


def test_whoever_holds_the_personal_link_withdraws_the_consent_and_asks_for_initials() -> None:
    event = make_names(make_club(), system="amalfi", options={"rounds": 5})
    standings = reverse("public:standings", args=[event.slug])
    minor, adult = event.sign_ups.get(), event.entries.get(name="Adulti Palese")
    assert "Ha acconsentito Giovani Madre." in Client().get(f"/i/{minor.link_key}/").text
    for key in (minor.link_key, adult.link_key):
        Client().post(f"/i/{key}/name/", {"initials": "1"})
    text = Client().get(standings).text
    assert "Giovani" not in text and "Palese" not in text
    Client().post(f"/i/{adult.link_key}/name/")
    Client().post(f"/i/{minor.link_key}/name/")
    text = Client().get(standings).text
    assert "Giovani" not in text and "Adulti Palese" in text


def test_who_has_only_signed_up_changes_nothing_of_the_roster() -> None:
    event = open_event(make_club())
    player = make_player(event.club, "Adulti Palese")
    one = make_sign_ups(event, "Adulti Palese")[0]
    Client().post(f"/i/{one.link_key}/name/", {"initials": "1"})
    player.refresh_from_db()
    assert not player.initials
