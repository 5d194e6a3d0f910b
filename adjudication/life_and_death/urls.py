"""The addresses of confirmations in a case."""

from django.urls import path

from adjudication.life_and_death.views import asking, counting, playing, saying, verdict
from adjudication.referee.urls import CASE

LIFE = f"{CASE}/life"
ONE = f"{LIFE}/<int:confirmation>"
urlpatterns = [
    path("games/<int:game_id>/case/stones/", saying.stones, name="player_stones"),
    path(f"{CASE}/count/", counting.count_board, name="count_board"),
    path(f"{LIFE}/", asking.ask_about_life, name="life"),
    path(f"{ONE}/", verdict.confirmation, name="confirmation"),
    path(f"{ONE}/live/", verdict.confirmation_live, name="confirmation_live"),
    path(f"{ONE}/cancel/", verdict.cancel, name="confirmation_cancel"),
    path(f"{ONE}/play/<slug:key>/", playing.play, name="confirmation_play"),
    path(f"{ONE}/proof/<slug:key>/", playing.proof, name="confirmation_proof"),
]
