"""The URLs that everybody may open; the director's forms for prizes and the event's page."""

from django.urls import path

from tournament.public.views import (
    bracket,
    files,
    freezing,
    home,
    odds,
    pictures,
    players,
    poster,
    prizes,
    ratings,
    seal,
    standings,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("t/<slug:slug>/calendar.ics", poster.calendar, name="calendar"),
    path("t/<slug:slug>/pictures/", pictures.pictures, name="pictures"),
    path("t/<slug:slug>/card.png", poster.card, name="card"),
    path("t/<slug:slug>/picture.jpg", poster.picture, name="picture"),
    path("t/<slug:slug>/sponsors/<int:sponsor_logo_id>.jpg", poster.logo, name="logo"),
    path("t/<slug:slug>/players/", players.players, name="public_players"),
    path("t/<slug:slug>/players/<int:number>/", players.card, name="player_card"),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/", standings.standings, name="standings_after"),
    path(
        "t/<slug:slug>/standings/<int:after>/live/",
        standings.standings_live,
        name="standings_live",
    ),
    path(
        "t/<slug:slug>/standings/<int:after>/why/<int:number>/",
        standings.explanation,
        name="explanation",
    ),
    path("t/<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("t/<slug:slug>/odds/", odds.odds, name="odds"),
    path("t/<slug:slug>/odds/live/", odds.odds_live, name="odds_live"),
    path("t/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("t/<slug:slug>/seal/", seal.seal, name="seal"),
    path("t/<slug:slug>/crosstable/", standings.crosstable, name="crosstable"),
    path("t/<slug:slug>/standings/<int:after>/prizes/", standings.prize_list, name="prize_list"),
    path(
        "t/<slug:slug>/standings/<int:after>/prizes.csv", files.prize_list, name="prize_list_file"
    ),
    # Last of all, because a file's format may be any word.
    path(
        "t/<slug:slug>/standings/<int:after>/<slug:kind>/", files.standings, name="standings_file"
    ),
    path("t/<slug:slug>/rounds/<int:number>/<slug:kind>/", files.pairings, name="pairings_file"),
    path("director/<slug:slug>/prizes/", prizes.prizes, name="prizes"),
    path("director/<slug:slug>/standings/", freezing.freezing, name="freezing"),
    path("director/<slug:slug>/event/", poster.poster, name="poster"),
    path("director/<slug:slug>/event/announcement/", poster.announcement, name="announcement"),
    path("director/<slug:slug>/event/preview/", poster.poster_preview, name="poster_preview"),
    path("director/<slug:slug>/event/picture/", poster.poster_picture, name="poster_picture"),
    path("director/<slug:slug>/event/logos/", poster.poster_logos, name="poster_logos"),
]
