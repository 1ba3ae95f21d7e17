"""The demo club a little further on, as the pictures of the help show it."""

from django.contrib.auth.models import User
from django.utils.timezone import now

from clubtornei.events.models import Ending, Event
from clubtornei.rounds.clock import actions as clock
from clubtornei.rounds.core.stages import stage_of
from clubtornei.rounds.demo.arbiter import DemoArbiter
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Clock

MINUTES = 90


def play_on(user: User) -> None:
    """A round robin is drawn and its first round a draft; at an evening of RisiKo! the time is up."""
    cup, championship = (
        Event.objects.get(name__startswith=name) for name in ("Coppa del Sabato", "Campionato RisiKo!")
    )
    DemoArbiter(cup, user).give_numbers()
    pairing.draw_round(cup, 1)
    first, second, *_others = DemoArbiter(championship, user).next_round(4)
    round_ = first.round
    clock.set_clock(championship, round_, MINUTES, Ending.EDITION_2014)
    clock.start(championship, round_)
    Clock.objects.filter(stage=stage_of(championship)).update(ends_at=now())
    for table, running in ((first, 2), (second, 4)):
        clock.begin_end_of_game(championship, table, first=1, running=running, out=())
