"""The addresses of a tournament's archive and audit trail."""

from django.urls import path

from adjudication.archive.views import archive

urlpatterns = [
    path("director/<slug:slug>/files/archive.zip", archive.archive, name="archive"),
    path("director/<slug:slug>/files/record.jsonl", archive.trail, name="trail"),
    path("restore/", archive.restore, name="restore"),
]
