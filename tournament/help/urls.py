"""The URLs of the help pages."""

from django.urls import path

from tournament.help import views

urlpatterns = [
    path("help/", views.overview, name="help"),
    path("help/words/", views.glossary, name="glossary"),
    path("director/<slug:slug>/find/", views.find, name="find"),
    path("help/<slug:whose>/", views.guide, name="guide_for"),
]
