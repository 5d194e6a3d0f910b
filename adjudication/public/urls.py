"""The addresses of an event and of a round as everybody sees them."""

from django.urls import path

from adjudication.public.views import event, rounds, wall

_ROUND = "t/<slug:slug>/rounds/<int:number>/"

urlpatterns = [
    path("t/<slug:slug>/", rounds.tournament, name="tournament"),
    path("t/<slug:slug>/live/", rounds.tournament_live, name="tournament_live"),
    path("t/<slug:slug>/event/", event.event, name="event"),
    path(_ROUND, rounds.tournament, name="round"),
    path(f"{_ROUND}live/", rounds.tournament_live, name="published_round_live"),
    path("t/<slug:slug>/wall/", wall.wall, name="wall"),
    path("t/<slug:slug>/wall/live/", wall.wall_live, name="wall_live"),
]
