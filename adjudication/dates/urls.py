"""The addresses of the dates that the staff sets."""

from django.urls import path

from adjudication.dates import views

urlpatterns = [
    path("director/<slug:slug>/dates/", views.round_dates, name="round_dates"),
    path("director/<slug:slug>/games/<int:game_id>/date/", views.set_date, name="set_game_date"),
]
