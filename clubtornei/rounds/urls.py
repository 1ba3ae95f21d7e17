"""The rounds' room: the draw, the rounds and their results, what comes of them, and the sheets."""

from django.urls import URLPattern, URLResolver, include, path

from clubtornei.rounds.views import (
    at_table,
    attendance,
    clock,
    closing,
    days,
    documents,
    drafting,
    exemptions,
    field,
    history,
    marks,
    numbers,
    overview,
    prints,
    proposals,
    reads,
    results,
    rounds,
    stages,
)

app_name = "rounds"

of_draw = [
    path("", numbers.draw, name="draw"),
    path("announce/", numbers.announce, name="announce"),
    path("by-hand/", numbers.by_hand, name="by_hand"),
    path("cancel/", numbers.cancel, name="cancel_draw"),
    path("ceremony/", numbers.ceremony, name="ceremony"),
    path("numbers/", numbers.draw_numbers, name="draw_numbers"),
]

of_rounds = [
    path("", rounds.rounds, name="rounds"),
    path("by-hand/", drafting.draw_by_hand, name="draw_by_hand"),
    path("days/", days.days, name="days"),
    path("next/", rounds.draw_next, name="draw_next"),
    path("<int:number>/", rounds.round_page, name="round"),
    path("<int:number>/arrange/", drafting.arrange, name="arrange"),
    path("<int:number>/clock/", clock.clock, name="clock"),
    path("<int:number>/clock/set/", clock.set_clock, name="set_clock"),
    path("<int:number>/clock/turn/", clock.turn_clock, name="turn_clock"),
    path("<int:number>/discard/", rounds.discard, name="discard"),
    path("<int:number>/publish/", rounds.publish, name="publish"),
    path("<int:number>/take-back/", rounds.take_back, name="take_back"),
    path("<int:number>/proposals/", proposals.proposals, name="proposals"),
    path("<int:number>/proposals/confirm/", proposals.confirm_all, name="confirm_all"),
    path("<int:number>/undo/", results.undo, name="undo"),
]

of_tables = [
    path("<int:pk>/correct/", results.correct, name="correct"),
    path("<int:pk>/marks/", marks.marks, name="marks"),
    path("<int:pk>/marks/correct/", marks.correct, name="correct_marks"),
    path("<int:pk>/marks/worth/", marks.worth, name="worth"),
    path("<int:pk>/end/", clock.begin_end, name="begin_end"),
    path("<int:pk>/turn/", clock.take_turn, name="take_turn"),
    path("<int:pk>/proposal/confirm/", proposals.confirm, name="confirm"),
    path("<int:pk>/proposal/reject/", proposals.reject, name="reject"),
    path("<int:pk>/result/", results.result, name="result"),
]

# Of the stage being played; with `stages/<stage>/` in front, of that one.
of_stage: list[URLPattern | URLResolver] = [
    path("bracket/", reads.bracket, name="bracket"),
    path("calendar/", reads.calendar, name="calendar"),
    path("crosstable/", reads.crosstable, name="crosstable"),
    path("field/", attendance.who_plays, name="field"),
    path("field/<int:ident>/", attendance.plans, name="plans"),
    path("field/<int:ident>/tap/", attendance.tap, name="tap"),
    path("players/<int:ident>/", reads.card, name="card"),
    path("prints/", prints.prints, name="prints"),
    path("prints/<slug:name>.pdf", prints.sheet, name="sheet"),
    path("rounds/", include(of_rounds)),
    path("standings/", reads.standings, name="standings"),
    path("standings/clubs/", reads.clubs, name="clubs"),
    path("standings/needs/", reads.needs, name="needs"),
]

of_stages: list[URLPattern | URLResolver] = [
    path("", stages.stages, name="stages"),
    path("add/", stages.add, name="stage_add"),
    path("<int:stage>/", stages.stage, name="stage"),
    path("<int:stage>/begin/", stages.begin, name="stage_begin"),
    path("<int:stage>/change/", stages.change, name="stage_change"),
    path("<int:stage>/decline/", stages.decline, name="stage_decline"),
    path("<int:stage>/follow-rules/", stages.follow_rules, name="stage_follow_rules"),
    path("<int:stage>/invite/", stages.invite, name="stage_invite"),
    path("<int:stage>/remove/", stages.remove, name="stage_remove"),
    path("<int:stage>/settle/", stages.settle, name="stage_settle"),
    path("<int:stage>/take-back/", stages.take_back_start, name="stage_take_back"),
    path("<int:stage>/", include(of_stage)),
]

of_event: list[URLPattern | URLResolver] = [
    path("", overview.overview, name="overview"),
    path("close/", closing.close, name="close"),
    path("draw/", include(of_draw)),
    path("exemptions/", exemptions.exemptions, name="exemptions"),
    path("final/", closing.final, name="final"),
    path("final/<int:ident>/", closing.why_final, name="why_final"),
    path("export/", documents.export, name="export"),
    path("history/", history.history, name="history"),
    path("players/<int:ident>/come-back/", field.come_back, name="come_back"),
    path("reopen/", closing.reopen, name="reopen"),
    path("stages/", include(of_stages)),
    path("tables/", include(of_tables)),
    path("withdraw/", field.withdraw, name="withdraw"),
    *of_stage,
]

urlpatterns = [
    path("c/<slug:slug>/events/import/", documents.import_document, name="import"),
    path("e/<slug:slug>/", include(of_event)),
    path("q/<str:token>/", at_table.at_table, name="at_table"),
    path("q/<str:token>/worth/", at_table.worth, name="worth_at_table"),
]
