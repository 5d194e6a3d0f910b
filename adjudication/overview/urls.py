"""The addresses of the director's overview."""

from django.urls import path

from adjudication.overview import views

urlpatterns = [
    path("director/<slug:slug>/", views.director, name="director"),
    path("director/<slug:slug>/steps/", views.hide_first_steps, name="hide_first_steps"),
    path("director/<slug:slug>/rounds/", views.current_round, name="current_round"),
]
