"""What report files of an event lack and where it is entered, and the files (rules/trf.md#missing)."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.stage_titles import stage_title
from clubtornei.players.names import sort_key
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.state.site_facts import round_facts
from clubtornei.text.languages import reader_language
from clubtornei.text.spreadsheets import SpreadsheetPage
from pairing.trf import NoReport, missing_in, report_of
from scoring.qualification import Undecided
from scoring.reasons import issue_text
from scoring.record import Document, DocumentError, DocumentPlayer, ValidationIssue
from scoring.trf import Trf

LISTS = "report.rating_lists"
FIELDS = {
    "report.city": (gettext_lazy("la città"), "#id_city"),
    "report.federation": (gettext_lazy("la federazione del torneo"), "#id_federation"),
    "report.chief_arbiter.name": (gettext_lazy("l’arbitro principale"), "#id_arbiter"),
    "report.time_control": (gettext_lazy("il tempo di riflessione"), "#id_time_control"),
}
"""What is missing of the event, and its field on the page; all else stands among the settings."""
SETTINGS = {
    "name": gettext_lazy("il nome del torneo"),
    "report.starts_on": gettext_lazy("la data d’inizio"),
    "report.ends_on": gettext_lazy("la data di fine"),
    LISTS: gettext_lazy("la lista Elo"),
}
LACKING = {
    "report_missing_id": gettext_lazy("codice FIDE"),
    "report_missing_sex": gettext_lazy("sesso"),
    "report_missing_born": gettext_lazy("data di nascita"),
    "report_missing_federation": gettext_lazy("federazione"),
    "report_missing_names": gettext_lazy("cognome e nome separati"),
}
"""What a player lacks."""
WRONG = {
    "report_same_id": gettext_lazy("codice FIDE di un altro"),
    "report_long_name": gettext_lazy("nome troppo lungo: nel file sarà abbreviato"),
}


class Link(Struct, frozen=True):
    """Something that is missing, and the address where it is entered."""

    text: str
    address: str

    @property
    def key(self) -> str:
        """What it is found by."""
        return sort_key(self.text)


class Missing(Struct, frozen=True):
    """Things that are missing of the event, or the players who lack the same things: each is there once."""

    title: str
    links: tuple[Link, ...]


class StageReport(Struct, frozen=True, kw_only=True):
    """A stage on the page: its file, or why it has none. `title`: empty where it is the only one."""

    number: int
    title: str
    refused: str = ""


class Homologation(Struct, frozen=True):
    """What the page shows: the stages, what is missing, and who is in no list of FIDE."""

    stages: tuple[StageReport, ...]
    missing: tuple[Missing, ...]
    unlisted: tuple[DocumentPlayer, ...]

    @property
    def ready(self) -> bool:
        """Whether a stage has its file."""
        return any(not stage.refused for stage in self.stages)


def homologation_of(event: Event, *, lists_here: bool = False) -> Homologation:
    """What the page shows; `lists_here`: the rating list is named on it."""
    document = _published(event)
    stages, missing = [], []
    for number, stage in enumerate(document.stages, 1):
        title = stage_title(number, stage.name) if len(document.stages) > 1 else ""
        try:
            _report(document, number)
        except NoReport as none:
            text = f"{capfirst(issue_text(none.issue, reader_language()))}."
            stages.append(StageReport(number=number, title=title, refused=text))
        else:
            stages.append(StageReport(number=number, title=title))
        with suppress(DocumentError, Undecided):
            missing += [issue for issue in missing_in(document, number) if issue not in missing]
    return Homologation(
        tuple(stages), tuple(_in_words(event, document, missing, lists_here=lists_here)), unlisted(document)
    )


def report_file(event: Event, stage: int) -> Trf:
    """The stage's file. NoReport: none."""
    return _report(_published(event), stage)[0]


def unlisted(document: Document) -> tuple[DocumentPlayer, ...]:
    """The players without a FIDE number, which a federation asks of FIDE by the rest of their data."""
    return tuple(player for player in document.players if player.identity.fide_id is None)


def unlisted_sheet(event: Event) -> SpreadsheetPage:
    """Their data as a table with headings."""
    rows = []
    for player in unlisted(_published(event)):
        identity = player.identity
        family, given = (identity.family, identity.given) if identity.family else (player.name, "")
        own = (family, given, identity.sex, identity.born, identity.federation, identity.national_id)
        rows.append([*own, player.club])
    return SpreadsheetPage(
        title="FIDE",
        columns=[
            _("Cognome"),
            pgettext("nome di battesimo", "Nome"),
            _("Sesso"),
            _("Data o anno di nascita"),
            _("Federazione"),
            _("Tessera nazionale"),
            _("Circolo"),
        ],
        rows=rows,
    )


def _published(event: Event) -> Document:
    """The document with personal data and without drafts."""
    return _without_drafts(document_of(event))


def _without_drafts(document: Document) -> Document:
    return replace(
        document,
        stages=tuple(
            replace(
                stage, rounds=tuple(played for played in stage.rounds if round_facts(played).published_at)
            )
            for stage in document.stages
        ),
    )


def _report(document: Document, number: int) -> tuple[Trf, list[ValidationIssue]]:
    """The file of the stage, and what it lacks. NoReport: it has none, or not yet."""
    path = f"stages[{number - 1}]"
    if not document.stages[number - 1].rounds:
        raise NoReport(ValidationIssue(path, "report_not_played"))
    try:
        return report_of(document, number)
    except (DocumentError, Undecided) as error:
        raise NoReport(ValidationIssue(path, "report_not_played")) from error


def _in_words(
    event: Event, document: Document, issues: Sequence[ValidationIssue], *, lists_here: bool
) -> Iterator[Missing]:
    fields = {**FIELDS, **({LISTS: (SETTINGS[LISTS], "#id_rating_list")} if lists_here else {})}
    of_event = tuple(link for issue in issues if (link := _of_event(event, issue, fields)))
    if of_event:
        yield Missing(_("Del torneo"), of_event)
    codes: dict[int, set[str]] = defaultdict(set)
    for issue in issues:
        if issue.code in LACKING or issue.code in WRONG:
            codes[int(issue.path.removeprefix("players[").partition("]")[0])].add(issue.code)
    alike: dict[str, list[Link]] = defaultdict(list)
    for place, of_player in codes.items():
        player = document.players[place]
        address = reverse("rounds:entry_change", args=[event.slug, player.id])
        alike[_title(of_player)].append(Link(player.name, f"{address}#for-reports"))
    for title, links in alike.items():
        yield Missing(title, tuple(links))


def _title(codes: Collection[str]) -> str:
    """Of those of whom all this is missing or wrong."""
    lacking = [str(noun) for code, noun in LACKING.items() if code in codes]
    said = [_("senza %(data)s") % {"data": ", ".join(lacking)}] if lacking else []
    return capfirst("; ".join([*said, *(str(what) for code, what in WRONG.items() if code in codes)]))


def _of_event(event: Event, issue: ValidationIssue, fields: Mapping[str, tuple[Promise, str]]) -> Link | None:
    if issue.code == "report_missing_days":
        rounds = issue.facts["rounds"]
        stage = int(issue.path.removeprefix("stages[").partition("]")[0]) + 1
        text = ngettext("il giorno del turno %(rounds)s", "il giorno dei turni %(rounds)s", len(rounds))
        return Link(
            text % {"rounds": ", ".join(map(str, rounds))}, reverse("rounds:days", args=[event.slug, stage])
        )
    if issue.path in fields:
        field, anchor = fields[issue.path]
        return Link(str(field), anchor)
    if issue.path in SETTINGS:
        return Link(str(SETTINGS[issue.path]), reverse("rounds:settings", args=[event.slug]))
    return None
