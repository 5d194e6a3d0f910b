"""The addresses of rulings."""

from django.urls import path

from api.rulings import views

C = "tournaments/<slug:slug>/cases/<int:number>"
urlpatterns = [
    path(f"{C}/rulings/", views.CaseRulings.as_view(), name="case_rulings"),
    path(f"{C}/rulings/preview/", views.RulingPreview.as_view(), name="ruling_preview"),
    path(f"{C}/rulings/revision/", views.RulingRevision.as_view(), name="ruling_revision"),
    path("rulings/", views.Rulings.as_view(), name="rulings"),
    path("rulings/<int:ruling_id>/", views.Ruling.as_view(), name="ruling"),
]
