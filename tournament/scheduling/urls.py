"""The URL where players agree on when they play."""

from django.urls import path

from tournament.scheduling import views

urlpatterns = [path("me/games/<int:game_id>/date/", views.game_date, name="game_date")]
