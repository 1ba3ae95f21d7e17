"""The ranking criteria (rules/standings.md#criteria), one row each.

A criterion is asked about a group of players who are level on all criteria before it. Most look at each
player alone; `direct` and `lot` look at the group too, and `previous` at the ranking one round earlier.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain

from msgspec import Struct

from scoring import direct
from scoring.ledger import BLACK, ZERO, Ledger
from scoring.lots import in_order_of_lots
from scoring.opponents import Opponents, cut, half_of_the_possible, koya, sonneborn_berger
from scoring.performance import average, performance
from scoring.system_spec import SystemSpec


class Value(Struct, frozen=True):
    """What a criterion finds for a player: `rank` orders, more is better; `shown` is what is printed."""

    rank: Fraction
    shown: Fraction


Groups = Sequence[Sequence[int]]
"""Players level so far, group by group; everybody is in one."""
Values = Callable[[Ledger, Groups], Mapping[int, Value]]
Measure = Callable[[Ledger, int], Fraction]


class Criterion(Struct, frozen=True, kw_only=True):
    """A row of the table.

    `multiplayer`: can it be computed at tables of more than two as well? `offered`: families of systems it
    makes sense for. `colours`: does it ask who had White and who Black?
    """

    name: str
    values: Values
    offered: tuple[str, ...]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    multiplayer: bool = True
    colours: bool = False

    def makes_sense_for(self, spec: SystemSpec) -> bool:
        """Does the site offer it for this system?"""
        return (self.multiplayer or not spec.multiplayer) and spec.family in self.offered


def each(measure: Measure) -> Values:
    """A criterion that looks at each player alone; more is better."""

    def values(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
        return _plain((player, measure(ledger, player)) for player in chain(*groups))

    return values


def _plain(measured: Iterable[tuple[int, Fraction]]) -> Mapping[int, Value]:
    return {player: Value(value, value) for player, value in measured}


def points(ledger: Ledger, player: int) -> Fraction:
    return ledger.points_of[player]


def wins(ledger: Ledger, player: int) -> Fraction:
    """Rounds that brought the points of a win; at tables of more than two, first places, shared or not."""
    if ledger.record.spec.multiplayer:
        return nth_places(1)(ledger, player)
    counted = ("played", "forfeit", "bye", "requested")
    rounds = ledger.outcomes[player]
    return Fraction(sum(outcome.kind in counted and outcome.points >= ledger.win for outcome in rounds))


def nth_places(place: int) -> Measure:
    """How often the player had that place; a shared place counts as the place itself."""
    return lambda ledger, player: Fraction(sum(outcome.place == place for outcome in ledger.outcomes[player]))


def best(nth: int) -> Measure:
    """The best, second best … single result; 0 where there are fewer."""

    def result(ledger: Ledger, player: int) -> Fraction:
        results = sorted(ledger.results_of(player), reverse=True)
        return results[nth - 1] if nth <= len(results) else ZERO

    return result


def by_penalties(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    """The sum of the penalties; fewer is better."""
    found = {}
    for player in chain(*groups):
        total = sum((outcome.penalty for outcome in ledger.outcomes[player]), ZERO)
        found[player] = Value(-total, total)
    return found


def games_won(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.share == 1 for game in ledger.games_of(player)))


def black_games(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.colour == BLACK for game in ledger.games_of(player)))


def black_wins(ledger: Ledger, player: int) -> Fraction:
    return Fraction(sum(game.colour == BLACK and game.share == 1 for game in ledger.games_of(player)))


def progressive(ledger: Ledger, player: int) -> Fraction:
    joined = ledger.record.players[player].joined
    running = accumulate(outcome.points for outcome in ledger.outcomes[player])
    rounds_with_head_start = max(0, ledger.rounds - joined + 1)
    return sum(running, ZERO) + rounds_with_head_start * ledger.head_start(player)


def distinct_opponents(ledger: Ledger, player: int) -> Fraction:
    met = {
        other
        for outcome in ledger.outcomes[player]
        if outcome.kind == "played" or outcome.games
        for other in outcome.opponents
    }
    return Fraction(len(met))


def buchholz(lowest: int = 0, highest: int = 0) -> Values:
    """Buchholz without so many of the lowest and of the highest opponents."""

    def values(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
        opponents = Opponents(ledger)
        return _plain(
            (player, cut(opponents.contributions(player), lowest, highest)) for player in chain(*groups)
        )

    return values


def by_sonneborn_berger(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    opponents = Opponents(ledger)
    return _plain((player, sonneborn_berger(opponents.contributions(player))) for player in chain(*groups))


def by_koya(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    halves = half_of_the_possible(ledger)
    return _plain((player, koya(ledger, player, halves)) for player in chain(*groups))


def by_direct_encounter(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    found = {}
    for group in groups:
        levels, among = direct.order(ledger, group)
        for place, level in enumerate(levels):
            found.update({player: Value(Fraction(-place), among[player]) for player in level})
    return found


def by_round_reached(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    """Where the system knows how far each has come; elsewhere nobody is ahead."""
    spec, record = ledger.record.spec, ledger.record
    reached = spec.reached(record) if spec.reached else {}
    found = dict.fromkeys(chain(*groups), Value(ZERO, ZERO))
    return found | {player: Value(one.rank, Fraction(one.round)) for player, one in reached.items()}


def by_previous_rank(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    ranks = {player: Fraction(ledger.earlier.get(player, 1)) for player in chain(*groups)}
    return {player: Value(-rank, rank) for player, rank in ranks.items()}


def by_lot(ledger: Ledger, groups: Groups) -> Mapping[int, Value]:
    record = ledger.record
    found = {}
    for group in groups:
        drawn = in_order_of_lots(group, record.document.seed, record.number, "lot")
        found.update(
            {player: Value(Fraction(-place), Fraction(place)) for place, player in enumerate(drawn, 1)}
        )
    return found


EVERYWHERE = ("round-robin", "swiss", "knockout", "tables")
SWISS, ROUND_ROBIN, KNOCKOUT = ("swiss",), ("round-robin",), ("knockout",)
TABLES = ("tables",)
GAMES = (*ROUND_ROBIN, *SWISS, *KNOCKOUT)
ROUND_REACHED = "round_reached"


def _row(
    name: str,
    values: Values,
    offered: tuple[str, ...],
    it: tuple[str, str],
    en: tuple[str, str],
    *,
    multiplayer: bool = True,
    colours: bool = False,
) -> Criterion:
    return Criterion(
        name=name,
        values=values,
        offered=offered,
        title={"it": it[0], "en": en[0]},
        meaning={"it": it[1], "en": en[1]},
        multiplayer=multiplayer,
        colours=colours,
    )


_ROWS = (
    _row(
        "points",
        each(points),
        EVERYWHERE,
        ("Punti", "I punti del torneo, bye compresi."),
        ("Points", "Tournament points, byes included."),
    ),
    _row(
        ROUND_REACHED,
        by_round_reached,
        KNOCKOUT,
        (
            "Turno raggiunto",
            "L’ultimo turno a cui si è arrivati nel tabellone; chi perde nello stesso turno è a pari merito.",
        ),
        ("Round reached", "The last round reached in the bracket; who loses in the same round is level."),
        multiplayer=False,
    ),
    _row(
        "wins",
        each(wins),
        EVERYWHERE,
        (
            "Vittorie",
            "I turni che hanno portato i punti di una vittoria, anche per forfait o bye; ai tavoli, i primi"
            " posti.",
        ),
        ("Wins", "Rounds that brought the points of a win, by forfeit or bye too; at tables, first places."),
    ),
    _row(
        "games_won",
        each(games_won),
        GAMES,
        ("Partite vinte", "Le partite vinte alla scacchiera."),
        ("Games won", "Games won over the board."),
        multiplayer=False,
    ),
    _row(
        "black_games",
        each(black_games),
        GAMES,
        ("Partite col Nero", "Le partite giocate col Nero alla scacchiera."),
        ("Games with Black", "Games played with Black over the board."),
        colours=True,
        multiplayer=False,
    ),
    _row(
        "black_wins",
        each(black_wins),
        GAMES,
        ("Vittorie col Nero", "Le partite vinte col Nero alla scacchiera."),
        ("Wins with Black", "Games won with Black over the board."),
        colours=True,
        multiplayer=False,
    ),
    _row(
        "direct",
        by_direct_encounter,
        GAMES,
        ("Scontro diretto", "I punti nelle partite fra i giocatori a pari merito."),
        ("Direct encounter", "Points in the games among the players who are level."),
        multiplayer=False,
    ),
    _row(
        "buchholz",
        buchholz(),
        SWISS,
        ("Buchholz", "La somma dei punti degli avversari."),
        ("Buchholz", "The sum of the opponents’ points."),
        multiplayer=False,
    ),
    _row(
        "buchholz_cut1",
        buchholz(lowest=1),
        SWISS,
        ("Buchholz Cut 1", "La somma dei punti degli avversari, senza il più basso."),
        ("Buchholz Cut 1", "The sum of the opponents’ points, without the lowest."),
        multiplayer=False,
    ),
    _row(
        "buchholz_cut2",
        buchholz(lowest=2),
        SWISS,
        ("Buchholz Cut 2", "La somma dei punti degli avversari, senza i due più bassi."),
        ("Buchholz Cut 2", "The sum of the opponents’ points, without the two lowest."),
        multiplayer=False,
    ),
    _row(
        "median",
        buchholz(lowest=1, highest=1),
        SWISS,
        ("Buchholz mediano", "La somma dei punti degli avversari, senza il più basso e il più alto."),
        ("Median Buchholz", "The sum of the opponents’ points, without the lowest and the highest."),
        multiplayer=False,
    ),
    _row(
        "sonneborn_berger",
        by_sonneborn_berger,
        GAMES,
        (
            "Sonneborn-Berger",
            "I punti degli avversari battuti e metà di quelli degli avversari con cui si è pattato.",
        ),
        ("Sonneborn-Berger", "The points of the opponents beaten, and half of those drawn with."),
        multiplayer=False,
    ),
    _row(
        "koya",
        by_koya,
        ROUND_ROBIN,
        ("Koya", "I punti contro chi ha almeno la metà dei punti possibili."),
        ("Koya", "Points against those who have at least half of the possible points."),
        multiplayer=False,
    ),
    _row(
        "progressive",
        each(progressive),
        SWISS,
        ("Punteggio progressivo", "La somma dei punti che si avevano dopo ciascun turno."),
        ("Progressive score", "The sum of the points held after each round."),
    ),
    _row(
        "aro",
        each(average),
        GAMES,
        ("Media Elo avversari", "La media dei rating degli avversari incontrati alla scacchiera."),
        ("Average rating of opponents", "The average rating of the opponents met over the board."),
        multiplayer=False,
    ),
    _row(
        "tpr",
        each(performance),
        GAMES,
        (
            "Performance",
            "La media Elo degli avversari più la differenza che la tabella FIDE dà per il risultato.",
        ),
        ("Performance", "The opponents’ average rating plus what the FIDE table gives for the score."),
        multiplayer=False,
    ),
    _row(
        "best_1",
        each(best(1)),
        TABLES,
        ("Miglior risultato", "I punti del miglior risultato di un solo turno."),
        ("Best result", "The points of the best result of a single round."),
    ),
    _row(
        "best_2",
        each(best(2)),
        TABLES,
        ("Secondo risultato", "I punti del secondo miglior risultato di un solo turno."),
        ("Second best result", "The points of the second best result of a single round."),
    ),
    _row(
        "best_3",
        each(best(3)),
        TABLES,
        ("Terzo risultato", "I punti del terzo miglior risultato di un solo turno."),
        ("Third best result", "The points of the third best result of a single round."),
    ),
    _row(
        "firsts",
        each(nth_places(1)),
        TABLES,
        ("Primi posti", "Quante volte si è stati primi al tavolo, anche alla pari."),
        ("First places", "How often one was first at the table, shared places too."),
    ),
    _row(
        "seconds",
        each(nth_places(2)),
        TABLES,
        ("Secondi posti", "Quante volte si è stati secondi al tavolo, anche alla pari."),
        ("Second places", "How often one was second at the table, shared places too."),
    ),
    _row(
        "thirds",
        each(nth_places(3)),
        TABLES,
        ("Terzi posti", "Quante volte si è stati terzi al tavolo, anche alla pari."),
        ("Third places", "How often one was third at the table, shared places too."),
    ),
    _row(
        "fourths",
        each(nth_places(4)),
        TABLES,
        ("Quarti posti", "Quante volte si è stati quarti al tavolo, anche alla pari."),
        ("Fourth places", "How often one was fourth at the table, shared places too."),
    ),
    _row(
        "penalty",
        by_penalties,
        TABLES,
        ("Penalità", "La somma delle penalità: meno è meglio."),
        ("Penalties", "The sum of the penalties: fewer is better."),
    ),
    _row(
        "previous",
        by_previous_rank,
        EVERYWHERE,
        ("Classifica precedente", "Chi era davanti un turno prima resta davanti."),
        ("Previous ranking", "Who was ahead one round earlier stays ahead."),
    ),
    _row(
        "distinct_opponents",
        each(distinct_opponents),
        EVERYWHERE,
        ("Avversari diversi", "Quanti avversari diversi si sono incontrati."),
        ("Different opponents", "How many different opponents were met."),
    ),
    _row(
        "lot",
        by_lot,
        EVERYWHERE,
        ("Sorteggio", "Un sorteggio dal seme del torneo, verificabile da chiunque."),
        ("Lot", "Drawn from the tournament’s seed, so anybody can check it."),
    ),
)

CRITERIA: Mapping[str, Criterion] = {row.name: row for row in _ROWS}
"""All criteria by name, in the order in which they are offered."""
