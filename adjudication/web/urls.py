"""The addresses of the adjudication pages."""

from django.urls import path

from adjudication.web import add_record, answers, bringing, contesting, games, report
from adjudication.web.asked.urls import urlpatterns as asked
from adjudication.web.desk.urls import urlpatterns as desk
from adjudication.web.law.urls import urlpatterns as law
from adjudication.web.life.urls import urlpatterns as life

app_name = "adjudication"
urlpatterns = [
    path("games/<int:game_id>/", games.game, name="game"),
    path("games/<int:game_id>/live/", games.live, name="live"),
    path("games/<int:game_id>/report/", report.report, name="report"),
    path("games/<int:game_id>/report/dead/", report.dead, name="dead"),
    path("games/<int:game_id>/record/", add_record.add, name="add_record"),
    path("games/<int:game_id>/confirm/", answers.confirm, name="confirm"),
    path("games/<int:game_id>/contest/", contesting.contest, name="contest"),
    path("games/<int:game_id>/withdraw/", answers.withdraw, name="withdraw"),
    path("games/<int:game_id>/records/<int:submission_id>.sgf", games.record, name="record"),
    path("director/<slug:slug>/records/", bringing.bring, name="bring"),
    path("director/<slug:slug>/records/live/", bringing.live, name="bring_live"),
    *asked,
    *desk,
    *law,
    *life,
]
