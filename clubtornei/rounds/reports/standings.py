"""The standings of a stage after any round, as a report, and for each row why it stands there."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _, ngettext
from msgspec.structs import replace

from clubtornei.rounds.documents.event_snapshot import EventSnapshot, cached_by_version
from clubtornei.rounds.reports.bracket import Bracket
from clubtornei.rounds.reports.bracket_layout import bracket_or_none, round_names
from clubtornei.rounds.reports.clinch import qualifying_places
from clubtornei.rounds.reports.ranking_columns import (
    LOT,
    PLAYED,
    criterion_columns,
    criterion_values,
    has_medals,
    marks_of,
    place_and_name,
    played_column,
    with_people,
    with_reasons,
)
from clubtornei.rounds.reports.ranking_title import ranking_title
from clubtornei.rounds.reports.report import (
    NAME,
    RANK,
    Column,
    ColumnKind,
    Mark,
    Report,
    ReportRow,
    RoundPoints,
)
from clubtornei.rounds.state.listing import listing_of
from clubtornei.rounds.state.reason_texts import adjustment_text
from clubtornei.text.languages import listed
from clubtornei.text.untyped import Context
from scoring.criteria import ROUND_REACHED
from scoring.qualification_rule import qualification_rule_of
from scoring.standings import AT_TABLE, Row, ordered_among_level
from scoring.table_finishes import table_winners


@cached_by_version
def standings_report(snapshot: EventSnapshot, after: int | None = None) -> Report:
    """The standings after so many rounds (None: all), in the reader's language.

    Raises DocumentError if there is no such round.
    """
    shown = snapshot.progress.rounds if after is None else after
    winners = _table_winners(snapshot, shown)
    going_on = [player for of_stage in winners.values() for player in of_stage]
    ranked = [row for row in snapshot.standings(after) if row.player in snapshot.players]
    rows = list(ordered_among_level(ranked, lambda row: row.player not in going_on))
    bracket = bracket_or_none(snapshot)
    settled = _is_settled(snapshot, bracket, shown)
    results = results_of(snapshot, after)
    eliminated = bracket.eliminated(after) if bracket and not settled else frozenset()
    reached_first = bracket if snapshot.ranking[0] == ROUND_REACHED else None
    headings = _headings(rows, reached_first, after) if reached_first else {}
    medals, names = settled and has_medals(rows), round_names(bracket)
    places = qualifying_places(snapshot.record(after)) if shown else 0
    below = next((row.player for row in rows if places and row.rank and row.rank > places), None)
    report = Report(
        title=ranking_title(snapshot, after),
        notation=snapshot.notation,
        columns=(
            *place_and_name(),
            *criterion_columns(snapshot.ranking, rows),
            *_round_columns(results),
            played_column(rows, is_heading=bool(headings)),
        ),
        rows=tuple(
            ReportRow(
                player=row.player,
                values={
                    RANK: row.rank,
                    NAME: snapshot.players[row.player],
                    **criterion_values(row, names, over=settled),
                    **{_round_key(one.round): one for one in results.get(row.player, ())},
                    PLAYED: row.played,
                },
                marks=marks_of(row, snapshot.players[row.player], medals=medals)
                | ({Mark.BELOW_CUT} if row.player == below else set())
                | ({Mark.ELIMINATED} if row.player in eliminated else set()),
                decided_by=row.decided_by,
                heading=headings.get(row.player, ""),
            )
            for row in rows
        ),
        footnotes=(
            *_footnotes(snapshot, bracket, results, shown),
            *_lots(rows),
            *_table_ties(snapshot, rows),
            *_cut(places if below else 0),
            *_going_on(snapshot, winners),
        ),
    )
    return with_reasons(with_people(report, snapshot), rows)


def _is_settled(snapshot: EventSnapshot, bracket: Bracket | None, shown: int) -> bool:
    """Whether the first rows have won something: not while round 1 is played, nor a bracket."""
    if bracket:
        return bracket.champion is not None and shown == len(bracket.rounds)
    return shown > 1 or snapshot.progress.current.complete


def by_number(report: Report) -> Report:
    """In the order of the players' numbers, for before any result, when all would be first."""

    def number(row: ReportRow) -> int:
        return row.person.number if row.person else 0

    first, *others = report.columns
    note = _("Ancora nessun risultato: i giocatori sono in ordine di numero.")
    return replace(
        report,
        columns=(replace(first, title=_("N.")), *others),
        rows=tuple(
            replace(
                row,
                marks=row.marks - {Mark.MEDAL, Mark.BELOW_CUT},
                values={**row.values, RANK: number(row) if row.rank else None},
            )
            for row in sorted(report.rows, key=number)
        ),
        footnotes=(*report.footnotes, note),
    )


def listed_standings(report: Report, query: QueryDict) -> Context:
    """For the page of a long table: the rows that it shows, and which these are."""
    listing = listing_of(report.rows, query, lambda row: row.name)
    return {"listing": listing, "report": report.with_rows(listing.page)}


def close_reasons(report: Report) -> list[str]:
    """Why those who are level on the first criterion stand in this order; who shares a place is named in one
    sentence, lots in a note.
    """
    close = {row.player for row in report.rows if Mark.LEVEL in row.marks and row.decided_by != LOT}
    shared = groupby(report.rows, lambda row: row.rank)
    return [reason for _rank, rows in shared for reason in _reasons_of(close, *rows)]


def _reasons_of(close: set[int | None], first: ReportRow, *others: ReportRow) -> Iterator[str]:
    """Why the first of those who share a place is below the row above, and that they share it."""
    if first.player in close:
        yield first.why
    if len(others) == 1 or first.rank is None:
        yield from (row.why for row in others if row.player in close)
    elif others:
        names = [row.name for row in (first, *others)]
        yield _("%(players)s sono pari in tutto.") % {"players": listed(names)}


def _footnotes(
    snapshot: EventSnapshot,
    bracket: Bracket | None,
    results: Mapping[int, Sequence[RoundPoints]],
    shown: int,
) -> Iterator[str]:
    if bracket:
        yield from bracket.notes(shown, snapshot.table_words)
    else:
        yield from given_points(snapshot, shown)
        yield from _running_totals(snapshot, shown)
    if any(one.discarded for of_player in results.values() for one in of_player):
        yield _("Barrati i risultati scartati, che non contano nella somma.")


def _lots(rows: Sequence[Row]) -> Iterator[str]:
    if any(row.decided_by == LOT for row in rows):
        yield _("Chi è pari in tutto il resto sta in ordine di sorteggio, dal seme del torneo.")


def _table_ties(snapshot: EventSnapshot, rows: Sequence[Row]) -> Iterator[str]:
    """What decided at the only table, where that is all of the stage."""
    if any(row.decided_by == AT_TABLE for row in rows):
        yield from (tie for played in snapshot.calendar for table in played.tables for tie in table.ties)


def _table_winners(snapshot: EventSnapshot, shown: int) -> Mapping[int, Sequence[int]]:
    """For each stage that winners of this one's tables enter, after its last round, those known so far."""
    if not (snapshot.multiplayer and shown and shown == snapshot.progress.total):
        return {}
    record, own = snapshot.record(), snapshot.stages.shown
    rules = {number: qualification_rule_of(stage) for number, stage in enumerate(record.document.stages, 1)}
    return {
        later: [player for player in table_winners(record, later) if player in snapshot.players]
        for later, rule in rules.items()
        if rule and own in rule.winners
    }


def _going_on(snapshot: EventSnapshot, winners: Mapping[int, Sequence[int]]) -> Iterator[str]:
    for stage, players in winners.items():
        if players:
            names = listed([snapshot.players[player].name for player in players])
            facts = {"stage": snapshot.stages.title_of(stage), "players": names}
            yield _("Passa alla fase «%(stage)s» chi vince il suo tavolo: %(players)s.") % facts


def _cut(places: int) -> Iterator[str]:
    if places:
        text = _("Passano alla fase dopo i primi %(places)d: la riga segna il taglio.")
        yield text % {"places": places}


def given_points(snapshot: EventSnapshot, shown: int) -> tuple[str, ...]:
    """That the arbiter gave or took points, and why: rules/standings.md#adjustments."""
    names = {player.id: player.name for player in snapshot.players.values()}
    given = [one for one in snapshot.record().stage.adjustments if one.round <= shown]
    if not given:
        return ()
    texts = "; ".join(adjustment_text(one, names, snapshot.notation.figure) for one in given)
    return (_("Punti dati o tolti dall’arbitro, compresi in questi: %(texts)s.") % {"texts": texts},)


def _running_totals(snapshot: EventSnapshot, shown: int) -> Iterator[str]:
    """That the progressive score has the total after a running round, too: rules/standings.md#progressive."""
    running = [str(played.number) for played in snapshot.progress.open if played.number <= shown]
    if running and "progressive" in snapshot.ranking:
        note = ngettext(
            "Nel punteggio progressivo conta già il turno %(rounds)s: chi non l’ha finito ripete il totale "
            "di prima.",
            "Nel punteggio progressivo contano già i turni %(rounds)s: chi non li ha finiti ripete il totale "
            "di prima.",
            len(running),
        )
        yield note % {"rounds": ", ".join(running)}


def _headings(rows: Sequence[Row], bracket: Bracket, after: int | None) -> Mapping[int, str]:
    """The headings of those who have come as far in a knockout, by player; none for annulled ones."""
    names, eliminated = round_names(bracket), bracket.eliminated(after)
    final, over = bracket.rounds[-1].name, after is None and bracket.champion is not None
    headings = {}
    for row in rows:
        reached = names.get(row.values.get(ROUND_REACHED) or "", "–")
        if row.rank is None:
            continue
        if reached == final and (over or row.player in eliminated):
            headings[row.player] = reached  # who has lost the final is no more eliminated than who has won it
        elif row.player in eliminated:
            headings[row.player] = _("Eliminati · %(round)s") % {"round": reached}
        else:
            headings[row.player] = _("Ancora in gara · %(round)s") % {"round": reached}
    return headings


def _round_key(number: int) -> str:
    return f"round-{number}"


def _round_columns(results: Mapping[int, Sequence[RoundPoints]]) -> Iterator[Column]:
    """A column for each round, at multiplayer tables; idle as long as nobody has a result of it."""
    numbers = [one.round for one in max(results.values(), key=len, default=())]
    for number in numbers:
        of_round = [one for of_player in results.values() for one in of_player if one.round == number]
        yield Column(
            key=_round_key(number),
            title=_("T%(number)d") % {"number": number},
            meaning=_("Turno %(number)d") % {"number": number},
            kind=ColumnKind.ROUND,
            is_idle=all(one.kind.is_open for one in of_round),
        )


@cached_by_version
def results_of(snapshot: EventSnapshot, after: int | None = None) -> Mapping[int, tuple[RoundPoints, ...]]:
    """The results of all rounds by player id, for multiplayer tables; otherwise empty."""
    if not snapshot.multiplayer:
        return {}
    results, ledger = {}, snapshot.ranked(after)[0]
    for player in ledger.players:
        discarded = ledger.discarded(player)
        results[player] = tuple(
            RoundPoints(
                round=number,
                kind=outcome.code,
                points=outcome.points,
                place=outcome.place,
                discarded=number in discarded,
            )
            for number, outcome in enumerate(ledger.round_results[player], 1)
        )
    return results


def neighbours_of(report: Report, player: int) -> Context:
    """The context with the player's row and its ranked neighbours. Raises Http404 if he has no row.

    In the context, `report`: these rows alone, with the criteria.
    """
    for place, row in enumerate(report.rows):
        if row.player == player:
            above = report.rows[place - 1] if place else None
            below = report.rows[place + 1] if place + 1 < len(report.rows) else None
            if below is not None and below.rank is None:
                below = None
            mine = replace(row, marks=row.marks | {Mark.MINE})
            # What decides between the first and the one above it, which is not shown, is not said.
            first, *others = [one for one in (above, mine, below) if one is not None]
            rows = [replace(one, heading="") for one in (replace(first, decided_by=None), *others)]
            columns = tuple(
                one for one in report.columns if one.kind not in (ColumnKind.ROUND, ColumnKind.NUMBER)
            )
            shown = replace(report, columns=columns, rows=tuple(rows), tells_what_decides=True)
            return {"report": shown, "row": row, "above": above, "below": below}
    raise Http404
