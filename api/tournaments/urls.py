"""The addresses of tournaments."""

from django.urls import path

from api.tournaments.views import Tournament, Tournaments

urlpatterns = [
    path("tournaments/", Tournaments.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>/", Tournament.as_view(), name="tournament"),
]
