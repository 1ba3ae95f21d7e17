"""How two entries of one name are told apart, and what the marks leave alone."""

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from hypothesis import given, strategies as st

from clubtornei.events.models import Entry, Event
from clubtornei.events.namesakes import by_whole_name, distinguish_namesakes
from clubtornei.events.writing import ActionRefused
from clubtornei.players.models import Player
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.participation.entries import actions as entries
from tests.factories import make_club, make_event, make_player
from tests.rounds.changes import change_entry


def entry(name="Rossi Mario", club="", year=None, mark=""):
    return Entry(
        event=Event(starts_on=date(2026, 5, 1)),
        name=f"{name} ({mark})" if mark else name,
        affiliation=club,
        player=Player(birth_year=year),
        mark=mark,
        mark_chosen=bool(mark),
    )


def called(*found):
    distinguish_namesakes(found)
    return [one.name for one in found]


@pytest.mark.parametrize(
    ("found", "names"),
    [
        ([entry(club="Torino"), entry("Rossi Maria", club="Roma")], ["Rossi Mario", "Rossi Maria"]),
        ([entry(club="Torino"), entry(club="Roma")], ["Rossi Mario (Torino)", "Rossi Mario (Roma)"]),
        (
            [entry(club="Roma", year=1960), entry("ROSSI MARIÒ", club="Roma", year=1971)],
            ["Rossi Mario (1)", "ROSSI MARIÒ (2)"],
        ),
        (
            [entry(club="Roma", year=1960), entry(club="Roma", year=1971), entry(club="Bari", year=1971)],
            ["Rossi Mario (1)", "Rossi Mario (2)", "Rossi Mario (3)"],
        ),
        ([entry(club="Roma"), entry()], ["Rossi Mario (Roma)", "Rossi Mario"]),
        ([entry(), entry()], ["Rossi Mario (1)", "Rossi Mario (2)"]),
        (
            [entry(club="Roma", mark="il giovane"), entry(club="Roma")],
            ["Rossi Mario (il giovane)", "Rossi Mario (Roma)"],
        ),
        ([entry(mark="2"), entry(), entry()], ["Rossi Mario (2)", "Rossi Mario (1)", "Rossi Mario (3)"]),
        ([entry(mark="il vecchio")], ["Rossi Mario (il vecchio)"]),
        ([entry(club="Roma (RM)"), entry(club="Bari")], ["Rossi Mario (Roma RM)", "Rossi Mario (Bari)"]),
    ],
)
def test_the_first_fact_that_parts_namesakes_stands_behind_their_names(found, names):
    assert called(*found) == names
    assert called(*found) == names, "and stays the same when asked again"


@given(
    st.lists(
        st.builds(
            entry,
            st.sampled_from(["Rossi Mario", "rossi mario", "Verdi Ugo", "A" * 200]),
            st.sampled_from(["", "Roma", "Torino", "C" * 200]),
            st.sampled_from([None, 1960, 1971]),
            st.sampled_from(["", "", "x", "1"]),
        ),
        max_size=8,
    )
)
def test_no_two_are_ever_called_alike_and_no_name_grows_too_long(found):
    distinguish_namesakes(found)
    assert len({one.name.casefold() for one in found}) == len(found)
    assert all(len(one.name) <= 200 for one in found)


def test_who_is_no_namesake_any_more_loses_the_mark():
    first, second = entry(club="Roma"), entry(club="Bari")
    distinguish_namesakes([first, second])
    assert distinguish_namesakes([first]) == [first]
    assert (first.name, first.mark) == ("Rossi Mario", "")


@pytest.mark.django_db
def test_a_year_of_birth_that_was_a_mark_is_a_number_now():
    event = make_event()
    for year in (1960, 1971):
        entries.enter(event, [make_player(event.club, "Rossi Mario", birth_year=year)])
        event.entries.filter(player__birth_year=year).update(name=f"Rossi Mario ({year})", mark=str(year))
    import_module("clubtornei.events.migrations.0002_since_version_0_2").replace_years(apps, None)
    assert set(event.entries.values_list("name", flat=True)) == {"Rossi Mario (1)", "Rossi Mario (2)"}


@pytest.mark.django_db
class TestInAnEvent:
    def names(self, event):
        return list(event.entries.order_by("entry_no").values_list("name", flat=True))

    def entered(self, *clubs):
        event = make_event()
        for club in clubs:
            entries.enter(event, [make_player(event.club, "Rossi Mario", affiliation=club)])
        return event

    def test_the_second_to_enter_marks_both(self):
        event = self.entered("Roma", "Bari")
        assert self.names(event) == ["Rossi Mario (Roma)", "Rossi Mario (Bari)"]
        assert event.entries.search("rossi bari").get().entry_no == 2

    def test_removing_one_takes_the_mark_from_the_other(self):
        event = self.entered("Roma", "Bari")
        entries.remove_entry(event, 1)
        assert self.names(event) == ["Rossi Mario"]

    def test_a_chosen_mark_stays_and_no_other_namesake_may_have_it(self):
        event = self.entered("Roma", "Roma")
        assert self.names(event) == ["Rossi Mario (1)", "Rossi Mario (2)"]
        change_entry(event, 2, name="Rossi Mario", mark="junior")
        assert self.names(event) == ["Rossi Mario (Roma)", "Rossi Mario (junior)"]
        with pytest.raises(ActionRefused, match="Un omonimo ha già il contrassegno «junior»"):
            change_entry(event, 1, name="Rossi Mario", mark="junior")
        change_entry(event, 2, name="Rossi Mario", mark="", affiliation="Bari")
        assert self.names(event) == ["Rossi Mario (Roma)", "Rossi Mario (Bari)"]

    def test_a_new_name_frees_the_namesake(self):
        event = self.entered("Roma", "Bari")
        change_entry(event, 1, name="Rossi Mario Luigi", mark="")
        assert self.names(event) == ["Rossi Mario Luigi", "Rossi Mario"]

    def test_the_roster_keeps_its_names(self):
        event = self.entered("Roma", "Bari")
        assert set(event.club.players.values_list("name", flat=True)) == {"Rossi Mario"}

    def test_the_document_tells_them_apart_and_comes_back_the_same(self):
        document = document_of(self.entered("Roma", "Roma"))
        assert [player.name for player in document.players] == ["Rossi Mario (1)", "Rossi Mario (2)"]
        again = import_event(make_club(), document)
        assert document_of(again).players == document.players
        assert [one.own_name for one in again.entries.all()] == ["Rossi Mario"] * 2

    @pytest.mark.parametrize("namesakes", [2, 5])
    def test_entering_a_namesake_costs_13_queries(self, namesakes, django_assert_num_queries):
        event = self.entered(*(f"Circolo {number}" for number in range(namesakes)))
        player = make_player(event.club, "Rossi Mario", affiliation="Bari")
        with django_assert_num_queries(13):
            entries.enter(event, [player])


@pytest.mark.django_db
def test_organisers_read_who_is_initials_in_public_where_his_name_stands() -> None:
    club = make_club()
    event = make_event(club=club)
    bianchi = make_player(club, "Bianchi Bice", initials=True)
    entries.enter(event, [bianchi, make_player(club, "Bellini Bruno"), make_player(club, "Amato Alba")])
    assert event.entries.get(player=bianchi).name == "B. B."
    listed = [one.name for one in by_whole_name(event, event.entries)]
    assert listed == ["Amato Alba", "Bellini Bruno", "Bianchi Bice"]
