"""The addresses of a round being played and of its results."""

from django.urls import path

from adjudication.result_entry.views import clock, closing, line, running

_ROUND = "director/<slug:slug>/rounds/<int:number>/"

urlpatterns = [
    path(_ROUND, running.round_page, name="draft"),
    path(f"{_ROUND}live/", running.live, name="round_live"),
    path(f"{_ROUND}result/", line.enter, name="result"),
    path(f"{_ROUND}clock/", clock.clock, name="clock"),
    path(f"{_ROUND}line/", line.result_line, name="result_line"),
    path(f"{_ROUND}close/", closing.close, name="close_round"),
    path("director/<slug:slug>/desk/", running.desk, name="desk"),
]
