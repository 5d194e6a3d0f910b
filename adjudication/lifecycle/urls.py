"""Addresses of a tournament's life cycle."""

from django.urls import path

from adjudication.lifecycle import views

_LIFE = "director/<slug:slug>/settings/life/"

urlpatterns = [
    path(_LIFE, views.lifecycle, name="lifecycle"),
    path(f"{_LIFE}again/", views.duplicate, name="duplicate"),
    path(f"{_LIFE}delete/", views.delete, name="delete"),
    path(f"{_LIFE}archive.zip", views.kept_archive, name="kept_archive"),
]
