"""Every address of the site in one table: by who may go there. Read by the tests of access and of the pages.

A new address stands in no row, and fails tests/test_access.py until it does.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from clubtornei.accounts.club_actions import put_logo
from clubtornei.accounts.logos import read_logo
from clubtornei.accounts.models import Club, Invitation, Role
from clubtornei.accounts.password_views import link_for
from clubtornei.club_copies.copy_jobs import CopyRequest, make_copy
from clubtornei.club_copies.models import ClubCopy, CopyReason
from clubtornei.events.models import Event, SignUp
from clubtornei.mail.models import Address
from clubtornei.players.models import PlayerMerge
from clubtornei.public.appointments import mark_of_player
from clubtornei.rounds.models import Table
from clubtornei.season.merging.actions import Moved
from clubtornei.season.models import Circuit, TypedResult
from clubtornei.web.build_id import build_id
from tests.factories import logo_file

BACKUP = "2026-11-21_18-30-00_closing.tar"


def _names(text: str) -> list[str]:
    return text.split()


ANYBODY = _names("""
    health login logout set_language rounds:home accounts:start
    accounts:password_forgotten accounts:code rounds:privacy
    help:index_it help:index_en help:page_it help:page_en help:version_it help:version_en
    public:colours public:logo
""")

SIGNED_IN = _names("""
    accounts:account accounts:password accounts:demo_leave accounts:clubs
    accounts:account_delete rounds:own_data
    accounts:session_end accounts:second_factor accounts:second_factor_change
""")

OPERATING = _names("""
    metrics security_txt
""")
"""For who runs the site, where the environment says so: tests/operations/."""

ADMINISTERING = _names("""
    accounts:site_second_factor accounts:site_administrators accounts:site_administrator_dismiss
""")
"""For the administrator of the site: tests/accounts/ tests who that is."""

INVITED = _names("""
    accounts:join accounts:join_signed_in accounts:password_set
""")
"""For whoever holds a link that lets him in; the link is the key."""

PUBLISHED = _names("""
    public:event public:bracket public:calendar public:card public:clock public:clubs public:crosstable
    public:document public:clinch public:pairings public:rules public:screen public:screen_numbered
    public:stages public:standings
    public:club public:club_calendar public:event_calendar public:feed public:pairings_text public:people
    public:player_calendar public:standings_text
    public:verify public:why_final public:why_pairing public:why_place
    public:overlay public:overlay_round
    public:manifest public:club_manifest
    public:prizes
    api:bracket api:calendar api:event api:prizes api:round api:standings
""")

OF_THE_YEAR = _names("""
    public:circuit public:circuit_person
    public:circuit_document public:circuit_table public:person public:ratings
    api:circuit api:circuits api:events api:openapi
""")
"""Of a club's year, for anybody: tests/season/ and tests/public/api/ test what of it is public."""

ON_PAPER = _names("""
    rounds:at_table rounds:trial_at_table
""")
"""For whoever holds the paper of a table; the token in the address is the key."""

BY_LINK = _names("""
    rounds:own rounds:own_name rounds:own_address rounds:hall
    mail:confirm mail:stop
""")
"""For whoever holds the link of a person or of a mail address, or stands before the code in the hall."""

IN_THE_HALL = _names("""
    public:hall_screen public:hall_screen_numbered
""")
"""For the projectors of a published event; the hall's key is in the address."""

SIGNING_UP = _names("""
    rounds:sign_up
""")
"""For anybody, while the event is public and takes sign-ups."""

FOLLOWING = _names("""
    rounds:follow
""")
"""For anybody, while the event is public: tests/rounds/messages/."""

MOVED = _names("""
    rounds:overview rounds:rounds accounts:sessions
""")
"""Old addresses, which lead to the page that has taken their place."""

BETWEEN_SITES = _names("""
    publishing:receive
""")
"""For laptops that sign with a key of this server: tests/publishing/."""

OF_MORE = _names("""
    rounds:scores rounds:trial rounds:correct_scores rounds:trial_at_table
""")
"""Of these there are none at a table of two."""

LEAST_ROLE = {
    Role.HELPER: _names("""
        rounds:club
        rounds:clock rounds:begin_end rounds:take_turn
        rounds:event rounds:round rounds:result rounds:undo
        rounds:scores rounds:trial rounds:proposals rounds:confirm rounds:confirm_all rounds:reject
        rounds:final rounds:why_final rounds:stage rounds:stages rounds:bracket
        rounds:calendar rounds:card rounds:clubs rounds:crosstable rounds:clinch rounds:standings
        season:circuits season:circuit season:circuit_person
        season:circuit_export season:circuit_sheet season:circuit_table
    """),
    Role.ARBITER: _names("""
        players:roster players:player_add players:player_edit players:player_delete
        players:import players:import_confirm
        exchange:search exchange:add exchange:update
        exchange:roster exchange:tables exchange:table exchange:package exchange:package_cancel
        exchange:packaged
        season:circuit_new season:circuit_change season:circuit_close season:circuit_import
        season:tags season:people season:pick season:item season:typed season:typed_new season:remove
        season:merge_with season:merge season:part season:members
        events:preset_new events:preset_delete rounds:copy rounds:save_preset
        events:new events:new_by_formula rounds:formula rounds:settings rounds:publish_event
        rounds:methods rounds:club_methods
        rounds:entries rounds:enter rounds:entry_names rounds:entry_new rounds:entry_team rounds:entry_change
        rounds:entry_remove
        rounds:presence rounds:check_in rounds:check_all_in rounds:remove_absent
        rounds:sign_ups rounds:links rounds:sign_up_settings rounds:sign_up_questions
        rounds:enter_sign_ups rounds:decide_sign_up
        rounds:mail rounds:mail_write rounds:mail_organiser rounds:mail_try_again
        rounds:fees rounds:fee_change rounds:paid
        rounds:exemptions
        rounds:draw rounds:announce rounds:draw_numbers rounds:ceremony rounds:by_hand rounds:cancel_draw
        rounds:draw_next rounds:draw_by_hand rounds:arrange rounds:publish rounds:discard rounds:take_back
        rounds:play_early rounds:missed rounds:no_show rounds:seat_latecomer
        rounds:check_round rounds:by_hand_reason
        rounds:publish_all
        rounds:replay
        rounds:correct rounds:correct_scores rounds:days rounds:attendance rounds:plans rounds:tap
        rounds:everybody rounds:adjustments rounds:prohibitions rounds:stage_add_round
        rounds:withdraw rounds:come_back rounds:close rounds:history rounds:rating_change
        rounds:stage_add rounds:stage_split rounds:stage_lots
        rounds:stage_begin rounds:stage_change rounds:stage_decline
        rounds:stage_follow_rules rounds:stage_invite rounds:stage_remove rounds:stage_confirm
        rounds:stage_take_back rounds:stage_decide rounds:stage_undecide
        rounds:prizes rounds:prizes_change rounds:prizes_confirm rounds:prizes_decide rounds:prizes_give_up
        rounds:prizes_marks rounds:prizes_take_back
        rounds:prints rounds:sheet rounds:print_job rounds:cancel_print
        rounds:homologation rounds:trf rounds:unlisted
        rounds:export rounds:export_published rounds:import rounds:import_report
        rounds:set_clock rounds:turn_clock
        rounds:person rounds:person_file rounds:person_initials
        rounds:screens rounds:add_screen rounds:remove_screen rounds:screen_message
        publishing:event publishing:take_over publishing:try_again
    """),
    Role.OWNER: _names("""
        accounts:members accounts:member_role
        accounts:invite accounts:invitation accounts:invitation_withdraw
        accounts:club accounts:club_look accounts:club_presentation accounts:club_close
        accounts:club_reopen accounts:club_hand_over
        accounts:club_delete accounts:member_password accounts:member_remove accounts:member_unlock
        accounts:member_second_factor accounts:audit
        accounts:backups accounts:backup
        club_copies:copies club_copies:copy_new club_copies:upload club_copies:download
        club_copies:restore club_copies:delete
        exchange:lists exchange:cancel exchange:remove
        season:circuit_reopen season:circuit_delete
        rounds:delete
        rounds:reopen
        rounds:forget
        rounds:retention
        publishing:club publishing:stop publishing:keys publishing:revoke publishing:remove
    """),
}
EVEN_CLOSED = _names("""
    accounts:club accounts:club_look accounts:club_presentation accounts:club_close accounts:club_reopen
    accounts:club_hand_over
    accounts:club_delete club_copies:copy_new club_copies:delete rounds:person_initials rounds:forget
    rounds:retention
""")
"""What is written in a closed club, too: what becomes of it, and what people may ask for."""
OURS = {name: role for role, names in LEAST_ROLE.items() for name in names}


@cache
def addresses() -> dict[str, str]:
    """The route of every address by its full name."""
    return dict(_walk(get_resolver().url_patterns, "", ""))


def _walk(patterns: list[URLPattern | URLResolver], namespace: str, prefix: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else namespace
            yield from _walk(pattern.url_patterns, inner, route)
        else:
            yield f"{namespace}{pattern.name}", route


def path_of(
    name: str, event: Event, *, club: Club | None = None, things: Event | None = None, **given: Any
) -> str:
    """The path of the address for this event (or its club, or another) and something that is there: its
    first player, member, table or round. `things`: of another event, which no page would ever link so.
    """
    route = addresses()[name]
    found = {
        "entry_no": 1,
        "number": 1,
        "table": 1,
        "name": _named(route, club or event.club, event),
        "build": build_id(),
        "surface": "public",
        "colour": "8b1a2b",
        "size": "small",
        "suffix": "webp",
        "stage": 2,
        "tie": "rank-1-4",
        "way": "arbiter",
        "screen": 1,
        "key": "key",
        "form": "csv",
        **given,
    }
    found["place"] = "risultati" if route.startswith("aiuto/") else "results"
    found |= {"file": BACKUP, "list": "fide"} | ({"stage": 1} if route.endswith(".trf") else {})
    if "<slug:circuit>" in route:
        circuit = _circuit(club or event.club)
        typed = TypedResult.objects.filter(event__circuit=circuit).first()
        found = {"person": f"t{typed.pk if typed else 1}"} | found | {"circuit": circuit.slug}
    found["club"] = (club or event.club).slug
    found["slug"] = (club or event.club).slug if route.startswith("c/") else event.slug
    if "<slug:copy>" in route:
        found["copy"] = _copy(club or event.club).pk
    if "<int:other>" in route:
        found.setdefault("other", (things or event).club.players.latest("pk").pk)
    if "<int:pk>" in route:
        found["pk"] = _pk_in(route, things or event)
    if route.startswith("invite/<"):
        found["key"] = _invitation(event).link_key
    elif route.startswith("password/set/"):
        return link_for(event.club.memberships.earliest("pk").user)
    elif route.startswith("i/"):
        found["key"] = _sign_up(event).link_key
    elif route.startswith("m/"):
        found["key"] = _mail_address(event).link_key
    elif route.startswith("h/") or "/screen/<uuid:key>" in route:
        found["key"] = event.hall_key
    elif route.startswith("q/"):
        found["key"] = _first_table(event).link_key
    elif route.startswith("t/") and "<uuid:key>" in route:
        found["key"] = event.public_key
    elif "<slug:mark>" in route:
        found["mark"] = mark_of_player(event, 1)
    return reverse(name, kwargs={key: value for key, value in found.items() if f":{key}>" in route})


def _copy(club: Club) -> ClubCopy:
    """A copy of the club, made once."""
    found = club.copies.first()
    return found or make_copy(club, CopyRequest(why=CopyReason.ASKED), lambda _progress: None)


def _named(route: str, club: Club, event: Event) -> str:
    """A logo, a formula, a table, or a sheet."""
    if "/logos/" in route:
        return _logo(club)
    if "/spreadsheets/" in route:
        return "entries"
    return "rtu-one-day" if "/new/" in route else "pairings"


def _logo(club: Club) -> str:
    if not club.logo:
        put_logo(club, read_logo(logo_file()))
        club.refresh_from_db()
    return club.logo


def _circuit(club: Club) -> Circuit:
    """With an event that is still to come, and one that has brought somebody something."""
    found = club.circuits.order_by("pk").first()
    if found is None:
        found = Circuit.objects.create(club=club, name="Anno", slug=f"anno-{club.pk}")
        found.items.create(name="Finale")
        found.items.create(name="Open").results.create(name="O. S.", points=1)
    return found


def _invitation(event: Event) -> Invitation:
    return Invitation.objects.get_or_create(club=event.club, whom="Ospite")[0]


def _sign_up(event: Event) -> SignUp:
    return event.sign_ups.first() or event.sign_ups.create(name="Ospite", key="ospite")


def _mail_address(event: Event) -> Address:
    return event.addresses.get_or_create(sign_up=_sign_up(event), email="ospite@example.org", language="it")[
        0
    ]


def _merge(club: Club) -> PlayerMerge:
    """One that cannot be undone: it has left out whom it was with."""
    kept = club.players.earliest("pk")
    found = kept.merges.first()
    return found or kept.merges.create(name="Ospite", merged={"name": "Ospite"}, moved=Moved().stored())


def _pk_in(route: str, event: Event) -> int:
    if "/presets/" in route:
        return event.club.presets.get_or_create(name="Serale")[0].pk
    if "/sign-ups/" in route:
        return _sign_up(event).pk
    if "/invitations/" in route:
        return _invitation(event).pk
    if "/typed/" in route or "/items/" in route:
        return _circuit(event.club).items.filter(event=None).earliest("pk").pk
    if "/circuits/of/" in route:
        return event.pk
    if "people/" in route:
        return event.club.players.earliest("pk").pk
    if "/members/" in route:
        return event.club.memberships.earliest("pk").pk
    if "/keys/" in route:
        return event.club.receiving_keys.get_or_create(name="Portatile", secret="0" * 64)[0].pk
    if "/received/" in route:
        return event.club.received_events.get_or_create(event=event, uid=UUID(int=event.pk))[0].pk
    if "/merges/" in route:
        return _merge(event.club).pk
    if "/players/" in route:
        return event.club.players.earliest("pk").pk
    return _first_table(event).pk


def _first_table(event: Event) -> Table:
    tables = Table.objects.select_related("round__stage").filter(round__stage__event=event)
    return tables.earliest("round__number", "number")
