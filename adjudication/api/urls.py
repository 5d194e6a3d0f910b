"""The addresses of the games' API."""

from django.urls import path

from adjudication.api.views import GameDetail

app_name = "adjudication_api"
urlpatterns = [path("games/<int:game_id>/", GameDetail.as_view(), name="game")]
