"""Report files out: the text of a `Trf`, in the columns of the format (rules/trf.md#format)."""

from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal

from scoring.trf import NationalLine, PlayerLine, Trf, TrfCell
from scoring.trf_columns import printable

FIRST_ROUND_COLUMN = 92
LONGEST_NAME = 33


def write_trf(trf: Trf, *, extended: bool = True) -> str:
    """The text as TRF26, lines ending in CR LF; not `extended`: as TRF16, without what only TRF26 has."""
    lines = [*_header(trf), *(_extended_header(trf) if extended else ())]
    lines += [_player(player) for player in trf.players]
    if extended:
        lines += [_national(player) for player in trf.national]
        lines += _further(trf)
        lines += [f"### {printable(comment)}" for comment in trf.comments]
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def points_text(points: Decimal) -> str:
    """Points in four columns, as `11.5`; with more decimals where there is room, else rounded half up."""
    text = f"{points.normalize():f}"
    if "." not in text:
        text += ".0"
    if len(text) <= 4:
        return text
    rounded = points.quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"{rounded}" if len(f"{rounded}") <= 4 else f"{points.quantize(Decimal(1), ROUND_HALF_UP)}"


def _header(trf: Trf) -> Iterator[str]:
    yield from (
        f"012 {printable(trf.name)}",
        f"022 {printable(trf.city)}",
        f"032 {trf.federation}",
        f"042 {_day(trf.starts_on)}",
        f"052 {_day(trf.ends_on)}",
        f"062 {len(trf.players)}",
        f"072 {sum(bool(player.rating) for player in trf.players)}",
        f"092 {printable(trf.kind)}",
        f"102 {printable(trf.chief_arbiter)}",
    )
    yield from (f"112 {printable(deputy)}" for deputy in trf.deputies)
    yield f"122 {printable(trf.time_control)}"
    days = "".join(f"{_day(day)[2:]:8}  " for day in trf.dates)
    yield f"{'132':{FIRST_ROUND_COLUMN - 1}}{days}"


def _extended_header(trf: Trf) -> Iterator[str]:
    if trf.rounds is not None:
        yield f"142 {trf.rounds}"
    if trf.first_colour:
        yield f"152 {trf.first_colour.upper()}"
    if trf.scoring:
        points = "    ".join(f"{letter}{points_text(value):>4}" for letter, value in trf.scoring.items())
        yield f"162  {points}"
    if trf.national:
        yield f"172 {trf.rank_method[0]:3} {trf.rank_method[1]}"
    for tag, text in (("182", trf.program), ("192", trf.system)):
        if text:
            yield f"{tag} {printable(text)}"
    for tag, codes in (("202", trf.tie_breaks), ("212", trf.standings)):
        if codes:
            yield f"{tag} {','.join(codes)}"
    if trf.time_control_code:
        yield f"222 {printable(trf.time_control_code)}"


def _player(player: PlayerLine) -> str:
    identity = _identity(
        player.number, player.sex, player.title, player.name, player.rating, player.federation
    )
    points = "" if player.points is None else points_text(player.points)
    ids = f"{player.fide_id or '':>11} {_birth(player.born):10}"
    fixed = f"001 {identity} {ids} {points:>4} {player.rank or '':>4}"
    return fixed + "".join(f"  {_cell(cell)}" for cell in player.rounds)


def _national(player: NationalLine) -> str:
    identity = _identity(
        player.number, player.sex, player.category, player.name, player.rating, player.origin
    )
    return f"{player.list:3} {identity} {player.national_id[:11]:>11} {_birth(player.born):10}"


def _identity(number: int, sex: str, title: str, name: str, rating: int | None, place: str) -> str:
    cut = printable(name)[:LONGEST_NAME]
    return f"{number:4} {sex:1}{title[:3]:>3} {cut:{LONGEST_NAME}} {rating or '':>4} {place[:3]:3}"


def _cell(cell: TrfCell) -> str:
    if cell == TrfCell():
        return " " * 8
    opponent = f"{cell.opponent:4}" if cell.opponent else "0000"
    return f"{opponent} {cell.colour or '-'} {cell.result or ' '}"


def _further(trf: Trf) -> Iterator[str]:
    for bye in trf.byes:
        yield f"240 {bye.kind} {bye.round:03} {_numbers(bye.players)}"
    for added in trf.accelerations:
        points = f"250 {'':4} {points_text(added.points):>4}"
        yield f"{points} {added.first_round:03} {added.last_round:03} {added.first:04} {added.last:04}"
    for prohibited in trf.prohibited:
        rounds = f"{prohibited.first_round:03} {prohibited.last_round:03}"
        yield f"260 {rounds} {_numbers(prohibited.players)}"
    for abnormal in trf.abnormal:
        points = f"{points_text(abnormal.points):>4}"
        yield f"299 {abnormal.kind:1}  {'':4}  {points}  {abnormal.round:03} {_numbers(abnormal.players)}"


def _numbers(players: Iterable[int]) -> str:
    return " ".join(f"{player:4}" for player in players)


def _day(day: str) -> str:
    return day.replace("-", "/")


def _birth(born: str) -> str:
    return f"{born}/00/00" if len(born) == 4 else _day(born)
