"""The rounds' room: the draw, the rounds and their results, what comes of them, and the sheets."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from clubtornei.rounds.clock import views as clock
from clubtornei.rounds.drafts import (
    check_views as checks,
    edit_views as edits,
    missed_views as missed,
    no_show_views as no_show,
    prohibition_views as prohibitions,
    round_views as drafts,
)
from clubtornei.rounds.homologation import views as homologation
from clubtornei.rounds.messages import views as mail
from clubtornei.rounds.numbers import views as numbers
from clubtornei.rounds.pages import (
    copy_views as copies,
    document_views,
    hall_views,
    home_views,
    round_views,
    screen_views as screens,
    settings_views,
)
from clubtornei.rounds.pages.history import views as history
from clubtornei.rounds.participation.attendance import views as attendance
from clubtornei.rounds.participation.entries import roll_call_views, views as entries
from clubtornei.rounds.participation.exemptions import views as exemptions
from clubtornei.rounds.participation.fees import views as fees
from clubtornei.rounds.participation.signups import link_views, own_views, views as sign_ups
from clubtornei.rounds.participation.withdrawals import views as withdrawals
from clubtornei.rounds.printing import views as printing
from clubtornei.rounds.privacy import views as privacy
from clubtornei.rounds.prizes import views as prizes
from clubtornei.rounds.reports import views as reports
from clubtornei.rounds.results import multiplayer_views, proposal_views, table_page_views, views as results
from clubtornei.rounds.results.adjustment_views import adjustments
from clubtornei.rounds.rules import method_comparison_views as methods
from clubtornei.rounds.stages import (
    closing_views,
    cut_views,
    days_views,
    entrant_views,
    formula_views,
    views as stages,
)

app_name = "rounds"

moved_to_the_hall = RedirectView.as_view(pattern_name="rounds:event", permanent=True)
"""For the addresses of the overview and of the list of rounds, which there were until version 0.2."""

of_draw = [
    path("", numbers.draw, name="draw"),
    path("announce/", numbers.announce, name="announce"),
    path("by-hand/", numbers.by_hand, name="by_hand"),
    path("cancel/", numbers.cancel, name="cancel_draw"),
    path("ceremony/", numbers.ceremony, name="ceremony"),
    path("numbers/", numbers.draw_numbers, name="draw_numbers"),
]

of_rounds = [
    path("", moved_to_the_hall, name="rounds"),
    path("by-hand/", edits.draw_by_hand, name="draw_by_hand"),
    path("days/", days_views.days, name="days"),
    path("next/", drafts.draw_next, name="draw_next"),
    path("publish-all/", drafts.publish_all, name="publish_all"),
]

# Of the first stage; with `stages/<stage>/` in front, of that one.
of_round = [
    path("", round_views.round_page, name="round"),
    path("arrange/", edits.arrange, name="arrange"),
    path("by-hand-reason/", checks.by_hand_reason, name="by_hand_reason"),
    path("check/", checks.check_round, name="check_round"),
    path("clock/", clock.clock, name="clock"),
    path("clock/set/", clock.set_clock, name="set_clock"),
    path("clock/turn/", clock.turn_clock, name="turn_clock"),
    path("discard/", drafts.discard, name="discard"),
    path("missed/", missed.missed, name="missed"),
    path("no-show/<int:entry_no>/", no_show.no_show, name="no_show"),
    path("publish/", drafts.publish, name="publish"),
    path("seat-latecomer/", no_show.seat_latecomer, name="seat_latecomer"),
    path("take-back/", drafts.take_back, name="take_back"),
    path("play-early/", results.play_early, name="play_early"),
    path("proposals/", proposal_views.proposals, name="proposals"),
    path("proposals/confirm/", proposal_views.confirm_all, name="confirm_all"),
    path("undo/", results.undo, name="undo"),
]

of_tables = [
    path("<int:pk>/correct/", results.correct, name="correct"),
    path("<int:pk>/scores/", multiplayer_views.scores, name="scores"),
    path("<int:pk>/scores/correct/", multiplayer_views.correct, name="correct_scores"),
    path("<int:pk>/scores/trial/", multiplayer_views.trial, name="trial"),
    path("<int:pk>/end/", clock.begin_end, name="begin_end"),
    path("<int:pk>/turn/", clock.take_turn, name="take_turn"),
    path("<int:pk>/proposal/confirm/", proposal_views.confirm, name="confirm"),
    path("<int:pk>/proposal/reject/", proposal_views.reject, name="reject"),
    path("<int:pk>/replay/", drafts.replay, name="replay"),
    path("<int:pk>/result/", results.result, name="result"),
]

# Of the stage being played; with `stages/<stage>/` in front, of that one.
of_stage: list[URLPattern | URLResolver] = [
    path("adjustments/", adjustments, name="adjustments"),
    path("bracket/", reports.bracket, name="bracket"),
    path("calendar/", reports.calendar, name="calendar"),
    path("crosstable/", reports.crosstable, name="crosstable"),
    path("attendance/", attendance.who_plays, name="attendance"),
    path("attendance/everybody/", attendance.everybody, name="everybody"),
    path("attendance/<int:entry_no>/", attendance.plans, name="plans"),
    path("attendance/<int:entry_no>/tap/", attendance.tap, name="tap"),
    path("players/<int:entry_no>/", reports.card, name="card"),
    path("prohibitions/", prohibitions.prohibitions, name="prohibitions"),
    path("prints/", printing.prints, name="prints"),
    path("prints/<slug:name>.pdf", printing.sheet, name="sheet"),
    path("rounds/", include(of_rounds)),
    path("standings/", reports.standings, name="standings"),
    path("standings/clubs/", reports.clubs, name="clubs"),
    path("standings/needs/", reports.clinch, name="clinch"),
]

of_stages: list[URLPattern | URLResolver] = [
    path("", stages.stages, name="stages"),
    path("add/", stages.add, name="stage_add"),
    path("groups/", stages.split, name="stage_split"),
    path("<int:stage>/", entrant_views.stage, name="stage"),
    path("<int:stage>/hall/", hall_views.hall, name="event"),
    path("<int:stage>/add-round/", stages.add_round, name="stage_add_round"),
    path("<int:stage>/begin/", entrant_views.begin, name="stage_begin"),
    path("<int:stage>/lots/", closing_views.draw_lots, name="stage_lots"),
    path("<int:stage>/change/", stages.change, name="stage_change"),
    path("<int:stage>/decline/", entrant_views.decline, name="stage_decline"),
    path("<int:stage>/follow-rules/", formula_views.follow_rules, name="stage_follow_rules"),
    path("<int:stage>/invite/", entrant_views.invite, name="stage_invite"),
    path("<int:stage>/ties/<slug:tie>/<slug:way>/", cut_views.decide, name="stage_decide"),
    path("<int:stage>/undecide/", cut_views.take_back, name="stage_undecide"),
    path("<int:stage>/remove/", stages.remove, name="stage_remove"),
    path("<int:stage>/confirm/", entrant_views.confirm_entrants, name="stage_confirm"),
    path("<int:stage>/take-back/", entrant_views.take_back_start, name="stage_take_back"),
    path("<int:stage>/rounds/<int:number>/", include(of_round)),
    path("<int:stage>/", include(of_stage)),
]

of_entries = [
    path("", entries.entries, name="entries"),
    path("add/", entries.enter, name="enter"),
    path("new/", entries.enter_new, name="entry_new"),
    path("names/", entries.enter_names, name="entry_names"),
    path("team/", entries.enter_team, name="entry_team"),
    path("presence/", roll_call_views.presence, name="presence"),
    path("presence/all/", roll_call_views.check_all_in, name="check_all_in"),
    path("remove-absent/", entries.remove_absent, name="remove_absent"),
    path("<int:entry_no>/", entries.change, name="entry_change"),
    path("<int:entry_no>/remove/", entries.remove, name="entry_remove"),
    path("<int:entry_no>/present/", roll_call_views.check_in, name="check_in"),
]

of_fees = [
    path("", fees.fees, name="fees"),
    path("<int:entry_no>/", fees.change, name="fee_change"),
    path("<int:entry_no>/paid/", fees.paid, name="paid"),
]

of_prizes = [
    path("", prizes.prizes, name="prizes"),
    path("change/", prizes.change, name="prizes_change"),
    path("confirm/", prizes.confirm, name="prizes_confirm"),
    path("decide/", prizes.decide, name="prizes_decide"),
    path("marks/", prizes.marks, name="prizes_marks"),
    path("take-back/", prizes.take_back, name="prizes_take_back"),
    path("<int:entry_no>/", prizes.give_up, name="prizes_give_up"),
]

of_screens = [
    path("", screens.screens, name="screens"),
    path("message/", screens.screen_message, name="screen_message"),
    path("<int:number>/", screens.add_screen, name="add_screen"),
    path("<int:number>/remove/", screens.remove_screen, name="remove_screen"),
]

of_sign_ups = [
    path("", sign_ups.sign_ups, name="sign_ups"),
    path("enter/", sign_ups.enter, name="enter_sign_ups"),
    path("settings/", sign_ups.settings, name="sign_up_settings"),
    path("questions/", sign_ups.questions, name="sign_up_questions"),
    path("<int:pk>/decide/", sign_ups.decide, name="decide_sign_up"),
]

of_mail = [
    path("", mail.mail, name="mail"),
    path("write/", mail.write, name="mail_write"),
    path("organiser/", mail.organiser, name="mail_organiser"),
    path("try-again/", mail.try_again, name="mail_try_again"),
]

of_event: list[URLPattern | URLResolver] = [
    path("overview/", moved_to_the_hall, name="overview"),
    path("close/", closing_views.close, name="close"),
    path("copy/", copies.copy, name="copy"),
    path("copy/preset/", copies.preset, name="save_preset"),
    path("delete/", settings_views.delete, name="delete"),
    path("draw/", include(of_draw)),
    path("entries/", include(of_entries)),
    path("exemptions/", exemptions.exemptions, name="exemptions"),
    path("fees/", include(of_fees)),
    path("final/", closing_views.final, name="final"),
    path("final/<int:entry_no>/", closing_views.why_final, name="why_final"),
    path("formula/", formula_views.adapt, name="formula"),
    path("homologation/", homologation.homologation, name="homologation"),
    path("homologation/<int:stage>.trf", homologation.trf, name="trf"),
    path("homologation/unlisted.csv", homologation.unlisted, name="unlisted"),
    path("prints/jobs/<slug:key>/", printing.print_job, name="print_job"),
    path("prints/jobs/<slug:key>/cancel/", printing.cancel_print, name="cancel_print"),
    path("prizes/", include(of_prizes)),
    path("publish/", settings_views.publish, name="publish_event"),
    path("settings/", settings_views.settings, name="settings"),
    path("methods/", methods.of_event, name="methods"),
    path("export/", document_views.export, name="export"),
    path("export/published/", document_views.export_published, name="export_published"),
    path("history/", history.history, name="history"),
    path("links/", link_views.links, name="links"),
    path("mail/", include(of_mail)),
    path("players/<int:entry_no>/come-back/", withdrawals.come_back, name="come_back"),
    path("reopen/", closing_views.reopen, name="reopen"),
    path("screens/", include(of_screens)),
    path("sign-ups/", include(of_sign_ups)),
    path("stages/", include(of_stages)),
    path("tables/", include(of_tables)),
    path("rounds/<int:number>/", include(of_round), {"stage": 1}),
    path("standings/ratings/", reports.rating_change, name="rating_change"),
    path("withdraw/", withdrawals.withdraw, name="withdraw"),
    *of_stage,
    path("", hall_views.hall, name="event"),
]

of_person = [
    path("", privacy.person, name="person"),
    path("file/", privacy.person_file, name="person_file"),
    path("forget/", privacy.forget, name="forget"),
    path("initials/", privacy.person_initials, name="person_initials"),
]

urlpatterns = [
    path("", home_views.home, name="home"),
    path("c/<slug:slug>/", home_views.club, name="club"),
    path("c/<slug:slug>/methods/", methods.of_club, name="club_methods"),
    path("c/<slug:slug>/events/import/", document_views.import_document, name="import"),
    path("account/data/", privacy.own_data, name="own_data"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("c/<slug:slug>/privacy/", privacy.retention, name="retention"),
    path("c/<slug:slug>/players/<int:pk>/known/", include(of_person)),
    path("c/<slug:slug>/events/import/report/", document_views.import_report, name="import_report"),
    path("e/<slug:slug>/", include(of_event)),
    path("h/<uuid:key>/", own_views.hall, name="hall"),
    path("i/<uuid:key>/", own_views.own, name="own"),
    path("i/<uuid:key>/mail/", own_views.own_address, name="own_address"),
    path("i/<uuid:key>/name/", privacy.own_name, name="own_name"),
    path("t/<slug:slug>/follow/<int:entry_no>/", mail.follow, name="follow"),
    path("t/<slug:slug>/sign-up/", own_views.sign_up, name="sign_up"),
    path("q/<uuid:key>/", table_page_views.at_table, name="at_table"),
    path("q/<uuid:key>/trial/", table_page_views.trial, name="trial_at_table"),
]
