"""The addresses of files: lists of players and tournaments that come in, exports."""

from django.urls import path

from tournament.exchange.views import exports
from tournament.exchange.views.import_players import import_players
from tournament.exchange.views.new_from_file import new_from_file, taken_over

urlpatterns = [
    path("director/<slug:slug>/players/import/", import_players, name="import_players"),
    path("director/<slug:slug>/files/", exports.exports, name="exports"),
    path("director/<slug:slug>/files/<slug:kind>/", exports.export_file, name="export"),
    path("new/file/", new_from_file, name="new_from_file"),
    path("new/file/taken-over/", taken_over, name="taken_over"),
]
