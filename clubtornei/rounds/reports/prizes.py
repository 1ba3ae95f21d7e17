"""The prizes of an event as reports: what is announced, and who gets what."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.report import NAME, RANK, Column, ColumnKind, Report, ReportRow, filled
from clubtornei.rounds.state.site_facts import event_facts
from clubtornei.text.languages import reader_language
from scoring.prize_list import PrizeCategory, PrizeList, prize_list_of
from scoring.prize_reasons import award_reason, award_text, conditions_text, rules_text
from scoring.prizes import CENTS, Award, CategoryAwards
from scoring.record import DocumentPlayer


def announced_prizes(snapshot: EventSnapshot) -> PrizeList:
    """The prizes announced for the event. No query."""
    return prize_list_of(snapshot.document)


def has_prizes(snapshot: EventSnapshot) -> bool:
    return bool(announced_prizes(snapshot))


def has_awards(snapshot: EventSnapshot) -> bool:
    """Whether the organiser has confirmed who gets what, and somebody gets something."""
    confirmed = event_facts(snapshot.document).awards
    return confirmed is not None and any(each.awards for each in confirmed.categories)


def announced_report(snapshot: EventSnapshot) -> Report:
    """What each place of each category brings, who competes for it, and by which rules."""
    prizes = announced_prizes(snapshot)
    columns = _columns()
    rows = tuple(
        ReportRow(
            values={
                "category": category.name,
                RANK: place,
                "money": given.money or None,
                "thing": given.thing or None,
            },
            heading=_heading(category),
        )
        for category in prizes.categories
        for place, given in enumerate(category.places, 1)
    )
    return Report(
        title=_("Premi"), columns=filled(columns, rows), rows=rows, footnotes=tuple(_rules_in_words(prizes))
    )


def confirmed_report(snapshot: EventSnapshot) -> Report | None:
    """Who gets what, and why, as the organiser has confirmed it; None before. No query."""
    confirmed = event_facts(snapshot.document).awards
    if confirmed is None:
        return None
    players = {player.id: player for player in snapshot.document.players}
    return awards_report(announced_prizes(snapshot), confirmed.categories, players)


def awards_report(
    prizes: PrizeList, awards: Sequence[CategoryAwards], players: Mapping[int, DocumentPlayer]
) -> Report:
    """Who gets what, and why in a sentence each, unless the place says it."""
    columns = (
        *_columns()[:2],
        Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
        *_columns()[2:],
        Column(key="why", title=_("Perché"), kind=ColumnKind.TEXT),
    )
    rows = tuple(
        ReportRow(
            player=award.player,
            values={
                "category": prizes.categories[each.category].name,
                RANK: award.place,
                NAME: players[award.player],
                "money": Decimal(award.money) / CENTS if award.money else None,
                "thing": award.thing or None,
                "what": award_text(award, reader_language()),
                "why": None if _is_plain(award) else why_award(award, players),
            },
            heading=_heading(prizes.categories[each.category]),
        )
        for each in awards
        for award in each.awards
    )
    return Report(title=_("Premi"), columns=filled(columns, rows), rows=rows)


def with_reasons_below(report: Report) -> Report:
    """For a page: the sentence stands below the name, and a prize takes the width of a phone."""
    return replace(
        report,
        columns=tuple(column for column in report.columns if column.key != "why"),
        rows=tuple(replace(row, why=str(row.values["why"] or "")) for row in report.rows),
    )


class Won(Struct, frozen=True):
    """A confirmed prize: the name of its category, and the award."""

    category: str
    award: Award


def won_prizes(snapshot: EventSnapshot) -> Mapping[int, tuple[Won, ...]]:
    """The confirmed prizes of everybody who has any, by the player's id."""
    confirmed, categories = event_facts(snapshot.document).awards, announced_prizes(snapshot).categories
    won: dict[int, tuple[Won, ...]] = {}
    for each in confirmed.categories if confirmed else ():
        for award in each.awards:
            own = Won(categories[each.category].name, award)
            won[award.player] = (*won.get(award.player, ()), own)
    return won


def why_award(award: Award, players: Mapping[int, DocumentPlayer]) -> str:
    """A whole sentence without its subject, in the reader's language."""
    text = award_reason(award, lambda player: players[player].name, reader_language()).removesuffix(".")
    return f"{text[0].upper()}{text[1:]}."


def _is_plain(award: Award) -> bool:
    """Whether it goes with the place in the ranking, and nothing else is to be said of it."""
    by_place = award.code == "general" and award.place == award.rank
    return by_place and not (award.moved_up or award.division or award.level)


def _columns() -> tuple[Column, ...]:
    return (
        Column(key="category", title=_("Categoria"), kind=ColumnKind.TEXT, is_heading=True),
        Column(key=RANK, title=_("Premio"), kind=ColumnKind.NUMBER),
        Column(key="money", title=_("Euro"), kind=ColumnKind.MONEY),
        Column(key="thing", title=_("Che cosa"), kind=ColumnKind.TEXT),
    )


def _heading(category: PrizeCategory) -> str:
    """The name of the category, who competes, and its rules."""
    language = reader_language()
    said = (
        "" if category.is_general else conditions_text(category, language),
        rules_text(category, language),
    )
    return " · ".join(filter(None, (category.name, *said)))


def _rules_in_words(prizes: PrizeList) -> Iterator[str]:
    """What holds for all prizes."""
    if len(prizes.categories) > 1:
        if len({category.group for category in prizes.categories}) == 1:
            yield _("A ciascuno un premio solo: quello che per lui vale di più. Gli altri salgono.")
        else:
            yield _(
                "A ciascuno un premio solo per gruppo di categorie: quello che per lui vale di più."
                " Gli altri salgono."
            )
    if any(category.division != "none" for category in prizes.categories):
        yield _("Pari vuol dire a pari punti; le coppe e le altre cose vanno secondo gli spareggi.")
    if prizes.games:
        yield _("Chi ha giocato meno di %(games)d partite non ha premi.") % {"games": prizes.games}
    if not prizes.withdrawn:
        yield _("Chi si è ritirato non ha premi.")
