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
    "accounts:sessions": "full",
    "accounts:account_delete": "full",
    "accounts:second_factor": "full",
    "accounts:members": "full bare",
    "accounts:invitation": "full",
    "accounts:backups": "full",
    "accounts:member_password": "full",
    "accounts:member_remove": "full",
    "accounts:member_second_factor": "full",
    "accounts:audit": "full",
    "players:roster": "full bare full?q=zap full?q=nessuno",
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
    "events:new": "full full?formula=round-robin.single "
    "full?formula=amalfi full?formula=seating full?formula=rotation.evening",
    "events:new_by_formula": "full",
    "rounds:formula": "formula",
    "rounds:settings": "entered listed playing closed",
    "rounds:methods": "formula",
    "rounds:club_methods": "full",
    "rounds:delete": "playing",
    "rounds:copy": "playing",
    "events:preset_new": "full",
    "rounds:entries": "empty entered entered?q=lo entered?q=nessuno drawn listed swiss swissdraft closed",
    "rounds:entry_names": "entered drawn",
    "rounds:entry_new": "entered drawn",
    "rounds:entry_team": "entered drawn",
    "rounds:entry_change": "entered drawn",
    "rounds:entry_remove": "entered",
    "rounds:presence": "empty entered drawn",
    "rounds:remove_absent": "entered",
    "rounds:sign_ups": "signing",
    "rounds:links": "signing",
    "rounds:sign_up_settings": "signing",
    "rounds:sign_up_questions": "signing",
    "rounds:fees": "signing",
    "rounds:event": "formula empty entered drawn seeded closed",
    "rounds:draw": "empty entered announced drawn draft playing listed swiss",
    "rounds:ceremony": "drawn",
    "rounds:by_hand": "entered announced",
    "rounds:exemptions": "seeded bracket",
    "rounds:cancel_draw": "drawn playing",
    "rounds:round": (
        "draft playing playing?number=2 playing?number=3 bracket bracket?number=2 closed seated"
    ),
    "rounds:clock": "draft seated timed",
    "rounds:screens": "playing",
    "rounds:days": "empty playing closed",
    "rounds:attendance": "empty swiss swissdraft seeded closed",
    "rounds:plans": "swiss",
    "rounds:prohibitions": "swiss playing",
    "rounds:adjustments": "swiss bracket",
    "rounds:missed": "swiss",
    "rounds:prizes": "entered signing closed",
    "rounds:prizes_change": "closed",
    "rounds:prizes_marks": "entered closed",
    "rounds:take_back": "playing draft",
    "rounds:publish_all": "playing",
    "rounds:correct_scores": "seated",
    "rounds:correct": "playing playing?result=1-0 bracket bracket?game=1&result=1-0 closed",
    "rounds:withdraw": "playing playing?player=1 swiss?player=2 closed",
    "rounds:come_back": "playing?entry_no=withdrawn swiss?entry_no=withdrawn",
    "rounds:close": "playing waiting staged",
    "rounds:reopen": "closed",
    "rounds:final": "finals",
    "rounds:why_final": "finals",
    "rounds:stage": "staged staged?stage=3 finals level",
    "rounds:stage_decide": "level",
    "rounds:stages": "staged playing finals",
    "rounds:stage_add": "staged staged?formula=bands.final",
    "rounds:stage_change": "staged",
    "rounds:stage_remove": "staged",
    "rounds:history": "empty playing",
    "rounds:homologation": "empty playing closed",
    "rounds:standings": "empty playing playing?after=1 closed evenings",
    "rounds:rating_change": "empty playing",
    "rounds:clubs": "empty playing playing?best=1",
    "rounds:clinch": "empty evenings",
    "rounds:crosstable": "empty playing closed evenings",
    "rounds:bracket": "empty seeded bracket bracket?player=1",
    "rounds:calendar": "empty drawn playing evenings",
    "rounds:card": "drawn playing playing?entry_no=withdrawn closed evenings",
    "rounds:prints": "empty playing closed",
    "rounds:print_job": "playing",
    "rounds:import": "full",
    "exchange:tables": "closed",
    "season:circuits": "full bare",
    "season:circuit": "full",
    "season:circuit_change": "full",
    "season:tags": "full",
    "season:people": "full",
    "season:merge_with": "full full?q=zap full?q=nessuno",
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
    "public:event": "finals empty signing announced drawn playing closed evenings",
    "public:club": "full",
    "public:people": "full",
    "public:pairings": "playing?number=3 playing?by=name playing?q=nessuno "
    "closed evenings?number=2 evenings?by=name",
    "public:standings": "empty playing playing?after=1 closed evenings",
    # What these four have in every state is the same file as the organisers' page has.
    "public:clubs": "playing",
    "public:clinch": "playing",
    "public:crosstable": "playing",
    "public:bracket": "bracket",
    "public:calendar": "empty drawn playing evenings",
    "public:card": "finals entered drawn playing playing?entry_no=withdrawn closed evenings",
    "public:why_pairing": "playing evenings",
    "rounds:sign_up": "signing",
    "rounds:own": "signing",
    "rounds:hall": "signing",
    "rounds:at_table": "playing seated",
    "public:why_final": "playing finals",
    "public:why_place": "playing playing?entry_no=withdrawn closed",
    "public:stages": "playing staged finals",
    "public:prizes": "signing closed",
    "public:rules": "signing swiss evenings finals",
    "public:verify": "empty drawn draft",
    "public:clock": "empty timed",
    "public:screen": "empty drawn playing closed evenings",
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

ONLY_POSTED = {
    "logout",
    "set_language",
    "accounts:password",
    "accounts:session_end",
    "accounts:second_factor_change",
    "accounts:club_look",
    "accounts:club_presentation",
    "accounts:club_close",
    "accounts:club_reopen",
    "accounts:club_hand_over",
    "accounts:invite",
    "accounts:invitation_withdraw",
    "accounts:member_role",
    "accounts:member_unlock",
    "players:import_confirm",
    "exchange:add",
    "exchange:cancel",
    "exchange:remove",
    "accounts:site_administrator_dismiss",
    "rounds:import_report",
    "rounds:publish_event",
    "rounds:enter",
    "rounds:check_in",
    "rounds:check_all_in",
    "rounds:announce",
    "rounds:draw_numbers",
    "rounds:draw_next",
    "rounds:tap",
    "rounds:everybody",
    "rounds:draw_by_hand",
    "rounds:arrange",
    "rounds:publish",
    "rounds:discard",
    "rounds:play_early",
    "rounds:check_round",
    "rounds:by_hand_reason",
    "rounds:replay",
    "rounds:undo",
    "rounds:result",
    "rounds:stage_split",
    "rounds:stage_lots",
    "rounds:stage_begin",
    "rounds:stage_add_round",
    "rounds:stage_decline",
    "rounds:stage_follow_rules",
    "rounds:stage_invite",
    "rounds:stage_confirm",
    "rounds:stage_take_back",
    "rounds:stage_undecide",
    "rounds:set_clock",
    "rounds:set_screen",
    "rounds:remove_screen",
    "rounds:screen_message",
    "rounds:turn_clock",
    "rounds:begin_end",
    "rounds:take_turn",
    "rounds:scores",
    "rounds:trial",
    "rounds:trial_at_table",
    "rounds:confirm",
    "rounds:confirm_all",
    "rounds:reject",
    "rounds:cancel_print",
    "rounds:person_initials",
    "rounds:own_name",
    "exchange:package",
    "exchange:package_cancel",
    "season:pick",
    "season:remove",
    "season:part",
    "season:members",
    "rounds:enter_sign_ups",
    "rounds:save_preset",
    "events:preset_delete",
    "rounds:decide_sign_up",
    "rounds:prizes_confirm",
    "rounds:prizes_decide",
    "rounds:prizes_give_up",
    "rounds:prizes_take_back",
    "rounds:fee_change",
    "rounds:paid",
}

ELSEWHERE = {
    "accounts:join_signed_in",
    "metrics",
    "security_txt",
    *MOVED,
    "rounds:printed",
    "exchange:packaged",
    "season:circuit_reopen",
}
"""Leads to one of several pages, or to a file, if there is one."""

ALIKE = {"season:circuit_new", "season:typed_new", "season:circuit_delete", "public:overlay_round"} | {
    "public:hall_screen",
    "public:hall_screen_numbered",
    "season:circuit_close",
    "season:circuit_import",
    "accounts:site_second_factor",
    "accounts:site_administrators",
}
"""Has the template of another page, or no more than a question."""

FRAGMENTS = {"rounds:proposals", "accounts:code"}
"""Parts of a page that are asked for by themselves, and the second page of signing in."""

FILES = {
    *("accounts:backup", "health", "public:document", "rounds:export", "rounds:person_file"),
    *("public:colours", "public:logo"),
    *("public:manifest", "public:club_manifest"),
    *("public:club_calendar", "public:event_calendar", "public:player_calendar", "public:feed"),
    *("public:pairings_text", "public:standings_text"),
    *("rounds:own_data", "rounds:sheet", "rounds:round_set", "rounds:trf", "rounds:unlisted"),
    *("exchange:roster", "exchange:table", "season:circuit_export", "season:circuit_sheet"),
    *("season:circuit_table", "public:circuit_document", "public:circuit_table"),
    *("api:openapi", "api:events", "api:circuits", "api:circuit", "api:event", "api:round", "api:standings"),
    *("api:bracket", "api:calendar", "api:prizes"),
}

# Pages whose form is sent empty: which form, where there are more.
REFUSED = [
    ("accounts:account", "full", "form[action*=password]"),
    ("accounts:members", "full", "form[action*=invite]"),
    ("players:player_add", "full", "main form"),
    ("players:import", "full", "main form"),
    ("events:new", "full?formula=round-robin.single", "main form"),
    ("rounds:settings", "entered", "main form:not([action])"),
    ("rounds:delete", "playing", "main form"),
    ("rounds:entry_new", "entered", "main form"),
    ("rounds:entry_change", "entered", "main form"),
    ("rounds:by_hand", "entered", "main form"),
    ("rounds:import", "full", "main form"),
    ("rounds:prohibitions", "swiss", "main form:not(.log form)"),
    ("rounds:adjustments", "swiss", "main form"),
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
