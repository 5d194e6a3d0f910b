"""The addresses of registration."""

from django.urls import path

from tournament.web.registration import players

urlpatterns = [
    path("director/<slug:slug>/players/", players.players, name="players"),
    path("director/<slug:slug>/players/absent/", players.absent, name="absent"),
    path("director/<slug:slug>/players/<int:player_id>/", players.player, name="player"),
    path(
        "director/<slug:slug>/players/<int:player_id>/withdraw/", players.withdraw, name="withdraw"
    ),
]
