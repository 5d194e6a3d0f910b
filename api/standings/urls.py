"""The addresses of standings and files."""

from django.urls import path

from api.standings import views

T = "tournaments/<slug:slug>"
urlpatterns = [
    path(f"{T}/standings/", views.Standings.as_view(), name="standings"),
    path(f"{T}/exports/", views.Exports.as_view(), name="exports"),
    path(f"{T}/exports/<slug:kind>/", views.Export.as_view(), name="export"),
]
