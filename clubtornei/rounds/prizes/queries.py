"""Who gets which prize as the results stand, for organisers."""

from collections.abc import Sequence
from hashlib import sha256

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.version_cache import VersionCache
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import confirmed_awards
from clubtornei.rounds.models import Round
from clubtornei.rounds.reports.prizes import announced_report, awards_report, why_award
from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.state.site_facts import ConfirmedAwards
from clubtornei.text.languages import reader_language
from pairing.registry import SYSTEM_SPECS
from scoring.prize_list import PrizeList, prizes_as_plain, read_prizes
from scoring.prize_reasons import award_text, conditions_text, left_reason, passed_reason, rules_text
from scoring.prizes import Awards, CategoryAwards, awards_of
from scoring.qualification import Undecided
from scoring.record import Document, DocumentError, DocumentPlayer, Identity, facts_from, to_json
from scoring.stage_sources import finals
from scoring.standings import Row


class PrizeLine(Struct, frozen=True, kw_only=True):
    """Somebody of a category: what he gets, if anything, and why. `declined`: he gives up his prizes."""

    player: DocumentPlayer
    why: str
    place: int | None = None
    what: str = ""
    declined: bool = False


class CategoryLines(Struct, frozen=True, kw_only=True):
    """A category as the page shows it. `left`: why places are not awarded, empty where all are."""

    name: str
    about: str
    competing: int
    awards: Sequence[PrizeLine]
    passed: Sequence[PrizeLine]
    left: str


class Computed(Struct, frozen=True, kw_only=True):
    """The awards as the results stand; `digest`: the same as long as they are the same."""

    awards: Awards
    players: dict[int, DocumentPlayer]

    @property
    def digest(self) -> str:
        return sha256(to_json(self.awards).encode()).hexdigest()[:32]

    @property
    def undecided(self) -> list[list[DocumentPlayer]]:
        """The groups level on everything whose order is to be decided."""
        return [[self.players[player] for player in level] for level in self.awards.undecided]

    def agrees_with(self, confirmed: ConfirmedAwards) -> bool:
        """Whether what was confirmed still follows from the results, whatever is said of those level."""
        given, before = (
            [[replace(award, level=()) for award in each.awards] for each in categories]
            for categories in (self.awards.categories, confirmed.categories)
        )
        return given == before


def prizes_of(event: Event) -> PrizeList:
    """What is announced."""
    return read_prizes(event.prizes)


def digest_of(event: Event) -> str:
    """A digest of the prizes announced: a page carries that of what it has shown."""
    return sha256(to_json(prizes_as_plain(prizes_of(event))).encode()).hexdigest()[:32]


def computed_awards(event: Event, cache: VersionCache | None = None) -> Computed | None:
    """Who gets what as the results stand; None while there are no results, a stage is still to be decided, or
    a round of the only stage, or a final after others, is still played. One query more than a snapshot.
    """
    snapshot, prizes = EventSnapshot(event, cache=cache, whole_names=True), prizes_of(event)
    if not prizes or not any(stage.rounds for stage in snapshot.document.stages):
        return None
    if _unfinished_round(snapshot) or _unfinished_final(snapshot):
        return None
    try:
        awards = awards_of(_with_identities(event, snapshot.document), SYSTEM_SPECS, prizes, _rows(snapshot))
    except (Undecided, DocumentError):
        return None
    return Computed(awards=awards, players={player.id: player for player in snapshot.document.players})


def _unfinished_round(snapshot: EventSnapshot) -> int | None:
    """The round of an event of one stage that is being played."""
    current = snapshot.progress.current
    is_over = snapshot.event.closed or snapshot.stages.several or not current.missing
    return None if is_over else current.number


def _unfinished_final(snapshot: EventSnapshot) -> str:
    """The title of a final that is still played, or to come, after other stages; empty once all are over."""
    stages = snapshot.stages
    if snapshot.event.closed or not stages.several:
        return ""
    begun = {tab.number for tab in stages.begun}
    for number in finals(snapshot.document.stages):
        progress = snapshot.of_stage(number).progress if number in begun else None
        if progress is None or not (progress.over or (progress.total is None and progress.ranked)):
            return stages.title_of(number)
    return ""


def _rows(snapshot: EventSnapshot) -> list[Row] | None:
    """The ranking announced, or that of the only stage; None: to be computed over all stages."""
    if snapshot.event.closed:
        return snapshot.announced
    return None if snapshot.stages.several else snapshot.standings()


def _with_identities(event: Event, document: Document) -> Document:
    """The public document with what conditions ask of the players."""
    identities = dict(event.entries.values_list("entry_no", "identity"))
    players = tuple(
        replace(player, identity=facts_from(identities.get(player.id, {}), Identity))
        for player in document.players
    )
    return replace(document, players=players)


def prizes_report(event: Event) -> Report:
    """For organisers: who gets what as the results stand; before there are any, what is announced."""
    computed = computed_awards(event)
    if computed is None:
        return announced_report(EventSnapshot(event, whole_names=True))
    return awards_report(prizes_of(event), computed.awards.categories, computed.players)


def lines_of(prizes: PrizeList, computed: Computed) -> list[CategoryLines]:
    """The categories with who gets their prizes, who does not, and why."""
    return [_lines(prizes, each, computed) for each in computed.awards.categories]


def _lines(prizes: PrizeList, awards: CategoryAwards, computed: Computed) -> CategoryLines:
    category, language, players = prizes.categories[awards.category], reader_language(), computed.players
    about = " · ".join(filter(None, (conditions_text(category, language), rules_text(category, language))))
    return CategoryLines(
        name=category.name,
        about=about,
        competing=awards.competing,
        awards=[
            PrizeLine(
                player=players[award.player],
                why=why_award(award, players),
                place=award.place,
                what=award_text(award, language),
            )
            for award in awards.awards
        ],
        passed=[
            PrizeLine(
                player=players[passed.player],
                why=passed_reason(passed, category, prizes, language),
                declined=passed.code == "declined",
            )
            for passed in awards.passed
        ],
        left=left_reason(awards, language),
    )


def confirmation_of(event: Event, computed: Computed | None) -> "Confirmation | None":
    """What was confirmed; None: nothing yet."""
    confirmed = confirmed_awards(event)
    if confirmed is None:
        return None
    return Confirmation(confirmed=confirmed, holds=computed is not None and computed.agrees_with(confirmed))


class Confirmation(Struct, frozen=True):
    """What was confirmed, and whether it still follows from the results."""

    confirmed: ConfirmedAwards
    holds: bool


class OpenPrizes(Struct, frozen=True):
    """What is still to be done before the prizes are given: a sentence, and the page's address and link."""

    sentence: str
    url: str
    action: str


def open_prizes(event: Event) -> OpenPrizes | None:
    """None once who gets what is confirmed."""
    if event.awards:
        return None
    if not prizes_of(event):
        url = reverse("rounds:prizes_change", args=[event.slug])
        return OpenPrizes(_("Nessun premio è scritto."), url, _("Scrivi i premi"))
    return OpenPrizes(
        _("Premi da confermare: finché non lo fai, il pubblico non legge chi li vince.")
        if event.awards is None
        else _(
            "Premi da confermare di nuovo: i risultati li danno ad altri. Finché non lo fai, il pubblico non"
            " legge chi li vince."
        ),
        reverse("rounds:prizes", args=[event.slug]),
        _("Guarda i premi e conferma"),
    )


def why_nothing(event: Event) -> str:
    """Why nothing is computed yet, and what to do."""
    if not prizes_of(event) and Round.objects.published().of(event).exists():
        return _(
            "Nessun premio annunciato, e il turno 1 è già pubblicato. Si possono scrivere lo stesso: il"
            " pubblico legge quelli che confermi."
        )
    if not prizes_of(event):
        return _("Nessun premio: scrivili prima del turno 1, così il pubblico li legge sul bando.")
    snapshot = EventSnapshot(event)
    if number := _unfinished_round(snapshot):
        return _("Il turno %(number)d non è finito: chi prende che cosa si vede quando lo è.") % {
            "number": number
        }
    if stage := _unfinished_final(snapshot):
        return _("La fase «%(stage)s» non è finita: chi prende che cosa si decide quando lo è.") % {
            "stage": stage
        }
    return _("Chi vince che cosa si vede qui appena ci sono risultati.")
