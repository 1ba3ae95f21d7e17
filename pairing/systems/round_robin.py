"""Round robin (girone all'italiana): everybody meets everybody, by the tables of Berger
(rules/round-robin.md#table).

The tables are computed by a formula, so any round of any size takes only the time of its own games. Source:
the tables that FIDE publishes for 3 to 24 players, which the formula gives exactly, with the order of boards.
"""

import re
from collections.abc import Container, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct

from pairing.berger import berger, field_of
from pairing.offers import MOST_IN_A_ROUND_ROBIN, TWO_AT_A_TABLE, UsualChoice, between
from pairing.random_generator import Generator
from pairing.system import (
    Draw,
    NoLegalPairing,
    OptionsPreset,
    PairedBye,
    PairedTable,
    Reason,
    ReportType,
    System,
)
from scoring.open_tables import awaited_tables
from scoring.options import meta
from scoring.record import DocumentError, DocumentRound, DocumentTable, GameScore, Record, ValidationIssue
from scoring.system_spec import SystemSpec
from scoring.withdrawals import WithdrawalEffect, annulled, withdrawal_effects, withdrawal_of

FEWEST, MOST = 3, 200
MOST_CYCLES = 40
MOST_TOTAL_GAMES = 40_000
"""The games of a whole calendar: a double round robin of the most players."""


class Options(Struct, frozen=True):
    """The number of cycles, and whether the last two rounds of a cycle are exchanged."""

    cycles: Annotated[
        int,
        meta(
            ("Gironi", "Quante volte ciascuno incontra tutti gli altri: 1 girone semplice, 2 doppio."),
            ("Cycles", "How many times everybody meets: 1 for a single, 2 for a double round robin."),
            announced=("Quante volte ciascuno incontra tutti gli altri.", "How many times everybody meets."),
            minimum=1,
            maximum=MOST_CYCLES,
        ),
    ] = 1
    exchange_last_two: Annotated[
        bool,
        meta(
            (
                "Scambia gli ultimi due turni di ogni girone (variante FIDE)",
                "In ogni girone tranne l’ultimo: così nessuno siede tre volte di fila dalla stessa parte. La"
                " tabella non lo prevede.",
            ),
            (
                "Exchange the last two rounds of each cycle (FIDE variant)",
                "In every cycle but the last, so that nobody has the same side three times in a row. Not"
                " part of the standard tables.",
            ),
        ),
    ] = False


class CalendarPlace(Struct, frozen=True):
    """A round of the calendar: its cycle and its round of the Berger table, both from 1; `exchanged`: whether
    it is one of two exchanged rounds.
    """

    cycle: int
    table_round: int
    exchanged: bool


def total_rounds(options: Options, players: int) -> int:
    """The rounds of all cycles; with an odd number of players everybody rests once in each cycle."""
    return options.cycles * _rounds_of_a_cycle(players)


def _rounds_of_a_cycle(players: int) -> int:
    return max(field_of(players) - 1, 0)


def calendar_place(options: Options, players: int, number: int) -> CalendarPlace:
    """The place of the round with this number (from 1) in the calendar."""
    length = _rounds_of_a_cycle(players)
    cycle, index = divmod(number - 1, length)
    last_two = index >= length - 2
    if options.exchange_last_two and cycle < options.cycles - 1 and last_two:
        return CalendarPlace(cycle + 1, 2 * length - 2 - index, True)
    return CalendarPlace(cycle + 1, index + 1, False)


def meetings(options: Options, players: int, number: int) -> Iterator[tuple[int, int]]:
    """The pairs (White, Black) of a round of the calendar, as order numbers; a number beyond `players` is a
    rest.
    """
    place = calendar_place(options, players, number)
    for white, black in berger(field_of(players), place.table_round):
        yield (black, white) if place.cycle % 2 == 0 else (white, black)


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round of the calendar. NoLegalPairing: all are played, or games are open before the last."""
    total = _checked_total(record, options)
    if record.next_round == total:
        missing = [table.facts() for table in awaited_tables(record)]
        if missing:
            raise NoLegalPairing("games_before_last_round", games=missing)
    return _round(record, options, record.next_round, withdrawal_effects(record))


def calendar(record: Record, options: Options, rng: Generator) -> list[Draw]:
    """All rounds still to come; for withdrawals known now, games to be played before them count as played."""
    total = _checked_total(record, options)
    rounds = list(record.rounds)
    effects: dict[int, WithdrawalEffect] = {}
    draws = []
    for number in range(record.next_round, total + 1):
        for player in record.players.values():
            if player.withdrawn is not None and player.withdrawn <= number and player.id not in effects:
                extended_record = Record(
                    record.document, record.spec, record.number, record.players, tuple(rounds)
                )
                effects[player.id] = withdrawal_of(extended_record, player.id, player.withdrawn).effect
        draw = _round(record, options, number, effects)
        tables = (DocumentTable(seats=table.seats, forfeit=table.forfeit) for table in draw.tables)
        rounds.append(DocumentRound(tables=tuple(tables)))
        draws.append(draw)
    return draws


def _checked_total(record: Record, options: Options) -> int:
    SYSTEM.check_size(record)
    players = len(record.players)
    most_cycles = MOST_TOTAL_GAMES // (players * (players - 1) // 2)
    if options.cycles > most_cycles:
        facts = {"type": "integer", "minimum": 1, "maximum": most_cycles, "choices": ()}
        raise DocumentError(
            ValidationIssue(f"stages[{record.number - 1}].options.cycles", "option_value", facts)
        )
    total = total_rounds(options, players)
    if record.next_round > total:
        raise NoLegalPairing("all_rounds_played", rounds=total)
    return total


def _round(record: Record, options: Options, number: int, effects: Mapping[int, WithdrawalEffect]) -> Draw:
    """A round of the calendar; `effects`: those of the withdrawals, by id."""
    seated = record.by_number
    players = len(seated)
    tables, byes = [], []
    for white, black in meetings(options, players, number):
        if max(white, black) > players:
            resting = seated[min(white, black) - 1].id
            if effects.get(resting) is not WithdrawalEffect.ANNULLED:
                byes.append(_rest_bye(resting, "rest", number=min(white, black), field=field_of(players)))
            continue
        ids = (seated[white - 1].id, seated[black - 1].id)
        not_annulled = [player for player in ids if effects.get(player) is not WithdrawalEffect.ANNULLED]
        if len(not_annulled) == 2:
            why = _why(options, players, number, white, black)
            tables.append(_table(ids, why, effects))
        else:
            byes += [
                _rest_bye(player, "opponent_annulled", opponent=opponent)
                for player in not_annulled
                for opponent in ids
                if opponent != player
            ]
    return Draw(tables=tuple(tables), byes=tuple(byes))


def _rest_bye(player: int, code: str, **facts: Any) -> PairedBye:
    return PairedBye(player=player, points=0, why=(Reason(code, facts),))


def _table(seats: tuple[int, int], why: tuple[Reason, ...], withdrawn: Container[int]) -> PairedTable:
    withdrawn_players = [player for player in seats if player in withdrawn]
    if not withdrawn_players:
        return PairedTable(seats=seats, why=why)
    result: GameScore = (int(seats[0] not in withdrawn), int(seats[1] not in withdrawn))
    lost = Reason("lost_by_forfeit", {"players": withdrawn_players})
    return PairedTable(seats=seats, why=(*why, lost), forfeit=True, result=result)


def _why(options: Options, players: int, number: int, white: int, black: int) -> tuple[Reason, ...]:
    """The clauses by which these two numbers meet in this round with these colours."""
    place = calendar_place(options, players, number)
    field = field_of(players)
    table = Reason(
        "berger",
        {"table_round": place.table_round, "field": field, "white": white, "black": black, "number": number},
    )
    if field in (white, black):
        opponent_number = white if black == field else black
        colour = Reason(
            "last_number",
            {"last": field, "number": opponent_number, "first_half": opponent_number <= field // 2},
        )
    else:
        facts = {"low": min(white, black), "high": max(white, black)}
        colour = Reason("mixed_parity" if (white + black) % 2 else "same_parity", facts)
    reasons = [table, colour]
    if place.cycle % 2 == 0:
        reasons.append(Reason("colours_swapped", {"cycle": place.cycle}))
    if place.exchanged:
        reasons.append(Reason("rounds_exchanged", {"cycle": place.cycle}))
    return tuple(reasons)


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """What the calendar gives instead: another opponent, a rest, the other colours."""
    _checked_total(record, options)
    ids: dict[int, int | None] = {number: player.id for number, player in enumerate(record.by_number, 1)}
    games = [
        (ids.get(white), ids.get(black)) for white, black in meetings(options, len(ids), record.next_round)
    ]
    if seats in games:
        return
    if seats[::-1] in games and len(seats) == 2:
        yield Reason("hand_calendar_colours", {"player": seats[1]})
        return
    scheduled = dict(games) | {black: white for white, black in games}
    annulled_players = annulled(record)
    for player in seats:
        scheduled_opponent = scheduled[player]
        if scheduled_opponent is not None and scheduled_opponent not in annulled_players:
            yield Reason("hand_calendar", {"player": player, "opponent": scheduled_opponent})
        elif len(seats) == 2:
            yield Reason("hand_calendar_rest", {"player": player})


_REPORT_CODE = re.compile(r"(BERGER|FIDE|CUSTOM)_(DOUBLE)?ROUNDROBIN(?:_G(\d{1,2}))?")


def _report_code(options: Options) -> str:
    exchanged = options.exchange_last_two and options.cycles > 1
    who = "FIDE" if exchanged else "BERGER"
    if options.cycles == 2:
        return f"{who}_DOUBLEROUNDROBIN"
    return f"{who}_ROUNDROBIN" + (f"_G{options.cycles}" if options.cycles > 1 else "")


def _report_options(code: str, rounds: int, players: int) -> Mapping[str, Any] | None:
    found = _REPORT_CODE.fullmatch(code)
    if found is None:
        return None
    cycles = 2 if found[2] else int(found[3] or 0) or rounds // _rounds_of_a_cycle(max(players, FEWEST))
    options = {"cycles": min(max(cycles, 1), MOST_CYCLES)}
    return {**options, **({"exchange_last_two": True} if found[1] == "FIDE" and cycles > 1 else {})}


def _scheduled(record: Record, number: int) -> Iterator[tuple[int | None, int | None]]:
    ids = {place: player.id for place, player in enumerate(record.by_number, 1)}
    for white, black in meetings(record.options, len(ids), number):
        yield ids.get(white), ids.get(black)


PRESETS = (
    OptionsPreset(
        name="single",
        title={"it": "Girone semplice", "en": "Single round robin"},
        meaning={
            "it": "Ognuno incontra tutti gli altri una volta.",
            "en": "Everybody meets everybody else once.",
        },
        usual=(
            UsualChoice(
                games=TWO_AT_A_TABLE,
                players=between(FEWEST, MOST_IN_A_ROUND_ROBIN),
                why={
                    "it": "In pochi si incontrano tutti, e il calendario si sa dal primo giorno.",
                    "en": "With so few players everybody can meet, and the schedule is known from day one.",
                },
            ),
        ),
    ),
    OptionsPreset(
        name="double",
        title={"it": "Girone doppio", "en": "Double round robin"},
        meaning={
            "it": "Andata e ritorno: ognuno incontra tutti due volte, a colori (o posti) invertiti.",
            "en": "Everybody meets everybody twice, with colours (or sides) reversed.",
        },
        options={"cycles": 2},
    ),
)

SYSTEM = System(
    spec=SystemSpec(
        name="round-robin",
        multiplayer=False,
        family="round-robin",
        options=Options,
        scoring="game",
        games_each=lambda options, players: (players - 1) * options.cycles,
    ),
    pair=pair,
    calendar=calendar,
    whole_calendar=True,
    objections=objections,
    rounds=total_rounds,
    title={"it": "Girone all’italiana", "en": "Round robin"},
    meaning={
        "it": "Tutti incontrano tutti, con il calendario delle tabelle di Berger.",
        "en": "Everybody meets everybody, following the Berger tables.",
    },
    fewest=FEWEST,
    most=MOST,
    draws_numbers=True,
    ranking=("points", "direct", "wins", "sonneborn_berger", "koya"),
    presets=PRESETS,
    absence="ignored",
    report=ReportType("Individual: Round-Robin", _report_code, _report_options, _scheduled),
)
