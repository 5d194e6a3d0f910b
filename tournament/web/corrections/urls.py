"""The addresses of corrections and of the record."""

from django.urls import path

from tournament.web.corrections import history

urlpatterns = [
    path("director/<slug:slug>/history/", history.history, name="history"),
]
