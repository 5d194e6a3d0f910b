"""The addresses of games."""

from django.urls import path

from api.games.views import Game

urlpatterns = [path("games/<int:game_id>/", Game.as_view(), name="game")]
