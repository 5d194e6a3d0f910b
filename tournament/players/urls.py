"""The addresses of registration."""

from django.urls import path

from tournament.players.views import door, found, lists, players, requests, signup

_LIST = "director/<slug:slug>/players/"
_DOOR = "director/<slug:slug>/checkin/"

urlpatterns = [
    path(_LIST, players.players, name="players"),
    path(f"{_LIST}part/", players.participation, name="participation"),
    path(f"{_LIST}final/", players.make_final, name="make_final"),
    path(f"{_LIST}found/", found.found, name="found"),
    path(f"{_LIST}lists/", lists.rating_lists, name="rating_lists"),
    path(f"{_LIST}requests/", requests.requests, name="requests"),
    path(f"{_LIST}requests/<int:player_id>/", requests.mend_request, name="request"),
    path(f"{_LIST}<int:player_id>/", players.player, name="player"),
    path(f"{_LIST}<int:player_id>/withdraw/", players.withdraw, name="withdraw"),
    path(f"{_LIST}<int:player_id>/remove/", players.remove, name="remove"),
    path(_DOOR, door.next_door, name="next_checkin"),
    path(f"{_DOOR}<int:number>/", door.door, name="checkin"),
    path(f"{_DOOR}<int:number>/part/", door.door_part, name="checkin_part"),
    path(f"{_DOOR}<int:number>/missing/", door.missing, name="checkin_missing"),
    path("t/<slug:slug>/register/", signup.register, name="register"),
]
