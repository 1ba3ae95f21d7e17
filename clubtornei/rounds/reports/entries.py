"""All entries of an event: as organisers take them out, in full; and as the public sees them."""

from collections.abc import Mapping
from datetime import date

from django.utils.translation import gettext as _, ngettext
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.ranking_columns import with_people
from clubtornei.rounds.reports.report import (
    NAME,
    Audience,
    Column,
    ColumnKind,
    Report,
    ReportRow,
    filled,
    row_of,
)
from clubtornei.rounds.state.player_names import team
from scoring.record import DocumentPlayer


def entries_report(event: Event) -> Report:
    """In the order of the numbers, or of the names where there are none; behind it what was answered by who
    signed up. Three queries more than a snapshot.
    """
    players = {player.id: player for player in EventSnapshot(event, whole_names=True).document.players}
    answers = _answers(event)
    questions = list(dict.fromkeys(text for given in answers.values() for text in given))
    ratings = [f"rating-{at}" for at, _title in enumerate(event.rating_titles, 1)]
    columns = (
        Column(key="number", title=_("Numero"), kind=ColumnKind.NUMBER),
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="title", title=_("Titolo"), kind=ColumnKind.TEXT),
        Column(key="club", title=_("Circolo"), kind=ColumnKind.TEXT),
        Column(key="team", title=_("Squadra"), kind=ColumnKind.TEXT),
        Column(key="group", title=_("Gruppo"), kind=ColumnKind.TEXT),
        *(
            Column(key=key, title=title, kind=ColumnKind.NUMBER)
            for key, title in zip(ratings, event.rating_titles, strict=True)
        ),
        Column(key="born", title=_("Nascita"), kind=ColumnKind.DAY, audience=Audience.ORGANISERS),
        Column(key="joined", title=_("Primo turno giocato"), kind=ColumnKind.NUMBER),
        Column(key="withdrawn", title=_("Primo turno non più giocato"), kind=ColumnKind.NUMBER),
        *(
            Column(key=f"answer-{at}", title=text, kind=ColumnKind.TEXT, audience=Audience.ORGANISERS)
            for at, text in enumerate(questions)
        ),
    )
    rows = tuple(
        ReportRow(
            player=entry.entry_no,
            values={
                "number": entry.number,
                NAME: players[entry.entry_no],
                "title": entry.title,
                "club": entry.affiliation,
                "team": team(players[entry.entry_no]),
                "group": entry.group,
                **dict(zip(ratings, [entry.rating, *entry.other_ratings], strict=False)),
                "born": _born(entry.identity.get("born", "")),
                "joined": entry.joined,
                "withdrawn": entry.withdrawn,
                **{
                    f"answer-{at}": answers.get(entry.pk, {}).get(text, "")
                    for at, text in enumerate(questions)
                },
            },
        )
        for entry in event.entries.order_by("number", "sort_name")
    )
    has_teams = any(row.values["team"] for row in rows)
    return Report(
        title=_("Iscritti"),
        audience=Audience.ORGANISERS,
        columns=tuple(column for column in columns if has_teams or column.key != "team"),
        rows=rows,
    )


def _answers(event: Event) -> Mapping[int, Mapping[str, str]]:
    """By the key of an entry each question as it was asked, with the answer."""
    sign_ups = event.sign_ups.filter(entry__isnull=False).exclude(answers=[])
    return {entry: dict(answers) for entry, answers in sign_ups.values_list("entry", "answers")}


def entrants_report(snapshot: EventSnapshot) -> Report:
    """Who takes part, for the public: by number, before there are any by name."""
    drawn, has_teams = snapshot.event.drawn, any(map(team, snapshot.players.values()))
    club = _("Circolo · squadra") if has_teams else _("Circolo")
    columns = (
        Column(
            key="number",
            title=_("Numero di sorteggio"),
            short=_("N."),
            kind=ColumnKind.TABLE,
            is_idle=not drawn,
        ),
        Column(key="title", title=_("Titolo"), kind=ColumnKind.TEXT, is_detail=True),
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="club", title=club, kind=ColumnKind.TEXT),
        Column(key="rating", title=snapshot.event.rating_titles[0], kind=ColumnKind.NUMBER),
    )

    def row(one: DocumentPlayer) -> ReportRow:
        rating = one.rating if snapshot.shows_ratings else None
        of = " · ".join(filter(None, (one.club, team(one))))
        return row_of(columns, one.number, one.title, one, of, rating, player=one.id)

    rows = tuple(map(row, snapshot.players.values() if drawn else in_alphabetical_order(snapshot)))
    return Report(title=_("Iscritti"), columns=filled(columns, rows), rows=rows)


def in_alphabetical_order(snapshot: EventSnapshot) -> list[DocumentPlayer]:
    """The players by name; namesakes by number."""
    return sorted(snapshot.players.values(), key=lambda player: (sort_key(player.name), player.number))


def has_numbers(snapshot: EventSnapshot) -> bool:
    """Whether the players have the numbers they keep: drawn, or given by rating."""
    return bool(snapshot.players) and (snapshot.event.drawn or snapshot.progress.rounds > 0)


def players_report(snapshot: EventSnapshot, *, by_name: bool) -> Report:
    """The players with all that they are to check: number, club and the rating of each list, as far as
    anybody has one and it counts in the game.
    """
    columns = (
        Column(key="draw", title=_("N."), kind=ColumnKind.TABLE),
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
    )
    by_number = sorted(snapshot.players.values(), key=lambda player: player.number)
    players = in_alphabetical_order(snapshot) if by_name else by_number
    rows = tuple(row_of(columns, player.number, player, player=player.id) for player in players)
    count = ngettext("%(number)s iscritto", "%(number)s iscritti", len(rows)) % {"number": len(rows)}
    shown = columns if has_numbers(snapshot) else columns[1:]
    known = with_people(Report(title="", columns=shown, rows=rows, footnotes=(count,)), snapshot)
    on_paper = (replace(column, is_detail=False) for column in known.columns if column.key != "title")
    return replace(known, columns=tuple(on_paper))


def signatures_report(snapshot: EventSnapshot) -> Report:
    """The players by name, each with room to sign."""
    columns = (
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        Column(key="signature", title=_("Firma"), kind=ColumnKind.TEXT),
    )
    rows = tuple(row_of(columns, player.name, "") for player in in_alphabetical_order(snapshot))
    return Report(title="", columns=columns, rows=rows)


def _born(text: str) -> date | int | None:
    """The day, or the year alone; None if not known."""
    if text.isdecimal():
        return int(text)
    return date.fromisoformat(text) if text else None
