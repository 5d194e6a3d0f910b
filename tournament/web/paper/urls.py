"""The addresses of what is printed."""

from django.urls import path

from tournament.web.paper import badges, sheets_pages

urlpatterns = [
    path("director/<slug:slug>/print/", sheets_pages.overview, name="print"),
    path("director/<slug:slug>/print/badges/", badges.badges, name="badges"),
    path(
        "director/<slug:slug>/print/<slug:kind>/<int:number>/",
        sheets_pages.sheet,
        name="print_page",
    ),
    path(
        "director/<slug:slug>/print/<slug:kind>/<int:number>.pdf",
        sheets_pages.sheet_file,
        name="print_file",
    ),
]
