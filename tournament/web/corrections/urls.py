"""The addresses of corrections and of the record."""

from django.urls import path

from tournament.web.corrections import game, history
from tournament.web.corrections import round as round_

urlpatterns = [
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
