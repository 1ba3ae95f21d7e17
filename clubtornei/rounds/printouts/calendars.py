"""The sheets with the calendar of all rounds, by name and by number, and with the numbers to be drawn.

A large calendar comes in parts, each a PDF of so many rounds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import ceil

from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.templatetags.dates import short_day
from clubtornei.rounds.core.formatting import with_number
from clubtornei.rounds.core.table_words import TableWords
from clubtornei.rounds.printouts.sheet import (
    Sheet,
    designates_by_number,
    draws_numbers,
    has_calendar,
    has_colours,
    has_entries,
    is_multiplayer,
    may_keep_clubs_apart,
    system_of,
)
from clubtornei.rounds.reports.parts import Part, split_evenly
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.printouts import RESULT_ROOM, figure_spaces, result_or_room
from clubtornei.rounds.typesetting.bands import BETWEEN, Band, bands_of, down_columns
from clubtornei.rounds.typesetting.coloured_columns import coloured_columns
from clubtornei.rounds.typesetting.cutting import in_rows, name_on_slip, slip_style
from clubtornei.rounds.typesetting.paper_format import SMALLEST, PaperFormat
from clubtornei.rounds.typesetting.text_width import width_in_em
from clubtornei.rounds.typesetting.type_size import (
    GAP,
    LARGEST,
    LINE,
    POINT,
    PORTRAIT,
    RULE,
    STEP,
    Arrangement,
    Layout,
    Paper,
    PaperColumn,
    beside_names,
    best_layout,
)
from clubtornei.untyped import Context
from pairing.draws import envelopes_for
from scoring.record import Player

MOST_NAMES, MOST_NUMBERS = 1500, 3000  # in one PDF, at its tables; with more it takes too long to lay out
NUMBER_LINE = 1.6  # em, by number: the height of a line, as in static/sheets/
TABLES_HEADING, TABLES_REST = 4.5, 1.5  # em: the same of a round of larger tables, with the titles of seats
ROUNDS_ACROSS, COLUMNS_OF_ROUND = (1, 2), 5  # with that between them
HEADING, RESTS = 2.1, 1.55  # em: of the heading of a round with the space around it; of a line for who rests
RULE_ROOM = "·0"  # about as wide as the rule between the number of a table and that of a player
PAPERS = (Paper("rows", 182, 222, 232), Paper("rows across", 273, 145, 150))  # titles are in bands
COMPACT = 18.0  # millimetres that a compact heading saves, as in calendar.css
CALENDAR_PADDING = 0.08  # em: of a row, above and below it
FIGURE = 0.497  # em: as wide is each figure of the regular font, and the space of a figure
DASH = 0.5  # em: that of the regular font, between two numbers
BEFORE_RESULT = "00"  # by number: as much as these, see `before_result`, between the pair and its result
LABEL_MARGIN = 3.0  # millimetres, by number: beside the number and the day of a round
NUMBER_HEADING = 7.0  # millimetres, by number: of the heading
NUMBER_ROWS, MORE_ROWS = 5, 6  # of numbers to be cut out, on a page; its height in millimetres,
SLIPS_HEIGHT, HIGHEST_SLIP, HIGHEST_IN_ENVELOPE = 221.0, 62.0, 38.0  # that of a slip at most,
ENVELOPE_TITLE = 13.0  # that of the title of an envelope
NUMBERS_IN_ROW, IN_ENVELOPE_ROW = 4, 5
KEY_SCALE = 0.6  # of the type of the numbers, by number: that of whose they are
LEGEND_LINE, KEY_NUMBER = 1.55, 2.6  # em: the height of a line of it; a number and the space around it
KEY_COLUMNS = (3, 2, 1)

Rounds = Band[ShownRound, ShownTable]


class Fitting(Struct, frozen=True):
    """The paper of bands; `whole`: whether any band fits on a page, so that none is broken over two;
    `compact`: whether the heading has to be lower for that.
    """

    page: Paper
    whole: bool
    compact: bool


class CalendarLayout(Struct, frozen=True):
    """The rounds as bands, and the type and columns they have on their paper."""

    bands: list[Rounds]
    layout: Layout
    fitting: Fitting


def is_calendar_printable(snapshot: EventSnapshot) -> bool:
    return bool(snapshot.calendar)


def parts_of(snapshot: EventSnapshot, most: int) -> list[Part]:
    """The rounds of each PDF, of about equal size, with at most so many seats at its tables."""
    rounds = snapshot.calendar
    seats = sum(len(table.seats) for round_ in rounds for table in round_.tables)
    return split_evenly(len(rounds), max(1, len(rounds) * most // max(1, seats)))


def part_context(snapshot: EventSnapshot, number: int, most: int) -> tuple[Sequence[ShownRound], Context]:
    """The rounds of the part with that number, from 1 (the first if there is none so); and what its heading
    needs where there are several.
    """
    parts = parts_of(snapshot, most)
    part = parts[number - 1] if 1 <= number <= len(parts) else parts[0]
    return snapshot.calendar[part.slice], {"part": part} if len(parts) > 1 else {}


def calendar(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds with the players' names, one or two side by side."""
    rounds, heading = part_context(snapshot, number, MOST_NAMES)
    digits = _digits(snapshot)
    chosen = _calendar_layout(rounds, digits, snapshot.table_words)
    whole, alone = chosen.fitting.whole, chosen.layout.pages >= len(chosen.bands)
    apart = whole and alone
    return {
        **heading,
        "bands": [
            (band, *_range(band, ends_page=apart or band is chosen.bands[-1]), _has_byes(band))
            for band in chosen.bands
        ],
        "broken": alone and not whole,
        "classes": " whole" * whole + " apart" * apart + " numbered" * bool(digits),
        "page": " compact" * chosen.fitting.compact,
        "digits": digits,
        "indent": f"{_indent(digits):.2f}em",
        "layout": chosen.layout,
    }


def _range(band: Rounds, *, ends_page: bool) -> tuple[int, int, bool]:
    """Its first round and its last one, and whether a page that begins with it has one round only.
    `ends_page`: whether no band follows there.
    """
    numbers = [round_.number for round_ in band.heads if round_]
    return numbers[0], numbers[-1], ends_page and len(numbers) == 1


def _has_byes(band: Rounds) -> bool:
    return any(round_ and round_.byes for round_ in band.heads)


def _above(band: Rounds) -> float:
    """Of the heading and the space around it, and maybe of a line for who rests, in em."""
    return HEADING + RESTS * _has_byes(band)


def _height(band: Rounds) -> float:
    """In the smallest type, in millimetres."""
    rows = ((LINE + CALENDAR_PADDING) * SMALLEST + RULE) * len(band.rows)
    return (rows + _above(band) * SMALLEST) * POINT


def _digits(snapshot: EventSnapshot) -> int:
    """Of the largest number of a player, 0 where they are not called by it."""
    return _digits_of(snapshot.players.values()) if designates_by_number(snapshot) else 0


def _digits_of(players: Iterable[Player]) -> int:
    return len(str(max((player.number for player in players), default=0)))


def _calendar_layout(rounds: Sequence[ShownRound], digits: int, words: TableWords) -> CalendarLayout:
    """The better of one round in a row and two of them, on paper upright and across."""
    tried = [
        (bands, _fitting(bands, page))
        for across in ROUNDS_ACROSS
        for bands in [bands_of([(round_, round_.tables) for round_ in rounds], across)]
        for page in PAPERS
    ]
    layout = best_layout(*(_arranged(bands, fitting, digits, words) for bands, fitting in tried))
    bands, fitting = tried[layout.chosen]
    for side in range(len(bands[0].heads)):  # the result in the middle between two names
        names = [row_side.seats[0].name for band in bands for row in band.rows if (row_side := row[side])]
        first = side * COLUMNS_OF_ROUND + 1
        layout = beside_names(layout, names, first, first + 1, indent=_indent(digits))
    return CalendarLayout(bands, layout, fitting)


def _fitting(bands: Sequence[Rounds], page: Paper) -> Fitting:
    tallest = max(map(_height, bands))
    compact = page.height < tallest <= page.height + COMPACT
    whole = compact or tallest <= page.height
    return Fitting(replace(page, height=page.height + COMPACT * compact), whole, compact)


def _arranged(bands: Sequence[Rounds], fitting: Fitting, digits: int, words: TableWords) -> Arrangement:
    columns: list[PaperColumn] = []
    for side in range(len(bands[0].heads)):
        tables = [row[side] for band in bands for row in band.rows]
        columns += [BETWEEN] if side else []
        columns += [
            PaperColumn(
                texts=[_number_of(table, numbered=bool(digits)) for table in tables], title=str(words.short)
            ),
            _names_of(tables, 0, digits),
            PaperColumn(texts=[RESULT_ROOM, *(result_or_room(table) for table in tables if table)]),
            _names_of(tables, 1, digits),
        ]
    return Arrangement(
        columns=columns,
        above=[above for band in bands for above in (_above(band), *[0.0] * (len(band.rows) - 1))],
        kept=[len(band.rows) for band in bands] if fitting.whole else (),
        papers=[fitting.page],
        padding=CALENDAR_PADDING,
        alike=True,
    )


def _number_of(table: ShownTable | None, *, numbered: bool) -> str:
    """The table's number; where players have theirs, too, with the rule that parts them."""
    return f"{table.number if table else ''}{RULE_ROOM if numbered else ''}"


def _names_of(tables: Sequence[ShownTable | None], seat: int, digits: int) -> PaperColumn:
    """Who sits there at each table, if there is one, after his number of so many digits, if any."""
    names = [table.seats[seat].name if table else "" for table in tables]
    return PaperColumn(texts=names, wraps=True, indent=_indent(digits), regular=True)


def _indent(digits: int) -> float:
    """Of a name after a number of so many digits and the space between them, in em."""
    return FIGURE * (digits + 1) if digits else 0.0


def calendar_cost(snapshot: EventSnapshot, paper: PaperFormat) -> str:
    """How many pages the calendar by name takes, or each of its parts, which are about equal."""
    rounds, heading = part_context(snapshot, 1, MOST_NAMES)
    digits = _digits(snapshot)
    pages = snapshot.cached(
        "calendar_pages", lambda: _calendar_layout(rounds, digits, snapshot.table_words).layout.pages
    )
    if heading:
        return _("Circa %(pages)d pagine ogni parte; quello per numero è molto più corto.") % {"pages": pages}
    return ngettext("%(pages)d pagina.", "Circa %(pages)d pagine.", pages) % {"pages": pages}


def calendar_by_number(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds with the players' numbers, as the printed tables have them, and whose they are."""
    rounds, heading = part_context(snapshot, number, MOST_NUMBERS)
    players = sorted(snapshot.players.values(), key=lambda player: player.number)
    digits = _digits_of(players)
    rests = [" ".join(f"({bye.player.number})" for bye in round_.byes) for round_ in rounds]
    results = (result_or_room(table) for round_ in rounds for table in round_.tables)
    longest = max(results, key=width_in_em)
    widest = width_in_em(f"{'0' * digits}–{'0' * digits}{BEFORE_RESULT}{longest}") + GAP
    label, rest = _label_width(rounds), max(map(width_in_em, rests))
    tables = [len(round_.tables) for round_ in rounds]
    room = partial(_numbers_across, tables, (PORTRAIT.width - label) / POINT, pair=widest, rest=rest)
    key, across, size = _with_key(players, room)
    return {
        **heading,
        "page": PORTRAIT.page,
        "type": f"{size:.2f}pt",
        "label": f"{label:.1f}mm",
        "rest": f"{rest * size * POINT:.1f}mm" if rest else "",
        "rounds": [
            (round_.number, short_day(round_.day), who, _lines(round_, across, digits))
            for round_, who in zip(rounds, rests, strict=True)
        ],
        "across": range(across),
        "band": _behind_results(across, size, digits, label, rest * size * POINT, width_in_em(longest)),
        "colours": has_colours(snapshot),
        "key_size": f"{key.size:.2f}pt",
        "legend": down_columns(players, key.columns),
    }


def _behind_results(across: int, size: float, digits: int, before: float, behind: float, wide: float) -> str:
    """A colour, so that none is read as a pair. `size`: of the type, in points; `before`, `behind`: beside
    the columns, in millimetres; `wide`: the longest result, in em.
    """
    em, column = size * POINT, (PORTRAIT.width - before - behind) / across
    begins = (DASH + FIGURE * (2 * digits + len(BEFORE_RESULT) / 2)) * em
    lefts = [before + column * place for place in range(across)]
    ends = min(begins + (wide + FIGURE) * em, column)
    return coloured_columns([(left + begins, left + ends) for left in lefts], PORTRAIT.width)


class Key(Struct, frozen=True):
    """Whose the numbers are: the type, in points, and in how many columns."""

    size: float
    columns: int


def _with_key(
    players: Sequence[Player], room: Callable[[float], tuple[int, float]]
) -> tuple[Key, int, float]:
    """The key, and how many pairs stand beside each other, and their type. `room`: these two, in so many
    millimetres. The key is KEY_SCALE of that type where its names fit in it, and larger where the sheet would
    stay white; where not all is on one page, it has the smallest type.
    """
    height = PORTRAIT.height - NUMBER_HEADING
    sizes = [SMALLEST + STEP * step for step in range(int((LARGEST - SMALLEST) / STEP) + 1)]
    keys = [
        Key(size, columns) for size in sizes for columns in KEY_COLUMNS if _has_room(players, size, columns)
    ]
    keys = keys or [Key(SMALLEST, KEY_COLUMNS[-1])]

    def worth(key: Key) -> tuple[float, float, float]:
        _across, size = room(height - _key_height(players, key))
        return min(key.size / KEY_SCALE, size), size, key.size if size > SMALLEST else -key.size

    best = max(keys, key=worth)
    return best, *room(height - _key_height(players, best))


def _has_room(players: Sequence[Player], size: float, columns: int) -> bool:
    """Whether every name takes one line of the key."""
    longest = max(width_in_em(player.name) for player in players) + KEY_NUMBER
    return longest * size * POINT <= PORTRAIT.width / columns


def _key_height(players: Sequence[Player], key: Key) -> float:
    return ceil(len(players) / key.columns) * LEGEND_LINE * key.size * POINT


def _numbers_across(
    tables: Sequence[int], width: float, height: float, *, pair: float, rest: float
) -> tuple[int, float]:
    """How many pairs stand beside each other, and their type in points: the largest that leaves all on one
    page; if none does, as many as can, for the fewest pages. `tables`: of each round; `width`: of a line, in
    points, of which each pair takes so many em, and who rests, behind them; `height`: in millimetres.
    """
    most = max(tables)
    widest = ceil(most / ceil(most / max(1, int((width / SMALLEST - rest) / pair))))

    def on_one_page(across: int) -> float:
        lines = sum(ceil(count / across) for count in tables)
        return min(LARGEST, width / (across * pair + rest), height / (lines * NUMBER_LINE * POINT))

    best = max(range(1, widest + 1), key=on_one_page)
    if (size := on_one_page(best)) >= SMALLEST:
        return best, size
    return widest, SMALLEST


def _label_width(rounds: Sequence[ShownRound]) -> float:
    """Of the column with the numbers and the days of the rounds, in millimetres."""
    texts = [gettext("Turno"), *(short_day(round_.day) for round_ in rounds)]
    return max(map(width_in_em, texts)) * SMALLEST * POINT + LABEL_MARGIN


def has_calendar_of_tables(snapshot: EventSnapshot) -> bool:
    """Whether all rounds are known beforehand, in a stage of larger tables."""
    return is_multiplayer(snapshot) and system_of(snapshot).calendar is not None


def calendar_of_tables(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds of larger tables, with everybody at each of them."""
    rounds, heading = part_context(snapshot, number, MOST_NAMES)
    heading_of_round = TABLES_HEADING + TABLES_REST * any(round_.byes for round_ in rounds)
    tables = [table for round_ in rounds for table in round_.tables]
    size = max((len(table.seats) for table in tables), default=0)
    names = [[*map(with_number, table.seats), *[""] * size] for table in tables]
    columns = [PaperColumn(texts=[row[seat] for row in names], wraps=True) for seat in range(size)]
    numbers = PaperColumn(texts=[str(table.number) for table in tables], title=str(_("Tav.")))
    runs = [len(round_.tables) for round_ in rounds]
    layout = best_layout(
        Arrangement(
            columns=[numbers, *columns],
            above=[above for run in runs for above in (heading_of_round, *[0.0] * (run - 1))],
            kept=runs,
            alike=True,
        )
    )
    apart = layout.pages == len(rounds)
    return {
        **heading,
        "rounds": [(round_, apart or round_ is rounds[-1]) for round_ in rounds],
        "apart": apart,
        "broken": layout.pages > len(rounds),
        "seats": range(1, size + 1),
        "winds": snapshot.winds,
        "layout": layout,
    }


def _lines(round_: ShownRound, across: int, digits: int) -> list[list[tuple[str, str]]]:
    """The tables of a round, each with its pair, so many in a line."""
    cells = [(_pair(table, digits), result_or_room(table)) for table in round_.tables]
    cells += [("", "")] * (-len(cells) % across)
    return [cells[first : first + across] for first in range(0, len(cells), across)]


def _pair(table: ShownTable, digits: int) -> str:
    """The numbers of both, padded with blanks as wide as a figure, so that dashes stand below each other, and
    results too.
    """
    white, black = (str(player.number) for player in table.seats)
    before, behind = (figure_spaces(digits - len(number)) for number in (white, black))
    return format_html("{}{}–{}{}", before, white, black, behind)


def numbers(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Numbers to be cut out and drawn from an envelope, one for each entry."""
    rows = in_rows(range(1, len(snapshot.players) + 1), NUMBERS_IN_ROW)
    saves_a_page = ceil(len(rows) / MORE_ROWS) < ceil(len(rows) / NUMBER_ROWS)
    on_page = min(len(rows), MORE_ROWS if saves_a_page else NUMBER_ROWS)
    return {
        "rows": rows,
        "style": slip_style(min(SLIPS_HEIGHT / on_page, HIGHEST_SLIP)),
        "name": name_on_slip(snapshot.event.name, PORTRAIT.width / NUMBERS_IN_ROW),
    }


def envelopes(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The envelopes of the restricted draw: the numbers of each, to be cut out and put in."""
    made = [
        (letter, numbers, in_rows(numbers, IN_ENVELOPE_ROW))
        for letter, numbers in envelopes_for(len(snapshot.players)).items()
    ]
    rows = sum(len(rows) for _letter, _numbers, rows in made)
    height = (SLIPS_HEIGHT - ENVELOPE_TITLE * len(made)) / max(rows, 1)
    return {
        "envelopes": made,
        "style": slip_style(min(height, HIGHEST_IN_ENVELOPE)),
        "name": name_on_slip(snapshot.event.name, PORTRAIT.width / IN_ENVELOPE_ROW),
    }


def has_envelopes(snapshot: EventSnapshot) -> bool:
    return bool(envelopes_for(len(snapshot.players)))


SHEETS: Mapping[str, Sheet] = {
    "calendar": Sheet(
        _("Calendario"),
        _("Tutti i turni del torneo con i nomi, la data e lo spazio per i risultati."),
        _("Quando i numeri sono sorteggiati."),
        calendar,
        applies=has_calendar,
        ready=is_calendar_printable,
        parts=partial(parts_of, most=MOST_NAMES),
        cost=calendar_cost,
        looks=("calendar", "compact"),
    ),
    "calendar-of-tables": Sheet(
        _("Calendario"),
        _("Tutti i turni con i tavoli: chi siede dove, la data, chi riposa."),
        _("Quando i giocatori hanno il numero."),
        calendar_of_tables,
        applies=has_calendar_of_tables,
        ready=is_calendar_printable,
        parts=partial(parts_of, most=MOST_NAMES),
        looks=("fitted", "calendar-of-tables"),
    ),
    "calendar-by-number": Sheet(
        _("Calendario per numero"),
        _("Tutti i turni con i numeri di sorteggio, come nelle tabelle stampate, e di chi è ogni numero."),
        _("Quando i numeri sono sorteggiati."),
        calendar_by_number,
        applies=has_calendar,
        ready=is_calendar_printable,
        parts=partial(parts_of, most=MOST_NUMBERS),
        looks=("calendar-by-number",),
    ),
    "numbers": Sheet(
        _("Numeri per il sorteggio"),
        _("Da ritagliare e mettere nella busta."),
        _("Quando ci sono iscritti."),
        numbers,
        applies=draws_numbers,
        ready=has_entries,
        looks=("numbers",),
    ),
    "envelopes": Sheet(
        _("Buste A–D per il sorteggio Varma"),
        _("I numeri di ogni busta, da ritagliare: ogni schieramento sceglie una busta e vi sorteggia."),
        _("Con 9–24 iscritti, per i quali ci sono i gruppi Varma."),
        envelopes,
        applies=may_keep_clubs_apart,
        ready=has_envelopes,
        looks=("numbers", "envelopes"),
    ),
}
