"""The addresses of the tournament pages."""

from django.urls import path

from tournament.web import director, links, me, public

app_name = "tournament"
urlpatterns = [
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("l/<str:token>/", links.link, name="link"),
    path("leave/", links.leave_view, name="leave"),
    path("me/", me.me, name="me"),
    path("director/<slug:slug>/", director.director, name="director"),
    path("director/<slug:slug>/links/", director.links, name="links"),
    path("director/<slug:slug>/players/<int:player_id>/link/", director.issue, name="issue_link"),
    path("director/<slug:slug>/links/<int:link_id>/revoke/", director.revoke, name="revoke_link"),
]
