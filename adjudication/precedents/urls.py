"""The addresses of what was decided."""

from django.urls import path

from adjudication.archive.views import proof
from adjudication.precedents import views

urlpatterns = [
    path("games/<int:game_id>/proof.json", proof.proof, name="proof"),
    path("rulings/", views.rulings, name="rulings"),
    path("rulings/<int:ruling_id>/", views.ruling, name="public_ruling"),
]
