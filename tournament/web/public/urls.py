"""The addresses that everybody may open."""

from django.urls import path

from tournament.web.public import files, standings, tournaments

urlpatterns = [
    path("", tournaments.home, name="home"),
    path("t/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("t/<slug:slug>/standings/", standings.latest, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/", standings.after_round, name="standings_after"),
    path(
        "t/<slug:slug>/standings/<int:after>/<slug:kind>/", files.standings, name="standings_file"
    ),
    path("t/<slug:slug>/rounds/<int:number>/<slug:kind>/", files.pairings, name="pairings_file"),
]
