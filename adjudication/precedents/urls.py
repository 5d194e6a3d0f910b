"""The addresses of what was decided."""

from django.urls import path

from adjudication.archive.views import proof
from adjudication.precedents.views import rulings

urlpatterns = [
    path("games/<int:game_id>/proof.json", proof.proof, name="proof"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/<int:ruling_id>/", rulings.ruling, name="public_ruling"),
]
