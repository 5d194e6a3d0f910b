"""The URLs of what is printed."""

from django.urls import path

from tournament.printing import views

urlpatterns = [
    path("director/<slug:slug>/print/", views.overview, name="print"),
    path("director/<slug:slug>/print/badges/", views.badges, name="badges"),
    path(
        "director/<slug:slug>/print/<slug:kind>/<int:number>/",
        views.sheet,
        name="print_page",
    ),
    path(
        "director/<slug:slug>/print/<slug:kind>/<int:number>.pdf",
        views.sheet_file,
        name="print_file",
    ),
]
