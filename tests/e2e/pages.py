"""Every page of the site in the states that look different: what the tests of the pages go through.

A state is the name of an event in tests/e2e/world.py, or `bare` or `full` for a club; a query may follow. One
in which a page has the same elements in the same places as in another, with other words and figures, is none.
"""

from tests.addresses import MOVED, addresses, path_of
from tests.e2e.world import World

ORGANISERS = {
    "accounts:clubs": "full",
    "accounts:club": "full",
    "accounts:club_delete": "full",
    "rounds:home": "full",
    "accounts:account": "full",
    "accounts:account_delete": "full",
    "accounts:second_factor": "full",
    "accounts:members": "full bare",
    "accounts:invitation": "full",
    "accounts:backups": "full",
    "club_copies:copies": "full",
    "publishing:club": "full",
    "publishing:keys": "full",
    "publishing:event": "playing",
    "club_copies:restore": "full",
    "club_copies:delete": "full",
    "accounts:member_password": "full",
    "accounts:member_remove": "full",
    "accounts:member_second_factor": "full",
    "accounts:audit": "full",
    "players:roster": "full bare full?q=nessuno",
    "players:player_add": "full",
    "players:player_edit": "full",
    "players:player_delete": "full",
    "players:import": "full",
    "rounds:person": "full",
    "rounds:forget": "full",
    "rounds:retention": "full",
    "exchange:lists": "full",
    "exchange:search": "full",
    "exchange:update": "full",
    "rounds:club": "full bare",
    "events:new": "full full?formula=round-robin.single full?formula=rotation.evening",
    "events:new_by_formula": "full",
    "rounds:formula": "formula",
    "rounds:settings": "entered closed",
    "rounds:methods": "formula",
    "rounds:club_methods": "full",
    "rounds:delete": "playing",
    "rounds:copy": "playing",
    "events:preset_new": "full",
    "rounds:entries": "empty entered entered?q=nessuno swiss closed",
    "rounds:entry_names": "drawn",
    "rounds:entry_new": "drawn",
    "rounds:entry_team": "drawn",
    "rounds:entry_change": "drawn",
    "rounds:entry_remove": "entered",
    "rounds:presence": "empty drawn",
    "rounds:remove_absent": "entered",
    "rounds:sign_ups": "signing",
    "rounds:links": "signing",
    "rounds:sign_up_settings": "signing",
    "rounds:sign_up_questions": "signing",
    "rounds:fees": "signing",
    "rounds:mail": "signing",
    "rounds:mail_write": "signing",
    "rounds:event": "formula entered closed",
    "rounds:draw": "empty entered announced drawn swiss",
    "rounds:ceremony": "drawn",
    "rounds:by_hand": "announced",
    "rounds:exemptions": "bracket",
    "rounds:cancel_draw": "playing",
    "rounds:round": "draft playing playing?number=3 bracket closed seated",
    "rounds:clock": "seated timed",
    "rounds:screens": "playing",
    "rounds:days": "closed",
    "rounds:attendance": "empty swiss closed",
    "rounds:plans": "swiss",
    "rounds:prohibitions": "playing",
    "rounds:adjustments": "bracket",
    "rounds:missed": "seated",
    "rounds:no_show": "seated",
    "rounds:prizes": "entered closed",
    "rounds:prizes_change": "closed",
    "rounds:prizes_marks": "closed",
    "rounds:take_back": "draft",
    "rounds:publish_all": "playing",
    "rounds:correct_scores": "seated",
    "rounds:correct": "playing?result=1-0 bracket closed",
    "rounds:withdraw": "playing?player=1 closed",
    "rounds:come_back": "swiss?entry_no=withdrawn",
    "rounds:close": "waiting staged",
    "rounds:reopen": "closed",
    "rounds:final": "finals",
    "rounds:why_final": "finals",
    "rounds:stage": "staged finals level",
    "rounds:stage_decide": "level",
    "rounds:stages": "finals",
    "rounds:stage_add": "staged?formula=bands.final",
    "rounds:stage_change": "staged",
    "rounds:stage_remove": "staged",
    "rounds:history": "empty playing",
    "rounds:homologation": "playing closed",
    "rounds:standings": "empty playing?after=1 evenings",
    "rounds:rating_change": "playing",
    "rounds:clubs": "playing?best=1",
    "rounds:clinch": "evenings",
    "rounds:crosstable": "playing evenings",
    "rounds:bracket": "seeded bracket?player=1",
    "rounds:calendar": "playing evenings",
    "rounds:card": "playing playing?entry_no=withdrawn evenings",
    "rounds:prints": "closed",
    "rounds:print_job": "playing",
    "rounds:import": "full",
    "exchange:tables": "closed",
    "season:circuits": "full bare",
    "season:circuit": "full",
    "season:circuit_change": "full",
    "season:tags": "full",
    "season:people": "full",
    "season:merge_with": "full?q=nessuno",
    "season:merge": "full",
    "season:item": "closed",
    "season:typed": "full",
}

PUBLIC = {
    "login": "full",
    "help:index_it": "full",
    "help:index_en": "full",
    "help:page_it": "full",
    "help:page_en": "full",
    "help:version_it": "full",
    "help:version_en": "full",
    "accounts:join": "full",
    "rounds:privacy": "full",
    "accounts:password_set": "full",
    "rounds:home": "full",
    "public:event": "finals empty signing drawn playing closed evenings",
    "public:club": "full",
    "public:people": "full",
    "public:pairings": "playing?by=name playing?q=nessuno closed evenings?by=name",
    "public:standings": "empty playing closed evenings",
    # What these four have in every state is the same file as the organisers' page has.
    "public:clubs": "playing",
    "public:clinch": "playing",
    "public:crosstable": "playing",
    "public:bracket": "bracket",
    "public:calendar": "evenings",
    "public:card": "finals entered playing playing?entry_no=withdrawn evenings",
    "public:why_pairing": "playing evenings",
    "rounds:sign_up": "signing",
    "rounds:own": "signing",
    "rounds:follow": "playing",
    "mail:confirm": "signing",
    "mail:stop": "signing",
    "rounds:hall": "signing",
    "rounds:at_table": "playing seated",
    "public:why_final": "finals",
    "public:why_place": "playing closed",
    "public:stages": "finals",
    "public:prizes": "signing closed",
    "public:rules": "signing finals",
    "public:verify": "empty draft",
    "public:clock": "empty timed",
    "public:screen": "drawn playing closed evenings",
    "public:screen_numbered": "playing",
    "public:overlay": "playing",
    "public:circuit": "full",
    "public:ratings": "full",
    "public:person": "full",
}

FIRST_RUN = {"accounts:start"}
MAILING = {"accounts:password_forgotten"}
"""Where the site sends mail."""
DEMO = {"accounts:demo_leave"}

ELSEWHERE = {
    "accounts:join_signed_in",
    "metrics",
    "security_txt",
    *MOVED,
    "exchange:packaged",
    "season:circuit_reopen",
}
"""Leads to one of several pages, or to a file, if there is one."""

ALIKE = {
    "publishing:stop",
    "publishing:remove",
    "season:circuit_new",
    "season:typed_new",
    "season:circuit_delete",
    "public:overlay_round",
} | {
    "public:hall_screen",
    "public:hall_screen_numbered",
    "season:circuit_close",
    "season:circuit_person",
    "public:circuit_person",
    "season:circuit_import",
    "accounts:site_second_factor",
    "accounts:site_administrators",
}
"""Has the template of another page, or no more than a question."""

FRAGMENTS = {"rounds:proposals", "accounts:code"}
"""Parts of a page that are asked for by themselves, and the second page of signing in."""

FILES = {
    "club_copies:download",
    "rounds:export_published",
    *("accounts:backup", "health", "public:document", "rounds:export", "rounds:person_file"),
    *("public:colours", "public:logo"),
    *("public:manifest", "public:club_manifest"),
    *("public:club_calendar", "public:event_calendar", "public:player_calendar", "public:feed"),
    *("public:pairings_text", "public:standings_text"),
    *("rounds:own_data", "rounds:sheet", "rounds:trf", "rounds:unlisted"),
    *("exchange:roster", "exchange:table", "season:circuit_export", "season:circuit_sheet"),
    *("season:circuit_table", "public:circuit_document", "public:circuit_table"),
    *("api:openapi", "api:events", "api:circuits", "api:circuit", "api:event", "api:round", "api:standings"),
    *("api:bracket", "api:calendar", "api:prizes"),
}

# Pages whose form is sent empty: which form, where there are more.
REFUSED = [
    ("accounts:members", "full", "form[action*=invite]"),
    ("players:import", "full", "main form"),
    ("events:new", "full?formula=round-robin.single", "main form"),
    ("rounds:settings", "entered", "main form:not([action])"),
    ("rounds:entry_new", "entered", "main form"),
    ("rounds:prohibitions", "swiss", "main form:not(.log form)"),
    ("exchange:lists", "full", "main form[enctype]"),
]


def states(table: dict[str, str]) -> list[tuple[str, str]]:
    """Each address with each of its states."""
    return [(name, state) for name, named in table.items() for state in named.split()]


def path_in(world: World, name: str, state: str) -> str:
    """`playing?number=3`: the third round of that event; what is no part of the path is a query."""
    where, _mark, query = state.partition("?")
    key, _equals, value = query.partition("=")
    event = world.events.get(where, world.events["playing"])
    club = world.bare_club if where == "bare" else world.club
    given: dict[str, int | str] = {}
    if value == "withdrawn":
        value = str(event.entries.exclude(withdrawn=None).get().entry_no)
    if f":{key}>" in addresses()[name]:
        given, query = {key: int(value)}, ""
    path = path_of(name, event, club=club, **given)
    return f"{path}?{query}" if query else path
