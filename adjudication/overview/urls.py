"""The addresses of the director's overview."""

from django.urls import path

from adjudication.overview.views import overview

urlpatterns = [
    path("director/<slug:slug>/", overview.director, name="director"),
    path("director/<slug:slug>/rounds/", overview.current_round, name="current_round"),
]
