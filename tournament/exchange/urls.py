"""The URLs of files: imported lists of players and tournaments, exports."""

from django.urls import path

from tournament.exchange import views

urlpatterns = [
    path("verify/", views.verify_file, name="verify_file"),
    path("director/<slug:slug>/players/import/", views.import_players, name="import_players"),
    path("director/<slug:slug>/files/", views.exports, name="exports"),
    path("director/<slug:slug>/files/<slug:kind>/", views.export_file, name="export"),
    path("new/file/", views.new_from_file, name="new_from_file"),
    path("new/file/taken-over/", views.taken_over, name="taken_over"),
]
