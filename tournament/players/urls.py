"""The URLs of registration and check-in."""

from django.urls import path

from tournament.players.views import check_in, players, rating_lists, requests

_LIST = "director/<slug:slug>/players/"
_CHECK_IN = "director/<slug:slug>/checkin/"

urlpatterns = [
    path(_LIST, players.players, name="players"),
    path(f"{_LIST}part/", players.participation, name="participation"),
    path(f"{_LIST}final/", players.make_final, name="make_final"),
    path(f"{_LIST}found/", rating_lists.found, name="found"),
    path(f"{_LIST}lists/", rating_lists.rating_lists, name="rating_lists"),
    path(f"{_LIST}requests/", requests.requests, name="requests"),
    path(f"{_LIST}requests/<int:player_id>/", requests.mend_request, name="request"),
    path(f"{_LIST}<int:player_id>/", players.player, name="player"),
    path(f"{_LIST}<int:player_id>/withdraw/", players.withdraw, name="withdraw"),
    path(f"{_LIST}<int:player_id>/remove/", players.remove, name="remove"),
    path(_CHECK_IN, check_in.next_check_in, name="next_checkin"),
    path(f"{_CHECK_IN}<int:number>/", check_in.check_in_page, name="checkin"),
    path(f"{_CHECK_IN}<int:number>/part/", check_in.check_in_part, name="checkin_part"),
    path(f"{_CHECK_IN}<int:number>/missing/", check_in.missing, name="checkin_missing"),
    path("t/<slug:slug>/register/", requests.register, name="register"),
]
