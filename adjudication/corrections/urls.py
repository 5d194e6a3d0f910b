"""The addresses of corrections and of the record."""

from django.urls import path

from adjudication.corrections.views import game, game_history, history, proposals, recording_error
from adjudication.corrections.views import round as round_

urlpatterns = [
    path(
        "games/<int:game_id>/recording-error/",
        recording_error.recording_error,
        name="recording_error",
    ),
    path(
        "games/<int:game_id>/recording-error/answer/", recording_error.answer, name="answer_error"
    ),
    path("director/<slug:slug>/games/<int:game_id>/propose/", proposals.propose, name="propose"),
    path("games/<int:game_id>/history/", game_history.game_history, name="game_history"),
    path("director/<slug:slug>/history/", history.history, name="history"),
    path("director/<slug:slug>/history/<int:event_id>/undo/", history.undo_event, name="undo"),
    path(
        "director/<slug:slug>/games/<int:game_id>/correct/", game.correct_game, name="correct_game"
    ),
    path(
        "director/<slug:slug>/rounds/<int:number>/correct/",
        round_.correct_round,
        name="correct_round",
    ),
]
