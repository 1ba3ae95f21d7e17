"""What the rules want of a formula when something has happened: a direct finalist more, or none any more."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pairing.event_format_proposals import FormatProposal
from pairing.event_formats import EVENT_FORMATS
from pairing.registry import SYSTEM_SPECS, pair
from scoring.record import Bye, Document, DocumentRound, DocumentTable, SeatScore, record_of
from scoring.standings import standings
from scoring.texts import LANGUAGES
from tests.pairing.whole_events import event

pytestmark = pytest.mark.usefixtures("short_search")


def qualified(formula: str, players: int, winners: Sequence[int] = (), **options: Any) -> Document:
    """All qualifying games played: the first of `winners` at a table wins it, else the highest id; the
    earlier a player is among them, the more points he has.
    """
    document = event(formula, players, options=options)
    rounds: list[DocumentRound] = []
    for _ in range(document.stages[0].options["rounds"]):
        draw = pair(record_of(with_stage(document, 1, rounds=tuple(rounds)), SYSTEM_SPECS, 1))
        tables = tuple(
            DocumentTable(
                seats=table.seats, result=tuple(seat_score(player, winners) for player in table.seats)
            )
            for table in draw.tables
        )
        rounds.append(DocumentRound(tables=tables, byes=tuple(Bye(player=bye.player) for bye in draw.byes)))
    return with_stage(document, 1, rounds=tuple(rounds))


def seat_score(player: int, winners: Sequence[int]) -> SeatScore:
    points = 100 - 2 * winners.index(player) if player in winners else 10
    return SeatScore(points=points, order=player if points == 10 else 1)


def with_stage(document: Document, number: int, **changes: Any) -> Document:
    stages = list(document.stages)
    stages[number - 1] = replace(stages[number - 1], **changes)
    return replace(document, stages=tuple(stages))


def proposals(
    document: Document, formula: str, options: Mapping[str, Any] | None = None
) -> list[FormatProposal]:
    found = EVENT_FORMATS[formula].proposals(document, options or {})
    for one in found:  # each is a choice that the formula takes, and can be said
        assert EVENT_FORMATS[formula].stages(len(document.players), one.options)
        assert all(
            f"Player {player}" in one.words(document, language)
            for language in LANGUAGES
            for player in one.players
        )
    return found


def ranked(document: Document) -> list[int]:
    return [row.player for row in standings(record_of(document, SYSTEM_SPECS, 1))]


def test_who_alone_leads_with_two_wins_has_no_semi_final_in_the_master_of_2016() -> None:
    document = qualified("master-2016", 20, winners=[7])
    [proposal] = proposals(document, "master-2016")
    assert (proposal.code, proposal.players, proposal.options) == ("alone_ahead", (7,), {"direct": 1})
    assert "va direttamente in finale" in proposal.words(document)


def test_that_is_asked_when_all_is_played_and_nothing_has_begun() -> None:
    document = qualified("master-2016", 20, winners=[7])
    first = document.stages[0]
    assert not proposals(with_stage(document, 1, rounds=first.rounds[:1]), "master-2016")
    last = first.rounds[1]
    open_table = replace(last, tables=(replace(last.tables[0], result=None), *last.tables[1:]))
    assert not proposals(with_stage(document, 1, rounds=(first.rounds[0], open_table)), "master-2016")
    assert not proposals(with_stage(document, 2, entrants=tuple(ranked(document)[:16])), "master-2016")
    assert not proposals(with_stage(document, 2, declined=(7,)), "master-2016")
    assert not proposals(document, "master-2020")


def test_who_leads_with_one_win_plays_his_semi_final() -> None:
    document = qualified("master-2016", 20, winners=[7])
    second = document.stages[0].rounds[1]
    lost = tuple(
        replace(
            table,
            result=tuple(
                SeatScore(points=90 - place if player == 7 else 91 if place == beside else 0, order=1)
                for place, player in enumerate(table.seats)
            ),
        )
        if 7 in table.seats
        else table
        for table in second.tables
        for beside in [(table.seats.index(7) + 1) % len(table.seats) if 7 in table.seats else 0]
    )
    document = with_stage(document, 1, rounds=(document.stages[0].rounds[0], replace(second, tables=lost)))
    assert not proposals(document, "master-2016")


def test_with_parallel_tournaments_each_needs_its_own_leader() -> None:
    [proposal] = proposals(qualified("master-2016", 100, winners=[7, 9]), "master-2016")
    assert proposal.players == (7, 9)
    assert "tre per torneo" in proposal.words(event("master-2016", 100))
    # Behind the first several are level: none of them leads the second tournament alone.
    assert not proposals(qualified("master-2016", 100, winners=[7]), "master-2016")


@pytest.mark.parametrize(
    ("formula", "players", "options", "direct", "wanted"),
    [
        ("rtu-two-days", 20, {}, 1, {"rounds": 2, "direct": 0}),
        ("rtu-two-days", 20, {"rounds": 3, "semifinals": 2}, 2, {"rounds": 3, "direct": 0}),
        (
            "rtu-evenings",
            18,
            {"rounds": 5, "semifinals": 3},
            1,
            {"rounds": 5, "discards": 1, "final": True, "direct": 0},
        ),
        ("master-2020", 17, {}, 2, {"direct": 0}),
        ("master-2016", 18, {"direct": 1}, 1, {"direct": 0}),
    ],
)
def test_a_direct_finalist_who_declines_before_the_semi_finals_makes_them_four(
    formula: str, players: int, options: dict[str, Any], direct: int, wanted: dict[str, Any]
) -> None:
    document = qualified(formula, players, **options)
    order = ranked(document)
    assert not proposals(document, formula, options)
    assert not proposals(with_stage(document, 2, declined=(order[direct],)), formula, options)
    [proposal] = proposals(with_stage(document, 2, declined=(order[direct - 1],)), formula, options)
    assert (proposal.code, proposal.players, proposal.options) == (
        "direct_gone",
        (order[direct - 1],),
        wanted,
    )
    begun = with_stage(document, 2, declined=(order[0],), entrants=tuple(order[1:5]))
    assert not proposals(begun, formula, options)


def test_who_declines_the_final_after_the_semi_finals_changes_nothing() -> None:
    document = qualified("rtu-two-days", 20)
    assert not proposals(with_stage(document, 3, declined=(ranked(document)[0],)), "rtu-two-days")


def test_formulas_without_such_rules_propose_nothing() -> None:
    document = qualified("rtu-one-day", 12)
    for name in ("rtu-one-day", "rtu-knockout", "rtu-second-chance", "labyrinth"):
        assert EVENT_FORMATS[name].proposals(document, {}) == []


def away(document: Document, players: Sequence[int], number: int = 2) -> Document:
    """The same, but these were absent from that qualifying game: the tables are without them."""
    rounds = list(document.stages[0].rounds)
    played = rounds[number - 1]
    tables = tuple(
        replace(
            table,
            seats=tuple(seat for seat in table.seats if seat not in players),
            result=tuple(
                score
                for seat, score in zip(table.seats, table.seat_scores, strict=True)
                if seat not in players
            ),
        )
        for table in played.tables
    )
    rounds[number - 1] = replace(played, tables=tables)
    return with_stage(document, 1, rounds=tuple(rounds))


def apart(document: Document, count: int) -> list[int]:
    """So many players of the second game, no two of one table."""
    return [table.seats[0] for table in document.stages[0].rounds[1].tables[:count]]


def test_master_2020_the_number_of_those_who_played_both_games_decides() -> None:
    """33 entered, 30 played both: three semi-finals and one direct finalist."""
    document = qualified("master-2020", 33)
    assert EVENT_FORMATS["master-2020"].proposals(document, {}) == []
    fewer = away(document, apart(document, 3))
    (proposal,) = EVENT_FORMATS["master-2020"].proposals(fewer, {})
    assert (proposal.code, proposal.size) == ("others_played", 30)
    assert "per 30 le semifinali sono 3 e i finalisti diretti 1" in proposal.words(fewer)
    assert "30 players call for 3 semi-finals and 1 direct finalists" in proposal.words(fewer, "en")
    assert EVENT_FORMATS["master-2020"].proposals(fewer, {}, 30) == []  # it was made so


def test_master_2020_nothing_is_proposed_where_the_sizes_stay() -> None:
    document = qualified("master-2020", 36)
    assert EVENT_FORMATS["master-2020"].proposals(away(document, apart(document, 4)), {}) == []


def test_semi_finals_chosen_by_hand_stay_where_so_few_can_play_them() -> None:
    document = qualified("master-2020", 33)
    fewer = away(document, apart(document, 3))
    assert EVENT_FORMATS["master-2020"].proposals(fewer, {"semifinals": 4}) == []


def test_master_2020_with_fewer_than_16_there_is_only_a_final() -> None:
    document = qualified("master-2020", 16)
    fewer = away(document, apart(document, 1))
    (proposal,) = EVENT_FORMATS["master-2020"].proposals(fewer, {})
    assert (proposal.code, proposal.size) == ("others_played_final", 15)
    assert "per 15 c’è solo la finale dei primi quattro" in proposal.words(fewer)


def test_rtu_two_days_below_32_who_played_both_there_are_three_semi_finals() -> None:
    document = qualified("rtu-two-days", 32)
    fewer = away(document, apart(document, 1))
    assert [proposal.size for proposal in EVENT_FORMATS["rtu-two-days"].proposals(fewer, {})] == [31]


def test_rtu_two_days_so_many_as_cannot_be_seated_count_too() -> None:
    """13 entered, 11 played both: two direct finalists, though no game could be played by eleven."""
    document = qualified("rtu-two-days", 13)
    fewer = away(document, apart(document, 2))
    (proposal,) = EVENT_FORMATS["rtu-two-days"].proposals(fewer, {})
    assert (proposal.code, proposal.size) == ("others_played", 10)
    assert "per 11 le semifinali sono 2 e i finalisti diretti 2" in proposal.words(fewer)
    assert EVENT_FORMATS["rtu-two-days"].proposals(fewer, {}, 10) == []  # it was made so
