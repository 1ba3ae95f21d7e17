"""The rules of an event in words, as they are announced before round 1.

Everything is read from the systems' and the methods' own option records, so that a new one needs no change
here; the example of a scoring method is two tables that the method itself counts.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import chain, pairwise

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext
from markdown_it import MarkdownIt
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.games import plays_with_colours
from clubtornei.events.models import Ending, Event
from clubtornei.events.notices import NOTICES
from clubtornei.events.plans import qualification_in_words
from clubtornei.events.stage_titles import stage_title
from clubtornei.events.systems import options_decided_later
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.final_ranking import final_order, sum_notes
from clubtornei.rounds.rules.changes import late_corrections_of, rule_changes_of
from clubtornei.rounds.rules.option_terms import Term, scoring_terms, terms
from clubtornei.rounds.state.formatting import Notation, number, points_in_words
from clubtornei.rounds.state.larger_tables import COUNTS
from clubtornei.rounds.state.result_codes import HALF
from clubtornei.text.languages import lower_first, translated
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair, rounds_of
from pairing.system import NoLegalPairing, System
from scoring.criteria import CRITERIA
from scoring.method import Method
from scoring.methods import METHODS
from scoring.options import build, describe
from scoring.places import TIE_LISTS, TableOptions, Ties
from scoring.qualification_rule import qualification_rule_of
from scoring.record import (
    Document,
    DocumentError,
    DocumentPlayer,
    DocumentStage,
    DocumentTable,
    Number,
    SeatScore,
    record_of,
)
from scoring.stage_record import scoring_options
from scoring.standings import decimal_text
from scoring.table_ties import STAND_IN, Settling, settling

_LINKS = ("https://", "http://", "mailto:", "tel:")
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")
_MARKDOWN.validateLink = lambda url: url.lower().startswith(_LINKS)  # type: ignore[method-assign]
TOP_HEADING = 3
"""The level of a first-level heading: the page has its own above it."""


def render_markdown(text: str) -> SafeString:
    """The text as HTML; everything that is no Markdown is escaped."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + TOP_HEADING - 1, 6)}"
    content: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return mark_safe(content)  # noqa: S308 (escaped by the renderer)


TIES_TITLE = next(option.title for option in describe(TableOptions) if option.name == "ties")
SAID_IN_NOTES = frozenset({"bye", "bye_points", "late_entries", "late_points", "late_in_standings"})
"""Options that the notes say in whole sentences, whichever system has them."""


class ExampleSeat(Struct, frozen=True):
    """A seat of the example: what was marked, and what it is worth."""

    marked: str
    points: str


class AnnouncedStage(Struct, frozen=True, kw_only=True):
    """The rules of one stage in words. `title`: empty where it is the only one; `players`: who plays it;
    `method`: None where its points say it all; `counts_as_before`: whether points and ranking are those of
    the stage before it.
    """

    title: str
    system: Term
    players: str
    terms: tuple[Term, ...]
    notes: tuple[str, ...]
    method: Term | None
    points: tuple[Term, ...]
    example: tuple[tuple[ExampleSeat, ...], ...]
    ranking: tuple[Term, ...]
    counts_as_before: bool = False

    @property
    def scoring(self) -> str:
        """How points are made, in a few words."""
        if self.method:
            return self.method.title
        return " · ".join(f"{term.title} {term.value}" for term in self.points)

    def after(self, before: "AnnouncedStage") -> "AnnouncedStage":
        """Without what the stage before it has said."""
        counts = (before.method, before.points, before.ranking)
        return replace(
            self,
            system=replace(self.system, meaning="") if self.system == before.system else self.system,
            notes=tuple(note for note in self.notes if note not in before.notes),
            counts_as_before=(self.method, self.points, self.ranking) == counts,
        )


def announcement_context(snapshot: EventSnapshot) -> Context:
    """What is announced: the rules of all stages, how they were changed, how a game ends, the free text."""
    event, system = snapshot.event, SYSTEMS[snapshot.document.stages[0].system]
    rules = announced_rules(snapshot)
    return {
        "stage_rules": rules,
        "several_stages": len(rules) > 1,
        "final_order": final_order(snapshot.document.stages),
        "sum_notes": sum_notes(snapshot),
        "rule_changes": rule_changes_of(snapshot.document, snapshot.notation),
        "late_corrections": late_corrections_of(snapshot.document),
        "says_how_games_end": bool(event.minutes or event.ending),
        "minutes": event.minutes,
        "ending": Ending(event.ending).label if event.ending else "",
        "throws": _throws(event.ending),
        "by_rating": not (snapshot.multiplayer or system.draws_numbers),
        "equals_by_name": system.equals_by_name,
        "notices": notices_of(event),
        "game_rules": notices_of(event, of_rules=True),
        "announcement": render_markdown(event.announcement),
    }


def _throws(ending: str) -> str:
    """The greatest total of two dice that ends a game, lap by lap; empty where none are thrown."""
    if not ending or not Ending(ending).throws:
        return ""
    if ending == Ending.EDITION_2014:
        limits = _("con 4 o meno nel primo giro di tiri, 5 nel secondo, 6 nel terzo, 7 dal quarto in poi")
    elif ending == Ending.EDITION_2003:
        limits = _(
            "con 4 o meno per l’ultimo giocatore del primo giro supplementare, 5 nel secondo giro"
            " supplementare, 6 nel terzo, 7 dal quarto in poi"
        )
    else:
        limits = _("con %(limit)s o meno in tutti i giri") % {"limit": ending[-1]}
    return _(
        "Dall’ultimo giocatore di quel giro ognuno tira due dadi a fine turno, e la partita finisce"
        " %(limits)s. Non tira chi nel turno ha conquistato più di due territori."
    ) % {"limits": limits}


def notices_of(event: Event, *, of_rules: bool = False) -> list[Term]:
    """What the organiser has announced in words beside the rules, or which of it are rules of play."""
    return [
        Term(str(notice.title), event.notices[code])
        for code, notice in NOTICES.items()
        if code in event.notices and notice.of_rules == of_rules
    ]


def announced_rules(snapshot: EventSnapshot) -> tuple[AnnouncedStage, ...]:
    """The rules of every stage of the event, in the reader's language."""
    document = snapshot.document
    several = len(document.stages) > 1
    rules = [
        _stage_rules(
            document,
            number,
            stage,
            several,
            colours=plays_with_colours(snapshot.event.game),
            notation=snapshot.notation,
        )
        for number, stage in enumerate(document.stages, 1)
    ]
    return (*rules[:1], *(one.after(before) for before, one in pairwise(rules)))


def _stage_rules(
    document: Document, number: int, stage: DocumentStage, several: bool, *, colours: bool, notation: Notation
) -> AnnouncedStage:
    system, method = SYSTEMS[stage.system], METHODS[stage.scoring]
    unsaid = options_decided_later(system.name) | (frozenset() if colours else system.colour_options)
    unsaid |= SAID_IN_NOTES
    counted = scoring_options(system.spec, stage.scoring, stage.scoring_options)
    decisive = system.match(build(system.spec.options, stage.options)) == 1  # a drawn game is replayed
    unsaid_points = SAID_IN_NOTES | ({"draw"} if decisive else set())
    return AnnouncedStage(
        title=stage_title(number, stage.name) if several else "",
        system=Term(translated(system.title), "", translated(system.meaning)),
        players=", ".join(qualification_in_words(qualification_rule_of(stage)))
        if number > 1 or stage.entry
        else "",
        terms=(
            *_number_of_rounds(document, number, system),
            *_said(terms(system.spec.options, stage.options, unsaid, notation)),
        ),
        notes=(
            *_notes(system, stage, notation, first=number == 1),
            *_one_winner(document, number, counted),
        ),
        method=None
        if method.told_by_options
        else Term(translated(method.title), "", translated(method.meaning)),
        points=tuple(
            _with_tie_criteria(term, counted)
            for term in _said(
                scoring_terms(system, stage.scoring, stage.scoring_options, unsaid_points, notation)
            )
        ),
        example=_example(method, counted, notation, decisive=decisive),
        ranking=tuple(
            Term(translated(CRITERIA[name].title), "", translated(CRITERIA[name].meaning))
            for name in stage.ranking
        ),
    )


def _with_tie_criteria(term: Term, options: object) -> Term:
    """Of the list that parts who is level at a table its criteria, too, in their order."""
    names = _tie_criteria(getattr(options, "ties", "none"))
    if not names or term.title != translated(TIES_TITLE):
        return term
    return replace(term, value=f"{term.value} ({', '.join(names)})")


def _tie_criteria(ties: Ties) -> list[str]:
    """The criteria of a tie list by name, in their order."""
    titles = {count.name: lower_first(str(count.title)) for count in COUNTS}
    titles["order"] = _("chi gioca più tardi")
    return [" + ".join(titles[name] for name in counts) for counts in TIE_LISTS[ties]]


def _one_winner(document: Document, number: int, options: object) -> Iterator[str]:
    """That nobody may stay level at a table, where the stage wants that, and what decides."""
    wanted = settling(document, number)
    if wanted not in (Settling.FIRST, Settling.ALL):
        return
    said = (
        _("A ogni tavolo nessun posto resta pari; decidono, in quest’ordine: %(criteria)s.")
        if wanted is Settling.ALL
        else _("A ogni tavolo vince uno solo; se in testa si è pari decidono, in quest’ordine: %(criteria)s.")
    )
    ties: Ties = getattr(options, "ties", STAND_IN)
    yield said % {"criteria": ", ".join(_tie_criteria(STAND_IN if ties == "none" else ties))}


def _said(options: Iterator[Term]) -> Iterator[Term]:
    """Those that are in force."""
    return (term.announced for term in options if term.in_force)


def _number_of_rounds(document: Document, number: int, system: System) -> Iterator[Term]:
    """How many rounds there are, where no option says it and the players are known."""
    if any(option.name == "rounds" for option in describe(system.spec.options)) or number > 1:
        return
    players = len(document.players)
    try:
        rounds = rounds_of(record_of(document, SYSTEM_SPECS, number)) if players >= system.fewest else None
    except (DocumentError, NoLegalPairing):
        rounds = None
    if rounds:
        text = ngettext("con %(players)s iscritto", "con %(players)s iscritti", players)
        yield Term(_("Turni"), f"{rounds} {text % {'players': players}}")


def _notes(system: System, stage: DocumentStage, notation: Notation, *, first: bool) -> Iterator[str]:
    """What comes of a bye, a late entry and an absence."""
    options = build(system.spec.options, stage.options)
    bye = None if system.bracket else _points_of_bye(stage, system)
    if bye is not None:
        yield _("Chi riposa perché si è in numero dispari ha punti: %(points)s.") % {
            "points": notation.figure(decimal_text(Fraction(bye)))
        }
    if system.spec.games_each is not None:
        yield _(
            "Chi si ritira prima di aver giocato metà delle sue partite ha i risultati annullati; dopo, perde"
            " per forfait quelle che restano."
        )
    if system.whole_calendar:
        yield _("Prima dell’ultimo turno si devono finire tutte le partite dei turni precedenti.")
    if system.match(options) is not None:
        yield _("Un incontro pari si rigioca, partita dopo partita, finché uno vince.")
    if first and system.admits_late(options):
        yield from _late_entries(system, options, notation)
    elif first:
        yield (
            _("Dopo il primo turno non si iscrive più nessuno.")
            if system.open_field
            else _("Dopo il sorteggio non si iscrive più nessuno.")
        )
    if system.requested_byes:
        yield _(
            "Chi sa di mancare a un turno può chiedere un riposo all’arbitro prima che il turno sia abbinato."
        )
    yield {
        "sits_out": _("Chi annuncia un’assenza non è abbinato in quel turno."),
        "forfeits": _("Chi annuncia un’assenza perde per forfait quello che giocherebbe."),
        "ignored": _("Un’assenza non cambia gli abbinamenti: chi non si presenta perde per forfait."),
    }[system.absence]


def _late_entries(system: System, options: Struct, notation: Notation) -> Iterator[str]:
    late = Fraction(system.spec.late_points(options))
    text = _("Ci si può iscrivere anche dopo il primo turno; si comincia con %(points)s.")
    yield text % {"points": points_in_words(notation.figure(decimal_text(late)))}
    if late and system.spec.late_in_standings(options):
        yield _("Quei punti contano anche in classifica.")
    elif late:
        yield _("Quei punti valgono solo per l’abbinamento.")


def _points_of_bye(stage: DocumentStage, system: System) -> Number | None:
    """What the first bye of a small odd field is worth; None where nobody ever has one."""
    for size in range(3, 12, 2):
        players = tuple(
            DocumentPlayer(id=place, name=str(place), number=place) for place in range(1, size + 1)
        )
        first = DocumentStage(
            system=stage.system,
            options=stage.options,
            scoring=stage.scoring,
            scoring_options=stage.scoring_options,
        )
        try:
            draw = pair(record_of(Document(players=players, stages=(first,)), SYSTEM_SPECS))
        except (DocumentError, NoLegalPairing):
            continue
        return draw.byes[0].points if draw.byes else None
    return None


def _example(
    method: Method, options: object, notation: Notation, *, decisive: bool
) -> tuple[tuple[ExampleSeat, ...], ...]:
    """The tables of the example, with what each seat has of them; games of two as one, each outcome once.
    `decisive`: no game ends in a draw.
    """
    tables = _tables_of_four(method.counts(options)) if method.multiplayer else _games_of_two()
    if decisive:
        tables = [(table, texts) for table, texts in tables if table.result != (HALF, HALF)]
    scored = method.score([table for table, _texts in tables], options)
    shown = tuple(
        tuple(
            ExampleSeat(marked, _points_in_words(method, scored, notation))
            for marked, scored in zip(texts, seats.points, strict=True)
        )
        for (_table, texts), seats in zip(tables, scored, strict=True)
        if seats is not None
    )
    return shown if method.multiplayer else (tuple(dict.fromkeys(chain(*shown))),)


def _points_in_words(method: Method, scored: Fraction, notation: Notation) -> str:
    return (
        number(decimal_text(scored), method.decimals)
        if method.multiplayer
        else notation.figure(decimal_text(scored))
    )


_Example = tuple[DocumentTable, Sequence[str]]
"""A table with its result, and what was marked at each seat in words."""


def _games_of_two() -> list[_Example]:
    won, lost, drawn = _("chi vince"), _("chi perde"), _("patta")
    return [
        (DocumentTable(seats=(1, 2), result=(1, 0)), (won, lost)),
        (DocumentTable(seats=(1, 2), result=(HALF, HALF)), (drawn, drawn)),
        (
            DocumentTable(seats=(1, 2), result=(1, 0), forfeit=True),
            (_("chi vince per forfait"), _("chi non si presenta")),
        ),
    ]


def _tables_of_four(counts: Collection[str]) -> list[_Example]:
    """One table that ends by points; another, where the method counts that, with a RisiKo! and one out."""
    if "risiko" not in counts:  # of cards, for example: nobody marks 62 at scopa
        tables = [[SeatScore(points=marked) for marked in table] for table in ((11, 8, 6, 3), (9, 10, 4, 1))]
    else:
        tables = [
            [SeatScore(points=marked) for marked in (62, 45, 30, 18)],
            [
                SeatScore(points=48, risiko=True),
                SeatScore(points=55),
                SeatScore(points=21),
                SeatScore(points=0, eliminated=1) if "eliminated" in counts else SeatScore(points=7),
            ],
        ]
    return [
        (DocumentTable(seats=(1, 2, 3, 4), result=tuple(seats)), [_marked(seat) for seat in seats])
        for seats in tables
    ]


def _marked(seat: SeatScore) -> str:
    if seat.risiko:
        return _("RisiKo!")
    if seat.eliminated:
        return _("eliminato per primo")
    return _("%(points)s al tavolo") % {"points": seat.points}
