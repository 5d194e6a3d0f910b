"""The addresses of a game, of reports on it, and of records in bulk."""

from django.urls import path

from adjudication.submissions.views import (
    add_record,
    answers,
    bulk_records,
    games,
    removing,
    report,
    server_records,
    trying,
    two_records,
)

urlpatterns = [
    path("games/<int:game_id>/", games.game, name="game"),
    path("games/<int:game_id>/live/", games.live, name="live"),
    path("games/<int:game_id>/report/", report.report, name="report"),
    path("games/<int:game_id>/report/dead/", report.dead, name="dead"),
    path("games/<int:game_id>/record/", add_record.add, name="add_record"),
    path("games/<int:game_id>/confirm/", answers.confirm, name="confirm"),
    path("games/<int:game_id>/contest/", answers.contest, name="contest"),
    path("games/<int:game_id>/withdraw/", answers.withdraw, name="withdraw"),
    path("games/<int:game_id>/records/", two_records.two_records, name="two_records"),
    path("games/<int:game_id>/records/<int:submission_id>.sgf", games.record, name="record"),
    path(
        "games/<int:game_id>/records/<int:submission_id>/remove/",
        removing.remove,
        name="remove_record",
    ),
    path("games/<int:game_id>/records/<int:submission_id>/try/", trying.try_moves, name="try"),
    path("director/<slug:slug>/records/", bulk_records.bring, name="bring"),
    path("director/<slug:slug>/records/result/", bulk_records.enter_by_hand, name="bring_result"),
    path("director/<slug:slug>/records/servers/", server_records.look, name="server_records"),
    path("director/<slug:slug>/records/live/", bulk_records.live, name="bring_live"),
]
