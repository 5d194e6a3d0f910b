"""The addresses of the end of a tournament."""

from django.urls import path

from tournament.web.closing import archive, closing, exports

urlpatterns = [
    path("director/<slug:slug>/files/", exports.exports, name="exports"),
    path("director/<slug:slug>/files/archive.zip", archive.archive, name="archive"),
    path("director/<slug:slug>/files/record.jsonl", archive.trail, name="trail"),
    path("director/<slug:slug>/files/<slug:kind>/", exports.export_file, name="export"),
    path("director/<slug:slug>/closing/", closing.closing, name="closing"),
    path("director/<slug:slug>/closing/close/", closing.close, name="close"),
    path("director/<slug:slug>/closing/reopen/", closing.reopen, name="reopen"),
    path("restore/", archive.restore, name="restore"),
]
