"""Which page of the help speaks of which page of the site."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from clubtornei.help.pages import HelpPage
from clubtornei.help.rendering import text_of

TOPICS = {
    "README": "rounds:home",
    "guida-rapida 3": "rounds:presence rounds:remove_absent",
    "guida-rapida": "accounts:start events:new rounds:club rounds:event",
    "importare": "players:roster players:import players:player_add players:player_edit players:player_delete"
    " season:merge_with season:merge",
    "verificare": "rounds:draw rounds:announce rounds:by_hand rounds:ceremony rounds:cancel_draw",
    "risultati": "rounds:round rounds:result",
    "risultati 2": "rounds:scores rounds:trial",
    "risultati 3": "rounds:at_table",
    "risultati 7": "rounds:adjustments",
    "risultati 4": "rounds:correct rounds:correct_scores rounds:take_back rounds:reopen rounds:history",
    "eliminazione": "rounds:bracket",
    "eliminazione 0": "rounds:exemptions",
    "a-mano": "rounds:arrange",
    "a-mano 1": "rounds:draw_by_hand",
    "iscrizioni-in-corsa": "rounds:entries rounds:entry_new rounds:entry_names rounds:entry_change "
    "rounds:entry_remove",
    "iscrizioni-in-corsa 0": "rounds:attendance rounds:plans rounds:prohibitions",
    "iscrizioni-in-corsa 1": "rounds:missed rounds:no_show",
    "iscrizioni-in-corsa 3": "rounds:entry_team",
    "bando-e-preiscrizioni 1": "rounds:sign_ups rounds:sign_up_settings rounds:sign_up_questions"
    " rounds:sign_up",
    "bando-e-preiscrizioni 2": "rounds:own rounds:hall rounds:links",
    "bando-e-preiscrizioni 3": "rounds:mail rounds:mail_write rounds:follow mail:confirm mail:stop",
    "bando-e-preiscrizioni 4": "rounds:fees",
    "bando-e-preiscrizioni 5": "rounds:copy events:preset_new",
    "tavoli-e-serate": "rounds:crosstable rounds:calendar",
    "tavoli-e-serate 0": "rounds:methods rounds:club_methods",
    "tavoli-e-serate 1": "rounds:days",
    "tavoli-e-serate 4": "rounds:clinch",
    "tavoli-e-serate 5": "rounds:clubs",
    "orologio": "rounds:clock",
    "ritiri": "rounds:withdraw rounds:come_back",
    "fasi-e-formule": "events:new_by_formula rounds:formula rounds:stages",
    "fasi-e-formule 1": "rounds:stage rounds:stage_decide",
    "fasi-e-formule 2": "rounds:stage_add rounds:stage_change rounds:stage_remove",
    "fasi-e-formule 5": "rounds:final rounds:why_final rounds:close rounds:standings",
    "omologazione": "rounds:homologation rounds:rating_change",
    "premi": "rounds:prizes rounds:prizes_change rounds:prizes_marks",
    "omologazione 1": "rounds:import",
    "omologazione 3": "exchange:lists exchange:search exchange:update",
    "anno": "season:circuits season:circuit season:circuit_new season:circuit_change season:circuit_close "
    "season:circuit_reopen season:circuit_delete season:circuit_import season:tags season:item season:typed "
    "season:typed_new",
    "anno 2": "season:people",
    "anno 3": "exchange:tables",
    "stampe": "rounds:prints rounds:print_job",
    "pubblico": "rounds:publish_all rounds:card",
    "pubblico 2": "rounds:screens",
    "pubblico 3": "publishing:event publishing:club publishing:stop publishing:keys publishing:remove",
    "organizzatori 1": "accounts:members accounts:invitation accounts:member_remove accounts:join "
    "accounts:audit",
    "organizzatori 2": "accounts:member_password accounts:password_forgotten accounts:password_set login",
    "organizzatori 3": "accounts:account accounts:second_factor accounts:code "
    "accounts:account_delete accounts:member_second_factor accounts:site_second_factor "
    "accounts:site_administrators",
    "organizzatori 4": "accounts:clubs accounts:club accounts:club_delete",
    "organizzatori 5": "rounds:privacy rounds:person rounds:forget rounds:retention",
    "copie": "accounts:backups",
    "copie 3": "club_copies:copies club_copies:restore club_copies:delete",
    "domande": "rounds:settings rounds:delete accounts:demo_leave",
}
"""The names of the site's addresses by page and, where only a part speaks of them, the place of its heading
among the page's: both languages have the same headings in the same order.
"""
UNTIL_DRAWN = {"guida-rapida 2": "rounds:entries rounds:entry_new rounds:entry_names"}
"""The same for what an address is about until the event's numbers are there, and with them round 1."""


class Topic(NamedTuple):
    """A page in Italian, or a part of it."""

    name: str
    heading: int | None

    @cache  # noqa: B019 (there are as many as above)
    def url(self, language: str) -> str:
        page = HelpPage("it", self.name)
        page = page if language == "it" else page.twin
        if self.heading is None:
            return page.url
        return f"{page.url}#{text_of(page.path).headings[self.heading].anchor}"


def _topics(pages: Mapping[str, str]) -> dict[str, Topic]:
    found = {}
    for key, addresses in pages.items():
        name, _blank, heading = key.partition(" ")
        for address in addresses.split():
            found[address] = Topic(name, int(heading) if heading else None)
    return found


TOPIC_OF = _topics(TOPICS)
FIRST_TOPIC_OF = _topics(UNTIL_DRAWN)
