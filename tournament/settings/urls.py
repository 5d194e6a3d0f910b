"""The URLs of the setup."""

from django.urls import path

from tournament.players.views.arrangements import arrangements
from tournament.settings.views import groups, new, operator, rated, settings

urlpatterns = [
    path("new/", new.new, name="new"),
    path("new/created/", new.created, name="created"),
    path("operator/", operator.operator, name="operator"),
    path("operator/leave/", operator.operator_leave, name="operator_leave"),
    path("director/<slug:slug>/settings/", settings.settings, name="settings"),
    path("director/<slug:slug>/groups/", groups.groups, name="groups"),
    path("director/<slug:slug>/settings/further/", arrangements, name="further"),
    path("director/<slug:slug>/settings/rated/", rated.rated, name="rated"),
    path("director/<slug:slug>/settings/<slug:key>/", settings.step, name="setup"),
    path(
        "director/<slug:slug>/settings/<slug:key>/preview/", settings.preview, name="setup_preview"
    ),
]
