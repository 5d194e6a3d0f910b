"""The addresses of the adjudication pages, and of those that show a tournament with its cases."""

from django.urls import path

from adjudication.archive.urls import urlpatterns as archive
from adjudication.closing.urls import urlpatterns as closing
from adjudication.corrections.urls import urlpatterns as corrections
from adjudication.dates.urls import urlpatterns as dates
from adjudication.erasing.urls import urlpatterns as erasing
from adjudication.inquiries.urls import urlpatterns as asked
from adjudication.life_and_death.urls import urlpatterns as life
from adjudication.me.urls import urlpatterns as me
from adjudication.overview.urls import urlpatterns as overview
from adjudication.precedents.urls import urlpatterns as law
from adjudication.public.urls import urlpatterns as public
from adjudication.referee.urls import urlpatterns as desk
from adjudication.result_entry.urls import urlpatterns as result_entry
from adjudication.submissions.views import add_record, answers, bringing, contesting, games, report

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
tournament_pages = [
    *archive,
    *closing,
    *corrections,
    *dates,
    *erasing,
    *me,
    *overview,
    *public,
    *result_entry,
]
"""Pages of a tournament that show or settle its cases, too: named ``tournament:`` as the others."""
