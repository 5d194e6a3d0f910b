"""The addresses of appeals."""

from django.urls import path

from api.appeals import views

A = "tournaments/<slug:slug>/cases/<int:number>/appeal"
urlpatterns = [
    path(f"{A}/", views.CaseAppeal.as_view(), name="case_appeal"),
    path(f"{A}/candidates/", views.Candidates.as_view(), name="candidates"),
    path(f"{A}/committee/", views.Committee.as_view(), name="committee"),
    path(f"{A}/motions/", views.Motions.as_view(), name="motions"),
    path(f"{A}/votes/", views.Votes.as_view(), name="votes"),
    path("cases/<int:case_id>/appeal/", views.OwnAppeal.as_view(), name="own_appeal"),
]
