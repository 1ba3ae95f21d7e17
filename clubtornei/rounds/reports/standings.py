"""The standings as a table: a column for each ranking criterion, and for each row why it stands there."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import groupby

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.languages import listed, reader_language, translated
from clubtornei.rounds.brackets.bracket import Bracket
from clubtornei.rounds.brackets.layout import bracket_or_none, round_names
from clubtornei.rounds.core.adjustments import adjustment_text
from clubtornei.rounds.core.formatting import Notation, decimals_of, leaves_room
from clubtornei.rounds.core.listing import listing_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context
from scoring.criteria import CRITERIA, ROUND_REACHED
from scoring.ledger import Ledger, ResultKind
from scoring.reasons import why_above
from scoring.record import Player
from scoring.standings import Row, exact

AS_POINTS = ("points", "direct", "best_1", "best_2", "best_3")  # written with the decimals of points

MOST_MEDALS = 3  # for one place


class CriterionColumn(Struct, frozen=True):
    """A ranking criterion in the reader's language; `short`: its title where there is little room, if it
    needs another.
    """

    name: str
    title: str
    meaning: str
    short: str = ""


class StandingsCell(Struct, frozen=True):
    """A formatted value; `decides`: whether it decides that the row is below the one above it. `slot`:
    whether there are halves in its column, for which a whole value leaves room.
    """

    column: str
    text: str
    decides: bool
    slot: bool = False

    @property
    def widest(self) -> str:
        """The text with what it leaves room for."""
        return f"{self.text}½" if leaves_room(self.text, self.slot) else self.text

    @property
    def in_words(self) -> bool:
        """Whether it is no figure: the name of a round."""
        return self.column == ROUND_REACHED

    @property
    def look(self) -> str:
        return "num words" if self.in_words else "num"


class ShownResult(Struct, frozen=True, kw_only=True):
    """One round of a player; `discarded`: whether it does not count."""

    round: int
    kind: ResultKind
    points: str
    place: int | None
    discarded: bool


class StandingsLine(Struct, frozen=True, kw_only=True):
    """A row of the table. `results`: of each round, at multiplayer tables.

    `rank` is None, and the cells are empty, if the player's results are annulled. `why`: why the row above is
    ahead, in words; `close`: whether the two are level on the first criterion, so that it needs explaining.
    `group`: in a knockout, of whom it is one; where there is one its first cell would only repeat it.
    """

    player: Player
    rank: int | None
    cells: tuple[StandingsCell, ...]
    played: int
    why: str
    close: bool
    results: tuple[ShownResult, ...] = ()
    group: str | None = None

    @property
    def shown_cells(self) -> tuple[StandingsCell, ...]:
        """Those that no heading says."""
        return self.cells if self.group is None else self.cells[1:]

    @property
    def row_content(self) -> tuple[Hashable, ...]:
        """All that its row shows, for the tag `reuse`."""
        player = (self.player.id, self.player.name, self.player.withdrawn)
        return (*player, self.rank, self.cells, self.played, self.results)


class Standings(Struct, frozen=True):
    """`rounds`: the numbers of the rounds that have a column. `notes`: sentences on what the results alone do
    not explain. `settled`: whether a whole round counts in it, in a knockout all of them. `numbered`: whether
    rows have the players' numbers in place of ranks.
    """

    columns: tuple[CriterionColumn, ...]
    lines: tuple[StandingsLine, ...]
    rounds: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    settled: bool = True
    numbered: bool = False

    @property
    def grouped(self) -> bool:
        """Whether headings say which round somebody has reached."""
        return any(line.group for line in self.lines)

    @property
    def shown_columns(self) -> tuple[CriterionColumn, ...]:
        """Those that no heading says."""
        return self.columns[1:] if self.grouped else self.columns

    @property
    def counts_games(self) -> bool:
        """Whether games played have a column: below the round reached they would be read as points, though a
        match that was drawn first has more of them.
        """
        return not self.grouped

    @property
    def look(self) -> tuple[Hashable, ...]:
        """What a row looks like beside what it says, for the tag `reuse`."""
        return (self.rounds, self.counts_games, self.has_leader)

    @property
    def heading_span(self) -> int:
        """How many columns a heading has beside it, from the place to the last figure."""
        return 2 + self.counts_games + len(self.shown_columns) + len(self.rounds)

    @property
    def begun(self) -> "Standings":
        """Without the columns of the last rounds in which nobody has a result yet."""
        last = max(
            (result.round for line in self.lines for result in line.results if not result.kind.is_open),
            default=0,
        )
        count = sum(number <= last for number in self.rounds)
        lines = tuple(replace(line, results=line.results[:count]) for line in self.lines)
        return replace(self, lines=lines, rounds=self.rounds[:count])

    @property
    def rank_title(self) -> str:
        """What stands above ranks, or above the numbers in their place."""
        return _("N.") if self.numbered else _("Posto")

    @property
    def by_number(self) -> "Standings":
        """In the order of the players' numbers, for before any result, when all would be first."""
        lines = [replace(line, rank=line.rank and line.player.number) for line in self.lines]
        lines.sort(key=lambda line: line.player.number)
        note = _("Ancora nessun risultato: i giocatori sono in ordine di numero.")
        return replace(self, lines=tuple(lines), notes=(*self.notes, note), numbered=True)

    @property
    def discarding(self) -> bool:
        """Whether any result is discarded."""
        return any(result.discarded for line in self.lines for result in line.results)

    @property
    def has_leader(self) -> bool:
        """Whether the first three places have medals: not as long as all are level, or a medal would be that
        of a crowd.
        """
        ranks = [line.rank for line in self.lines if line.rank is not None]
        shared = max((ranks.count(rank) for rank in (1, 2, 3)), default=0)
        return self.settled and shared <= MOST_MEDALS and any(rank > 1 for rank in ranks)

    @property
    def withdrawn(self) -> bool:
        """Whether anybody who is ranked has left."""
        return any(line.rank and line.player.withdrawn for line in self.lines)

    @property
    def close_reasons(self) -> list[str]:
        """Why those who are level on the first criterion stand in this order; who shares a place is named in
        one sentence.
        """
        shared = groupby(self.lines, lambda line: line.rank)
        return [reason for _rank, lines in shared for reason in _reasons_of(*lines)]


def _reasons_of(first: StandingsLine, *others: StandingsLine) -> Iterator[str]:
    """Why the first of those who share a place is below the row above, and that they share it."""
    if first.close:
        yield first.why
    if len(others) == 1 or first.rank is None:
        yield from (line.why for line in others if line.close)
    elif others:
        names = [line.player.name for line in (first, *others)]
        yield _("%(players)s sono pari in tutto.") % {"players": listed(names)}


def standings_table(snapshot: EventSnapshot, after: int | None = None) -> Standings:
    """The standings after so many rounds (None: all), in the reader's language.

    Raises DocumentError if there is no such round.
    """
    key = f"table:{after}:{reader_language()}"
    return snapshot.cached(key, lambda: _standings_table(snapshot, after))


def listed_standings(table: Standings, query: QueryDict) -> Context:
    """For the page of a long table: the rows that it shows, and which these are."""
    listing = listing_of(table.lines, query, lambda line: line.player.name)
    return {"listing": listing, "table": replace(table, lines=tuple(listing.page))}


def _standings_table(snapshot: EventSnapshot, after: int | None) -> Standings:
    players = snapshot.players
    ranked = [row for row in snapshot.standings(after) if row.player in players]
    rows = localised(ranked, snapshot.notation)
    slots = slots_of(rows)
    columns = _columns([name for name in snapshot.ranking if not _says_nothing(name, snapshot, after)])
    results = results_of(snapshot, after)
    bracket = bracket_or_none(snapshot)
    names = round_names(bracket)
    groups = _groups(rows, bracket, after) if bracket and snapshot.ranking[0] == ROUND_REACHED else {}
    shown = snapshot.progress.rounds if after is None else after
    if bracket:
        settled = bracket.champion is not None and shown == len(bracket.rounds)
    else:
        settled = shown > 1 or snapshot.progress.current.complete
    told = [in_words(row, names, over=settled) for row in rows]
    above: Sequence[Row | None] = [None, *told]
    lines = tuple(
        StandingsLine(
            player=players[row.player],
            rank=row.rank,
            cells=tuple(
                StandingsCell(
                    column.name,
                    _text(row, column.name, names, over=settled),
                    row.decided_by == column.name,
                    column.name in slots,
                )
                for column in columns
            ),
            played=row.played,
            why=why_between(upper, lower, players),
            close=upper is not None and row.rank is not None and row.decided_by not in snapshot.ranking[:1],
            results=results.get(row.player, ()),
            group=groups.get(row.player),
        )
        for upper, lower, row in zip(above, told, rows, strict=False)
    )
    rounds = tuple(result.round for result in max(results.values(), key=len, default=()))
    if bracket:
        notes = bracket.notes(shown, snapshot.table_words)
    else:
        notes = (*given_points(snapshot, shown), *_running_totals(snapshot, columns, shown))
    return Standings(columns, lines, rounds, notes, settled)


def given_points(snapshot: EventSnapshot, shown: int) -> tuple[str, ...]:
    """That the arbiter gave or took points, and why: rules/standings.md#adjustments."""
    names = {player.id: player.name for player in snapshot.players.values()}
    given = [one for one in snapshot.record().stage.adjustments if one.round <= shown]
    if not given:
        return ()
    texts = "; ".join(adjustment_text(one, names) for one in given)
    return (_("Punti dati o tolti dall’arbitro, compresi in questi: %(texts)s.") % {"texts": texts},)


def _running_totals(
    snapshot: EventSnapshot, columns: Sequence[CriterionColumn], shown: int
) -> tuple[str, ...]:
    """That the progressive score has the total after a running round, too: rules/standings.md#progressive."""
    running = [str(played.number) for played in snapshot.progress.open if played.number <= shown]
    if not running or all(column.name != "progressive" for column in columns):
        return ()
    note = ngettext(
        "Nel punteggio progressivo conta già il turno %(rounds)s: chi non l’ha finito ripete il totale "
        "di prima.",
        "Nel punteggio progressivo contano già i turni %(rounds)s: chi non li ha finiti ripete il totale "
        "di prima.",
        len(running),
    )
    return (note % {"rounds": ", ".join(running)},)


def _groups(rows: Sequence[Row], bracket: Bracket, after: int | None) -> Mapping[int, str]:
    """The headings of those who have come as far in a knockout, by player; empty for annulled ones."""
    names, eliminated = round_names(bracket), bracket.eliminated(after)
    final, over = bracket.rounds[-1].name, after is None and bracket.champion is not None
    groups = {}
    for row in rows:
        reached = _text(row, ROUND_REACHED, names) if row.rank is not None else ""
        if row.rank is None or (reached == final and (over or row.player in eliminated)):
            groups[row.player] = reached  # who has lost the final is no more eliminated than who has won it
        elif row.player in eliminated:
            groups[row.player] = _("Eliminati · %(round)s") % {"round": reached}
        else:
            groups[row.player] = _("Ancora in gara · %(round)s") % {"round": reached}
    return groups


def _says_nothing(criterion: str, snapshot: EventSnapshot, after: int | None) -> bool:
    """Whether all have the same by a criterion after the first: its column would part nobody."""
    if criterion in (snapshot.ranking[0], ROUND_REACHED):
        return False
    values = {row.values.get(criterion) for row in snapshot.standings(after) if row.rank is not None}
    return len(values) == 1 and None not in values


def _columns(ranking: Sequence[str]) -> tuple[CriterionColumn, ...]:
    return tuple(
        CriterionColumn(
            name=name,
            title=translated(CRITERIA[name].title),
            meaning=translated(CRITERIA[name].meaning),
            short=translated(CRITERIA[name].short),
        )
        for name in ranking
    )


def _text(row: Row, criterion: str, names: Mapping[str, str], *, over: bool = False) -> str:
    """The formatted value; for the criterion of the round reached, the name of the round. Once all is `over`,
    words tell who has won the final from who has lost it.
    """
    value = row.values.get(criterion) or "–"
    if criterion != ROUND_REACHED or not names:
        return value
    if over and value == str(len(names)):
        return _("Vincitore") if row.rank == 1 else _("Finalista")
    return names.get(value, value)


def in_words(row: Row, names: Mapping[str, str], *, over: bool = False) -> Row:
    """The row with the name of the round reached, where there are names, in sentences about it."""
    if ROUND_REACHED not in row.values:
        return row
    return replace(row, values={**row.values, ROUND_REACHED: _text(row, ROUND_REACHED, names, over=over)})


def results_of(snapshot: EventSnapshot, after: int | None = None) -> Mapping[int, tuple[ShownResult, ...]]:
    """The results of all rounds by player id, for multiplayer tables; otherwise empty."""
    if not snapshot.multiplayer:
        return {}
    return snapshot.cached_after("results", after, lambda: _results(snapshot.ranked(after)[0]))


def _results(ledger: Ledger) -> Mapping[int, tuple[ShownResult, ...]]:
    results = {}
    for player in ledger.players:
        discarded = ledger.discarded(player)
        results[player] = tuple(
            ShownResult(
                round=number,
                kind=outcome.code,
                points=exact(outcome.points, ledger.record.method.decimals),
                place=outcome.place,
                discarded=number in discarded,
            )
            for number, outcome in enumerate(ledger.round_results[player], 1)
        )
    return results


def localised(rows: Sequence[Row], notation: Notation) -> list[Row]:
    """The rows with their values formatted for the reader's language, those of a column with as many decimals
    as its longest.
    """
    longest: dict[str, int] = dict.fromkeys(AS_POINTS, notation.decimals)
    for row in rows:
        for name, value in row.values.items():
            longest[name] = max(longest.get(name, 0), decimals_of(value or ""))
    return [
        replace(
            row, values={name: notation.figure(value, longest[name]) for name, value in row.values.items()}
        )
        for row in rows
    ]


def slots_of(rows: Sequence[Row]) -> set[str]:
    """The names of the columns of formatted rows in which there are halves."""
    return {name for row in rows for name, value in row.values.items() if value and value.endswith("½")}


def why_between(upper: Row | None, row: Row, players: Mapping[int, Player]) -> str:
    """Why the row is below the one above it; empty for the first."""
    if upper is None:
        return ""
    return why_above(upper, row, lambda player: players[player].name, reader_language())
