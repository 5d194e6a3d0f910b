"""The addresses of tournaments and their settings."""

from django.urls import path

from api.tournaments import settings, views

T = "tournaments/<slug:slug>"
S = f"{T}/settings"
urlpatterns = [
    path("tournaments/", views.Tournaments.as_view(), name="tournaments"),
    path(f"{T}/", views.Tournament.as_view(), name="tournament"),
    path(f"{T}/closing/", views.Closing.as_view(), name="closing"),
    path(f"{T}/reopening/", views.Reopening.as_view(), name="reopening"),
    path(f"{S}/", settings.Settings.as_view(), name="settings"),
    path(f"{S}/event/", settings.SettingsOfEvent.as_view(), name="settings_event"),
    path(f"{S}/system/", settings.SettingsOfSystem.as_view(), name="settings_system"),
    path(f"{S}/time/", settings.SettingsOfTime.as_view(), name="settings_time"),
    path(f"{S}/results/", settings.SettingsOfResults.as_view(), name="settings_results"),
    path(f"{S}/disputes/", settings.SettingsOfDisputes.as_view(), name="settings_disputes"),
]
