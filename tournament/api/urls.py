"""The addresses of the tournaments' API."""

from django.urls import path

from tournament.api.views import TournamentDetail, Tournaments

app_name = "tournament_api"
urlpatterns = [
    path("tournaments/", Tournaments.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>/", TournamentDetail.as_view(), name="tournament"),
]
