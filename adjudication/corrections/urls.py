"""The addresses of corrections and of the record."""

from django.urls import path

from adjudication.corrections.views import correct, history, recording_error

urlpatterns = [
    path(
        "games/<int:game_id>/recording-error/",
        recording_error.recording_error,
        name="recording_error",
    ),
    path(
        "games/<int:game_id>/recording-error/answer/", recording_error.answer, name="answer_error"
    ),
    path("director/<slug:slug>/games/<int:game_id>/propose/", correct.propose, name="propose"),
    path("games/<int:game_id>/history/", history.game_history, name="game_history"),
    path("director/<slug:slug>/history/", history.history, name="history"),
    path("director/<slug:slug>/history/<int:event_id>/undo/", history.undo_event, name="undo"),
    path(
        "director/<slug:slug>/games/<int:game_id>/correct/",
        correct.correct_game,
        name="correct_game",
    ),
    path(
        "director/<slug:slug>/games/<int:game_id>/settle/",
        correct.settle_report,
        name="settle_report",
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/correct/",
        correct.correct_round,
        name="correct_round",
    ),
]
