"""Who gets which prize and why, and why somebody gets none, in Italian and English."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.prize_list import PrizeCategory, PrizeList, PrizePlace
from scoring.prizes import CENTS, Award, CategoryAwards, Passed
from scoring.standings import decimal_text, english_ordinal, written
from scoring.texts import LANGUAGES

Names = Callable[[int], str]

MOST_NAMES = 6
"""How many names a sentence lists; the others are counted."""

_WHY: Mapping[str, tuple[str, str]] = {
    "general": ("è {rank}° in classifica", "{rank} in the standings"),
    "category": (
        "è {rank}° in classifica e il {place}° di chi concorre (con i requisiti in {competing})",
        "{rank} in the standings and {place} of those who compete ({competing} meet the conditions)",
    ),
    "beyond": (
        "è {rank}° in classifica, a pari punti con l’ultimo posto premiato",
        "{rank} in the standings, level on points with the last place that has a prize",
    ),
}
_MOVED_UP = {
    "other_prize": (
        "chi gli sta davanti ha un altro premio: {players}",
        "ahead but with another prize: {players}",
    ),
    "withdrawn": ("ritirati: {players}", "withdrawn: {players}"),
    "games": ("con troppo poche partite: {players}", "too few games played: {players}"),
    "declined": ("rinunciano: {players}", "give up their prizes: {players}"),
}
_DECIDED = (
    "è pari in tutto con {players}: l’ordine fra loro l’ha deciso l’organizzatore",
    "level on everything with {players}: the organiser has decided their order",
)
_SHARED = {
    "equal": (
        "{pool} divisi in parti uguali fra {number} a pari punti",
        "{pool} divided equally among {number} level on points",
    ),
    "half": (
        "{own} sono la metà del suo posto, il resto la sua parte dell’altra metà di {pool}, divisa fra"
        " {number} a pari punti",
        "{own} is half of the place’s prize, the rest a share of the other half of {pool}, divided among"
        " {number} level on points",
    ),
}
_PASSED: Mapping[str, tuple[str, str]] = {
    "other_prize": ("ha già un premio che vale di più: {category}", "has a prize of more value: {category}"),
    "withdrawn": ("si è ritirato", "has withdrawn"),
    "games": ("ha giocato {played} partite; ce ne vogliono {least}", "played {played} games; {least} needed"),
    "declined": ("rinuncia ai premi", "gives up the prizes"),
    "born_unknown": ("non se ne sa la data di nascita", "the birth date is not known"),
    "born_doubt": (
        "se ne sa solo l’anno di nascita ({year}), che non basta a dire l’età",
        "only the year of birth ({year}) is known, which does not settle the age",
    ),
    "too_young": ("non ha {least} anni", "is not {least} years old"),
    "too_old": ("ha più di {most} anni", "is more than {most} years old"),
    "sex": ("il premio è riservato: {conditions}", "the prize is for others: {conditions}"),
    "sex_unknown": ("non se ne sa il sesso", "the sex is not known"),
    "unrated": ("non ha un Elo", "has no rating"),
    "rated": ("ha un Elo ({rating})", "has a rating ({rating})"),
    "rating_low": ("ha {rating} di Elo, meno di {least}", "is rated {rating}, less than {least}"),
    "rating_high": ("ha {rating} di Elo, più di {most}", "is rated {rating}, more than {most}"),
    "club": ("non è del circolo {club}", "is not of the club {club}"),
    "federation": ("non è della federazione {federation}", "is not of the federation {federation}"),
    "mark": ("non ha il segno «{mark}»", "does not have the mark “{mark}”"),
}
_LEFT = {
    "too_few": (
        "Non si assegna: iscritti con i requisiti {found}, ce ne vogliono {least}.",
        "Not awarded: {found} meet the conditions, {least} are needed.",
    ),
    "nobody_left": ("Nessuno che possa averlo.", "Nobody is left who may have it."),
}
_SEXES = {"w": ("donne", "women"), "m": ("uomini", "men")}
_DIVISIONS = {
    "none": ("", ""),
    "equal": ("denaro diviso in parti uguali a pari punti", "money divided equally where level on points"),
    "half": (
        "denaro metà al posto, metà diviso a pari punti (sistema Hort)",
        "money half by place, half divided where level on points (Hort system)",
    ),
}


def award_reason(award: Award, name: Names, language: str = "it") -> str:
    """Why a player gets the award: a sentence without its subject and its stop.

    `name`: what the others of it are called.
    """
    index = LANGUAGES.index(language)
    code = "beyond" if award.place is None else award.code
    ordinal = english_ordinal if language == "en" else str
    parts = [
        _WHY[code][index].format(
            rank=ordinal(award.rank), place=ordinal(award.place or 0), competing=award.competing
        )
    ]
    if award.level:
        parts.append(_DECIDED[index].format(players=_listed(award.level, name, language)))
    by_code: dict[str, list[int]] = {}
    for passed in award.moved_up:
        by_code.setdefault(passed.code, []).append(passed.player)
    parts += [
        _MOVED_UP[passed][index].format(players=_listed(players, name, language))
        for passed, players in by_code.items()
    ]
    if award.division:
        pool, own = (money_text(cents, language) for cents in (award.pool, Fraction(award.own)))
        parts.append(_SHARED[award.division][index].format(pool=pool, own=own, number=len(award.shared)))
    return "; ".join(parts)


def passed_reason(passed: Passed, category: PrizeCategory, prizes: PrizeList, language: str = "it") -> str:
    """Why somebody gets no prize of the category: a sentence without its subject and its stop."""
    index = LANGUAGES.index(language)
    facts: dict[str, Any] = {**passed.facts, "conditions": conditions_text(category, language)}
    if "rating" in facts:
        facts["rating"] = written(decimal_text(facts["rating"]), language)
    if passed.code == "other_prize":
        facts["category"] = prizes.categories[facts["category"]].name
    return _PASSED[passed.code][index].format(**facts)


def left_reason(awards: CategoryAwards, language: str = "it") -> str:
    """Why places of a category are not awarded; empty: all are."""
    if not awards.why_left:
        return ""
    return _LEFT[awards.why_left][LANGUAGES.index(language)].format(**awards.facts)


def conditions_text(category: PrizeCategory, language: str = "it") -> str:
    """Who competes for the category, in words."""
    return (
        "; ".join(_conditions(category, LANGUAGES.index(language)))
        or (("tutti", "everybody")[LANGUAGES.index(language)])
    )


def _conditions(category: PrizeCategory, index: int) -> list[str]:
    found = []
    if category.has_ages:
        day = "/".join(reversed(category.age_on.split("-")))
        ages = _range(category.age_from, category.age_to, index)
        found.append((f"età {ages} al {day}", f"aged {ages} on {day}")[index])
    if category.sex:
        found.append(_SEXES[category.sex][index])
    if category.has_band:
        band = _range(category.rating_from, category.rating_to, index)
        found.append((f"Elo {band}", f"rated {band}")[index])
        if category.unrated == "also":
            found.append(("o senza Elo", "or unrated")[index])
    elif category.unrated == "only":
        found.append(("senza Elo", "unrated")[index])
    if category.club:
        found.append((f"circolo {category.club}", f"club {category.club}")[index])
    if category.federation:
        found.append((f"federazione {category.federation}", f"federation {category.federation}")[index])
    if category.mark:
        found.append(category.mark)
    return found


def _range(low: int | None, high: int | None, index: int) -> str:
    if low is None:
        return (f"fino a {high}", f"up to {high}")[index]
    if high is None:
        return (f"da {low}", f"{low} or more")[index]
    return (f"da {low} a {high}", f"{low} to {high}")[index]


def rules_text(category: PrizeCategory, language: str = "it") -> str:
    """How the prizes of a category are given, in words; empty: by the standings, whole."""
    index = LANGUAGES.index(language)
    rules = [_DIVISIONS[category.division][index]]
    if category.entrants:
        least = category.entrants
        rules.append((f"con almeno {least} iscritti", f"if at least {least} are entered")[index])
    if category.group:
        rules.append((f"gruppo {category.group}", f"group {category.group}")[index])
    return "; ".join(rule for rule in rules if rule)


def place_text(place: PrizePlace, language: str = "it") -> str:
    """What a place brings.

    >>> from decimal import Decimal
    >>> place_text(PrizePlace(money=Decimal("62.50"), thing="coppa"))
    '62,50 € + coppa'
    """
    money = [money_text(CENTS * Fraction(place.money), language)] if place.money else []
    return " + ".join([*money, *([place.thing] if place.thing else [])])


def award_text(award: Award, language: str = "it") -> str:
    """What somebody gets."""
    money = [money_text(award.money, language)] if award.money else []
    return " + ".join([*money, *([award.thing] if award.thing else [])])


def money_text(cents: Fraction | int, language: str = "it") -> str:
    """An amount of so many cents; whole amounts without them.

    >>> money_text(1867), money_text(5000), money_text(Fraction(925, 2), "en")
    ('18,67 €', '50 €', '€4.625')
    """
    amount = Fraction(cents) / CENTS
    text = decimal_text(amount, 0 if amount.denominator == 1 else 2)
    return f"€{text}" if language == "en" else f"{written(text, language)} €"


def _listed(players: Sequence[int], name: Names, language: str) -> str:
    names = [name(player) for player in players[:MOST_NAMES]]
    more = len(players) - len(names)
    if more:
        names.append(f"altri {more}" if language == "it" else f"{more} more")
    return ", ".join(names)
