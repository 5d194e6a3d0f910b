"""The addresses of the end of a tournament."""

from django.urls import path

from tournament.web.closing import exports

urlpatterns = [
    path("director/<slug:slug>/files/", exports.exports, name="exports"),
    path("director/<slug:slug>/files/<slug:kind>/", exports.export_file, name="export"),
]
