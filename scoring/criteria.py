"""The ranking criteria (rules/standings.md#criteria), one row each."""

from collections.abc import Mapping

from scoring import criterion
from scoring.criterion import Addends, Criterion, Values, by_addends, by_player
from scoring.performance import average, performance

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
    addends: Addends | None = None,
    acronym: str = "",
) -> Criterion:
    return Criterion(
        name=name,
        values=values,
        offered=offered,
        title={"it": it[0], "en": en[0]},
        meaning={"it": it[1], "en": en[1]},
        multiplayer=multiplayer,
        colours=colours,
        addends=addends,
        acronym=acronym,
    )


def _sum(
    name: str,
    addends: Addends,
    offered: tuple[str, ...],
    it: tuple[str, str],
    en: tuple[str, str],
    *,
    multiplayer: bool = False,
    acronym: str = "",
) -> Criterion:
    """The sum of addends."""
    values = by_addends(addends)
    return _row(name, values, offered, it, en, multiplayer=multiplayer, addends=addends, acronym=acronym)


_ROWS = (
    _row(
        "points",
        by_player(criterion.points),
        EVERYWHERE,
        ("Punti", "I punti del torneo, riposi compresi."),
        ("Points", "Tournament points, byes included."),
        acronym="PTS",
    ),
    _row(
        ROUND_REACHED,
        criterion.by_round_reached,
        KNOCKOUT,
        (
            "Turno raggiunto",
            "L’ultimo turno a cui si è arrivati nel tabellone; chi perde nello stesso turno è a pari merito.",
        ),
        (
            "Round reached",
            "The last round reached in the bracket; players knocked out in the same round are tied.",
        ),
        multiplayer=False,
    ),
    _row(
        "wins",
        by_player(criterion.wins),
        EVERYWHERE,
        (
            "Vittorie",
            "I turni che hanno portato i punti di una vittoria, anche per forfait o riposo; ai tavoli, i"
            " primi posti.",
        ),
        (
            "Number of wins",
            "Rounds scored as a win, including by forfeit or bye; at larger tables, first places.",
        ),
        acronym="WIN",
    ),
    _row(
        "standard_points",
        by_player(criterion.standard_points),
        GAMES,
        ("Punti standard", "1 per ogni vittoria e ½ per ogni patta, qualunque cosa valgano nel torneo."),
        ("Standard points", "1 for each win and ½ for each draw, whatever they are worth in the tournament."),
        multiplayer=False,
        acronym="STD",
    ),
    _row(
        "elected_rounds",
        by_player(criterion.elected_rounds),
        GAMES,
        (
            "Turni scelti di giocare",
            "I turni, senza i riposi a richiesta, le assenze e le sconfitte a forfait.",
        ),
        ("Rounds elected to play", "Rounds, excluding requested byes, absences and losses by forfeit."),
        multiplayer=False,
        acronym="REP",
    ),
    _row(
        "games_won",
        by_player(criterion.games_won),
        GAMES,
        ("Partite vinte", "Le partite vinte giocando."),
        ("Games won", "Games won over the board."),
        multiplayer=False,
        acronym="WON",
    ),
    _row(
        "black_games",
        by_player(criterion.black_games),
        GAMES,
        ("Partite col Nero", "Le partite giocate col Nero, senza i forfait."),
        ("Games with Black", "Games played with Black over the board."),
        colours=True,
        multiplayer=False,
        acronym="BPG",
    ),
    _row(
        "black_wins",
        by_player(criterion.black_wins),
        GAMES,
        ("Vittorie col Nero", "Le partite vinte giocando col Nero."),
        ("Wins with Black", "Games won with Black over the board."),
        colours=True,
        multiplayer=False,
        acronym="BWG",
    ),
    _row(
        "direct",
        criterion.by_direct_encounter,
        GAMES,
        ("Scontro diretto", "I punti nelle partite fra i giocatori a pari merito."),
        ("Direct encounter", "Points in the games between the tied players."),
        multiplayer=False,
        addends=criterion.direct_encounters,
        acronym="DE",
    ),
    _sum(
        "buchholz",
        criterion.buchholz(),
        SWISS,
        ("Buchholz", "La somma dei punti degli avversari."),
        ("Buchholz", "The sum of the opponents’ scores."),
        acronym="BH",
    ),
    _sum(
        "buchholz_cut1",
        criterion.buchholz(lowest=1),
        SWISS,
        ("Buchholz Cut 1", "La somma dei punti degli avversari, senza il più basso."),
        ("Buchholz Cut 1", "The sum of the opponents’ scores, excluding the lowest."),
        acronym="BH/C1",
    ),
    _sum(
        "buchholz_cut2",
        criterion.buchholz(lowest=2),
        SWISS,
        ("Buchholz Cut 2", "La somma dei punti degli avversari, senza i due più bassi."),
        ("Buchholz Cut 2", "The sum of the opponents’ scores, excluding the two lowest."),
        acronym="BH/C2",
    ),
    _sum(
        "median",
        criterion.buchholz(lowest=1, highest=1),
        SWISS,
        ("Buchholz mediano", "La somma dei punti degli avversari, senza il più basso e il più alto."),
        ("Median Buchholz", "The sum of the opponents’ scores, excluding the lowest and the highest."),
        acronym="BH/M1",
    ),
    _sum(
        "sonneborn_berger",
        criterion.sonneborn_berger(),
        GAMES,
        (
            "Sonneborn-Berger",
            "I punti degli avversari battuti e metà di quelli degli avversari con cui si è pattato.",
        ),
        ("Sonneborn-Berger", "The scores of opponents beaten, plus half the scores of opponents drawn with."),
        acronym="SB",
    ),
    _sum(
        "sonneborn_berger_cut1",
        criterion.sonneborn_berger(1),
        GAMES,
        ("Sonneborn-Berger Cut 1", "Il Sonneborn-Berger senza l’avversario con meno punti."),
        ("Sonneborn-Berger Cut 1", "Sonneborn-Berger without the opponent with the fewest points."),
        acronym="SB/C1",
    ),
    _sum(
        "sonneborn_berger_cut2",
        criterion.sonneborn_berger(2),
        GAMES,
        ("Sonneborn-Berger Cut 2", "Il Sonneborn-Berger senza i due avversari con meno punti."),
        ("Sonneborn-Berger Cut 2", "Sonneborn-Berger without the two opponents with the fewest points."),
        acronym="SB/C2",
    ),
    _sum(
        "koya",
        criterion.koya(),
        ROUND_ROBIN,
        ("Koya", "I punti contro chi ha almeno la metà dei punti possibili."),
        ("Koya", "Points against opponents with at least half of the maximum score."),
        acronym="KS",
    ),
    _sum(
        "koya_plus1",
        criterion.koya(1),
        ROUND_ROBIN,
        ("Koya +½", "I punti contro chi ha almeno mezzo punto più della metà dei punti possibili."),
        ("Koya +½", "Points against opponents with at least half of the maximum score plus half a point."),
        acronym="KS/L+1",
    ),
    _sum(
        "koya_minus1",
        criterion.koya(-1),
        ROUND_ROBIN,
        ("Koya −½", "I punti contro chi è al più mezzo punto sotto la metà dei punti possibili."),
        ("Koya −½", "Points against opponents with at least half of the maximum score minus half a point."),
        acronym="KS/L-1",
    ),
    _sum(
        "progressive",
        criterion.progressive,
        SWISS,
        ("Punteggio progressivo", "La somma dei punti che si avevano dopo ciascun turno."),
        ("Progressive score", "The sum of the player’s scores after each round."),
        multiplayer=True,
        acronym="PS",
    ),
    _row(
        "aro",
        by_player(average),
        GAMES,
        ("Media Elo avversari", "La media dei rating degli avversari con cui ha giocato."),
        ("Average rating of opponents", "The average rating of opponents met over the board."),
        multiplayer=False,
        acronym="ARO",
    ),
    _row(
        "tpr",
        by_player(performance),
        GAMES,
        (
            "Performance",
            "La media Elo degli avversari più la differenza che la tabella FIDE dà per il risultato.",
        ),
        ("Performance", "The opponents’ average rating, plus the FIDE table’s difference for the score."),
        multiplayer=False,
        acronym="TPR",
    ),
    _row(
        "rating",
        by_player(criterion.rating),
        GAMES,
        ("Punteggio Elo", "Il punteggio nella lista del torneo: il più alto è davanti."),
        ("Rating", "The rating in the tournament’s list: highest first."),
        multiplayer=False,
        acronym="RTNG",
    ),
    _row(
        "number",
        criterion.by_number,
        GAMES,
        ("Numero d’ordine", "Il numero d’ordine o di sorteggio: il più basso è davanti."),
        ("Pairing number", "The pairing number: lowest first."),
        multiplayer=False,
        acronym="TPN",
    ),
    _row(
        "best_1",
        by_player(criterion.best(1)),
        TABLES,
        ("Miglior risultato", "I punti del miglior risultato di un solo turno."),
        ("Best result", "The points from the best single round."),
    ),
    _row(
        "best_2",
        by_player(criterion.best(2)),
        TABLES,
        ("Secondo risultato", "I punti del secondo miglior risultato di un solo turno."),
        ("Second-best result", "The points from the second-best single round."),
    ),
    _row(
        "best_3",
        by_player(criterion.best(3)),
        TABLES,
        ("Terzo risultato", "I punti del terzo miglior risultato di un solo turno."),
        ("Third-best result", "The points from the third-best single round."),
    ),
    _row(
        "firsts",
        by_player(criterion.nth_places(1)),
        TABLES,
        ("Primi posti", "Quante volte si è stati primi al tavolo, anche alla pari."),
        ("First places", "Times first at the table, including shared places."),
    ),
    _row(
        "seconds",
        by_player(criterion.nth_places(2)),
        TABLES,
        ("Secondi posti", "Quante volte si è stati secondi al tavolo, anche alla pari."),
        ("Second places", "Times second at the table, including shared places."),
    ),
    _row(
        "thirds",
        by_player(criterion.nth_places(3)),
        TABLES,
        ("Terzi posti", "Quante volte si è stati terzi al tavolo, anche alla pari."),
        ("Third places", "Times third at the table, including shared places."),
    ),
    _row(
        "fourths",
        by_player(criterion.nth_places(4)),
        TABLES,
        ("Quarti posti", "Quante volte si è stati quarti al tavolo, anche alla pari."),
        ("Fourth places", "Times fourth at the table, including shared places."),
    ),
    _row(
        "penalty",
        criterion.by_penalties,
        TABLES,
        ("Penalità", "La somma delle penalità: meno è meglio."),
        ("Penalties", "The sum of the penalties: fewer is better."),
        addends=criterion.penalties,
    ),
    _row(
        "previous",
        criterion.by_previous_rank,
        EVERYWHERE,
        ("Classifica precedente", "Chi era davanti un turno prima resta davanti."),
        ("Previous standings", "Players keep their order from the previous round."),
    ),
    _row(
        "distinct_opponents",
        by_player(criterion.distinct_opponents),
        EVERYWHERE,
        ("Avversari diversi", "Quanti avversari diversi si sono incontrati."),
        ("Different opponents", "The number of different opponents met."),
    ),
    _row(
        "lot",
        criterion.by_lot,
        EVERYWHERE,
        ("Sorteggio", "Un sorteggio dal seme del torneo, verificabile da chiunque."),
        ("Drawing of lots", "Drawn from the tournament’s seed, so that anybody can check it."),
    ),
)

CRITERIA: Mapping[str, Criterion] = {row.name: row for row in _ROWS}
"""All criteria by name, in the order in which they are offered."""
