"""The addresses of the files for other programs."""

from django.urls import path

from tournament.exchange.views import exports

urlpatterns = [
    path("director/<slug:slug>/files/", exports.exports, name="exports"),
    path("director/<slug:slug>/files/<slug:kind>/", exports.export_file, name="export"),
]
