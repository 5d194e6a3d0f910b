"""The addresses of a player's own pages and of the way in."""

from django.urls import path

from tournament.web.player import dates, entrance, me

urlpatterns = [
    path("l/<str:token>/", entrance.link, name="link"),
    path("leave/", entrance.leave_view, name="leave"),
    path("me/", me.me, name="me"),
    path("me/live/", me.live, name="me_live"),
    path("me/games/<int:game_id>/date/", dates.game_date, name="game_date"),
]
