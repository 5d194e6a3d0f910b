"""The addresses of the help pages."""

from django.urls import path

from tournament.help import views

urlpatterns = [
    path("help/", views.overview, name="help"),
    path("help/words/", views.glossary, name="glossary"),
    path("help/<slug:whose>/", views.guide, name="guide_for"),
]
