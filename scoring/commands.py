"""The commands of `python -m scoring`, for given pairing systems (rules/commands.md#commands)."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec.structs import asdict

from scoring.addends import Addend
from scoring.circuit_command import CHECK, settings_as_json, show_circuit
from scoring.command_line import DONE, Answer, Arguments, Command, read_input
from scoring.criteria import CRITERIA
from scoring.cut_ties import cut_lots
from scoring.final import final_standings, stages_scored_differently
from scoring.method import Scored
from scoring.methods import METHODS
from scoring.options import as_json
from scoring.prize_list import prize_list_of
from scoring.prize_reasons import award_reason, left_reason, passed_reason
from scoring.prizes import CENTS, awards_of
from scoring.qualification import Undecided
from scoring.qualification_reasons import cut_text, qualification_text
from scoring.qualification_rule import qualification_rule_of
from scoring.record import Document, DocumentError, DocumentTable, Record, ValidationIssue, read, record_of
from scoring.stage_record import listed_record
from scoring.stages import qualified_for
from scoring.standings import Row, addends_of, decimal_text, standings
from scoring.system_spec import SystemSpec
from scoring.table_ties import TableOrders
from scoring.withdrawals import annulled

Systems = Mapping[str, SystemSpec]


def commands(systems: Systems) -> Mapping[str, Command]:
    """The commands by name, for these pairing systems by name."""

    def with_systems(run: Callable[[Systems, Arguments], Answer]) -> Callable[[Arguments], Answer]:
        return partial(run, systems)

    return {
        "standings": Command(
            run=with_systems(show_standings),
            flags=("--final", "--addends"),
            numbers=("--stage", "--after"),
        ),
        "tables": Command(run=with_systems(show_tables)),
        "qualify": Command(run=with_systems(show_qualified), flags=("--lots",), numbers=("--stage",)),
        "prizes": Command(run=with_systems(show_prizes)),
        "circuit": Command(run=with_systems(show_circuit), flags=(CHECK,)),
        "methods": Command(run=show_methods, words=()),
    }


def show_standings(systems: Systems, arguments: Arguments) -> Answer:
    numbers = arguments.numbers
    if "--final" in arguments.flags:
        for option in [*numbers, *arguments.flags - {"--final"}]:
            raise DocumentError(
                ValidationIssue("command", "flags_together", {"name": "--final", "other": option})
            )
        document = _document(systems, arguments)
        rows = final_standings(document, systems)
        if summed := stages_scored_differently(document, systems):
            return {
                "rows": [_row_as_json(row) for row in rows],
                "sum_of": [asdict(stage) for stage in summed],
            }, DONE
    else:
        document = _document(systems, arguments)
        record = record_of(document, systems, numbers.get("--stage"), numbers.get("--after"))
        rows = standings(record)
        if "--addends" in arguments.flags:
            addends = addends_of(record, [row.player for row in rows])
            return {"rows": [_with_addends(row, addends.get(row.player, {})) for row in rows]}, DONE
    return {"rows": [_row_as_json(row) for row in rows]}, DONE


def show_tables(systems: Systems, arguments: Arguments) -> Answer:
    document = _document(systems, arguments)
    stages = [_stage(document, systems, number) for number in range(1, len(document.stages) + 1)]
    return {"stages": [{"rounds": _rounds_as_json(stage)} for stage in stages]}, DONE


def show_qualified(systems: Systems, arguments: Arguments) -> Answer:
    document = _document(systems, arguments)
    count = len(document.stages)
    number = arguments.numbers.get("--stage", count)
    if not 1 <= number <= count:
        raise DocumentError(ValidationIssue("stages", "no_such_stage", {"stage": number, "stages": count}))
    qualified = qualified_for(document, systems, number)
    if qualified is None:
        raise DocumentError(ValidationIssue(f"stages[{number - 1}].entry", "no_entry"))
    why = {
        str(player): qualification_text(qualified.why[player], document, arguments.language)
        for player in qualified.entrants
    }
    answer: dict[str, Any] = {"entrants": qualified.entrants, "direct": qualified.direct, "why": why}
    rule = qualification_rule_of(document.stages[number - 1])
    if rule is not None and qualified.undecided:
        answer["undecided"] = [
            {"players": tie.players, "places": tie.places, "at": cut_text(tie, rule)}
            for tie in qualified.undecided
        ]
    if "--lots" in arguments.flags:
        answer["lots"] = [cut_lots(document, number, tie.players) for tie in qualified.ties]
    return answer, DONE


def show_prizes(systems: Systems, arguments: Arguments) -> Answer:
    document = _document(systems, arguments)
    prizes = prize_list_of(document)
    found = awards_of(document, systems, prizes)
    names = {player.id: player.name for player in document.players}
    language = arguments.language
    categories = [
        {
            "name": prizes.categories[each.category].name,
            "competing": each.competing,
            "awards": [
                {
                    "player": award.player,
                    "place": award.place,
                    "money": decimal_text(Fraction(award.money, CENTS), 2),
                    "thing": award.thing,
                    "why": award_reason(award, names.__getitem__, language),
                }
                for award in each.awards
            ],
            "passed": [
                {
                    "player": passed.player,
                    "why": passed_reason(passed, prizes.categories[each.category], prizes, language),
                }
                for passed in each.passed
            ],
            **({"left": each.left, "why_left": left_reason(each, language)} if each.left else {}),
        }
        for each in found.categories
    ]
    answer: dict[str, Any] = {"categories": categories}
    if found.undecided:
        answer["undecided"] = found.undecided
    return answer, DONE


def show_methods(arguments: Arguments) -> Answer:
    language = arguments.language
    methods = [
        {
            "name": method.name,
            "title": method.title[language],
            "meaning": method.meaning[language],
            "seats": "many" if method.multiplayer else "two",
            "options": as_json(method.options, language),
            "ranking": method.ranking,
        }
        for method in METHODS.values()
    ]
    criteria = [
        {
            "name": criterion.name,
            "title": criterion.title[language],
            "meaning": criterion.meaning[language],
            "seats": ("two", "many") if criterion.multiplayer else ("two",),
            "offered": criterion.offered,
        }
        for criterion in CRITERIA.values()
    ]
    return {"methods": methods, "criteria": criteria, "circuits": settings_as_json(language)}, DONE


def _document(systems: Systems, arguments: Arguments) -> Document:
    return read(read_input(arguments.words[0]), systems)


def _row_as_json(row: Row) -> Mapping[str, Any]:
    return {"rank": row.rank, "player": row.player, "values": row.values, "played": row.played}


def _with_addends(row: Row, addends: Mapping[str, Sequence[Addend]]) -> Mapping[str, Any]:
    listed = {name: [_addend_as_json(addend) for addend in each] for name, each in addends.items()}
    return {**_row_as_json(row), "addends": listed}


def _addend_as_json(addend: Addend) -> Mapping[str, Any]:
    """The addend without what is empty; its fractions exact, as far as a decimal can be."""
    facts: dict[str, Any] = {"points": decimal_text(addend.points)}
    if addend.share is not None:
        facts["share"] = decimal_text(addend.share)
    for name in ("round", "opponent", "dummy", "cut"):
        if fact := getattr(addend, name):
            facts[name] = fact
    return facts


def _stage(document: Document, systems: Systems, number: int) -> Record:
    """The stage; with all players where its entrants are not known yet: points are the same."""
    try:
        return record_of(document, systems, number)
    except Undecided:
        return listed_record(document, systems, number)


def _rounds_as_json(record: Record) -> list[Mapping[str, Any]]:
    annulled_players = annulled(record)
    orders = TableOrders(record)
    rounds: list[Mapping[str, Any]] = []
    for played in record.rounds:
        scored = record.method.score(played.tables, record.scoring_options)
        tables = [
            _table_as_json(orders, table, scored_table if annulled_players.isdisjoint(table.seats) else None)
            for table, scored_table in zip(played.tables, scored, strict=True)
        ]
        rounds.append({"tables": tables})
    return rounds


def _table_as_json(
    orders: TableOrders, table: DocumentTable, scored_table: Scored | None
) -> Mapping[str, Any]:
    if scored_table is None:
        return {"seats": table.seats, "places": None, "points": None}
    answer: dict[str, Any] = {
        "seats": table.seats,
        "places": scored_table.places,
        "points": [decimal_text(value) for value in scored_table.points],
    }
    order = orders.of(table)
    for name, ties in (("decided", order.broken), ("level", order.open)) if order else ():
        if ties:
            answer[name] = [tie.facts() for tie in ties]
    return answer
