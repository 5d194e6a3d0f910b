"""The addresses of the tournament pages."""

from django.urls import path

from tournament.web import (
    director,
    drafts,
    exports,
    links,
    me,
    players,
    public,
    results,
    standings,
    tables,
    why,
)

app_name = "tournament"
urlpatterns = [
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("l/<str:token>/", links.link, name="link"),
    path("leave/", links.leave_view, name="leave"),
    path("me/", me.me, name="me"),
    path("director/<slug:slug>/", director.director, name="director"),
    path("t/<slug:slug>/standings/", standings.latest, name="standings"),
    path("t/<slug:slug>/standings/<int:after>/", standings.after_round, name="standings_after"),
    path(
        "t/<slug:slug>/standings/<int:after>/<slug:kind>/", tables.standings, name="standings_file"
    ),
    path("t/<slug:slug>/rounds/<int:number>/<slug:kind>/", tables.pairings, name="pairings_file"),
    path("director/<slug:slug>/rounds/<int:number>/", drafts.draft, name="draft"),
    path("director/<slug:slug>/rounds/<int:number>/pair/", drafts.pair, name="pair"),
    path("director/<slug:slug>/rounds/<int:number>/change/", drafts.change, name="change"),
    path("director/<slug:slug>/rounds/<int:number>/state/", drafts.state, name="round_state"),
    path("director/<slug:slug>/rounds/<int:number>/result/", results.enter, name="result"),
    path("director/<slug:slug>/rounds/<int:number>/verify/", drafts.verify, name="verify"),
    path("director/<slug:slug>/rounds/<int:number>/why/<int:player>/", why.why, name="why"),
    path("director/<slug:slug>/players/", players.players, name="players"),
    path("director/<slug:slug>/players/absent/", players.absent, name="absent"),
    path("director/<slug:slug>/players/<int:player_id>/", players.player, name="player"),
    path(
        "director/<slug:slug>/players/<int:player_id>/withdraw/", players.withdraw, name="withdraw"
    ),
    path("director/<slug:slug>/files/", exports.exports, name="exports"),
    path("director/<slug:slug>/files/<slug:kind>/", exports.export_file, name="export"),
    path("director/<slug:slug>/links/", director.links, name="links"),
    path("director/<slug:slug>/players/<int:player_id>/link/", director.issue, name="issue_link"),
    path("director/<slug:slug>/links/<int:link_id>/revoke/", director.revoke, name="revoke_link"),
]
