"""The address where a player is erased."""

from django.urls import path

from adjudication.erasing.views import erase

urlpatterns = [
    path("director/<slug:slug>/players/<int:player_id>/erase/", erase, name="erase"),
]
