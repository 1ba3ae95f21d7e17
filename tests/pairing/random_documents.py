"""Small documents of any shape, with rounds that no system would have made: who met whom is anything."""

from random import Random
from typing import Any

Raw = dict[str, Any]


def small_document(random: Random, system: str, options: Raw, rounds: int) -> Raw:
    """Up to nine players with shuffled numbers and `rounds` rounds made up; some come late or are absent."""
    count = random.randint(1, 9)
    numbers = random.sample(range(1, count + 1), count)
    players = [_player(random, place, number, rounds) for place, number in enumerate(numbers, 1)]
    played = [_round(random, count) for _ in range(rounds)]
    stage = {"system": system, "options": options, "rounds": played}
    return {"clubtornei": 1, "seed": str(random.random()), "players": players, "stages": [stage]}


def _player(random: Random, place: int, number: int, rounds: int) -> Raw:
    player: Raw = {"id": place, "name": f"Player {place}", "number": number}
    if random.random() < 0.15:
        player["joined"] = random.randint(1, rounds + 2)
    if random.random() < 0.15:
        player["absent"] = [random.randint(1, rounds + 1)]
    return player


def _round(random: Random, count: int) -> Raw:
    ids = list(range(1, count + 1))
    if random.random() < 0.7:
        random.shuffle(ids)
    tables = random.randint(0, count // 2)
    byes = []
    if 2 * tables < count and random.random() < 0.5:
        bye = {"player": ids[2 * tables], "points": random.choice([0, 0.5, 1])}
        byes.append(bye | {"requested": random.random() < 0.4})
    return {
        "tables": [_table(random, ids[2 * place : 2 * place + 2]) for place in range(tables)],
        "byes": byes,
    }


def _table(random: Random, seats: list[int]) -> Raw:
    if random.random() < 0.1:
        return {"seats": seats, "result": random.choice([[1, 0], [0, 1], [0, 0]]), "forfeit": True}
    return {"seats": seats, "result": random.choice([[1, 0], [0, 1], [0.5, 0.5]])}
