"""A record as a tournament report file, which other programs read: an independent way to ask them for the
round.
"""

from collections.abc import Mapping
from fractions import Fraction

from pairing.colours import first_colour
from scoring.ledger import WHITE
from scoring.record import DocumentPlayer, Record

VIRTUAL = {Fraction(1): "1.0", Fraction(1, 2): "0.5"}


def trf_text(record: Record, virtual: Mapping[int, tuple[int, str]]) -> str:
    """The report before the round to be paired. `virtual`: for each round the last number with virtual
    points, and these.
    """
    line = [player for player in record.by_number if player.joined <= record.next_round]
    numbers = {player.id: number for number, player in enumerate(line, 1)}
    colour = "W" if first_colour(record, record.options.first_white) == WHITE else "B"
    records = [f"142 {record.options.rounds:3}", f"152 {colour}"]
    records += [_player_line(record, player, numbers) for player in line]
    records += [
        f"250      {points:>4} {number:3} {number:3} {1:4} {last:4}"
        for number, (last, points) in virtual.items()
    ]
    records += [
        f"260 {record.next_round:3} {record.next_round:3} {numbers[player]:4} {numbers[other]:4}"
        for player, others in record.prohibited.items()
        for other in others
        if player < other
    ]
    return "\r\n".join(records)


def _player_line(record: Record, player: DocumentPlayer, numbers: Mapping[int, int]) -> str:
    cells, points = {}, Fraction(0)
    for number, played in enumerate(record.rounds, 1):
        for table in played.tables:
            if player.id in table.seats and table.shares is not None:
                seat = table.seats.index(player.id)
                share = Fraction(table.shares[seat])
                opponent = numbers[table.seats[1 - seat]]
                cells[number] = f"{opponent:4} {'wb'[seat]} {_letter(share, forfeit=table.forfeit)}"
                points += share
        for bye in played.byes:
            if bye.player == player.id:
                letter = "U" if not bye.requested else {0: "Z", 1: "F"}.get(int(2 * bye.points) / 2, "H")
                cells[number] = f"0000 - {letter}"
                points += Fraction(bye.points)
    number = numbers[player.id]
    start = f"001 {number:4}      {f'Player{number}, P':<33} {2000:4} {'':3} {'':11} {'':10}"
    rounds = "".join(f"{cells.get(round_, ''):<8}  " for round_ in range(1, record.next_round))
    return f"{start} {float(points):4.1f} {number:4}  {rounds}".rstrip()


def _letter(share: Fraction, *, forfeit: bool) -> str:
    if forfeit:
        return "+" if share == 1 else "-"
    return "1" if share == 1 else "0" if share == 0 else "="
