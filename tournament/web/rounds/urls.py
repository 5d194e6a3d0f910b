"""The addresses of the rounds."""

from django.urls import path

from tournament.web.rounds import clocks, dates, desk, drafts, line, overview, results, running, why

urlpatterns = [
    path("director/<slug:slug>/", overview.director, name="director"),
    path("director/<slug:slug>/rounds/", overview.current_round, name="current_round"),
    path("director/<slug:slug>/rounds/<int:number>/", drafts.draft, name="draft"),
    path("director/<slug:slug>/rounds/<int:number>/extra/", drafts.extra, name="extra_round"),
    path("director/<slug:slug>/rounds/<int:number>/remove/", drafts.remove, name="remove_round"),
    path("director/<slug:slug>/rounds/<int:number>/pair/", drafts.pair, name="pair"),
    path("director/<slug:slug>/rounds/<int:number>/change/", drafts.change, name="change"),
    path("director/<slug:slug>/rounds/<int:number>/state/", drafts.state, name="round_state"),
    path("director/<slug:slug>/rounds/<int:number>/result/", results.enter, name="result"),
    path("director/<slug:slug>/rounds/<int:number>/live/", running.live, name="round_live"),
    path("director/<slug:slug>/rounds/<int:number>/line/", line.result_line, name="result_line"),
    path("director/<slug:slug>/rounds/<int:number>/clock/", clocks.clock, name="clock"),
    path("director/<slug:slug>/dates/", dates.round_dates, name="round_dates"),
    path("director/<slug:slug>/games/<int:game_id>/date/", dates.set_date, name="set_game_date"),
    path("director/<slug:slug>/desk/", desk.desk, name="desk"),
    path("director/<slug:slug>/rounds/<int:number>/verify/", drafts.verify, name="verify"),
    path("director/<slug:slug>/rounds/<int:number>/why/<int:player>/", why.why, name="why"),
]
