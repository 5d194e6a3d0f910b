"""The addresses of bundles for rating officers."""

from django.urls import path

from adjudication.bundles import views

urlpatterns = [
    path("director/<slug:slug>/bundles/", views.bundles, name="bundles"),
    path("director/<slug:slug>/bundles/<int:number>/", views.bundle, name="bundle"),
    path(
        "director/<slug:slug>/bundles/<int:number>/bundle.zip",
        views.bundle_file,
        name="bundle_file",
    ),
]
