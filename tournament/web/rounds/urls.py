"""The addresses of the rounds."""

from django.urls import path

from tournament.web.rounds import drafts, overview, results, why

urlpatterns = [
    path("director/<slug:slug>/", overview.director, name="director"),
    path("director/<slug:slug>/rounds/<int:number>/", drafts.draft, name="draft"),
    path("director/<slug:slug>/rounds/<int:number>/pair/", drafts.pair, name="pair"),
    path("director/<slug:slug>/rounds/<int:number>/change/", drafts.change, name="change"),
    path("director/<slug:slug>/rounds/<int:number>/state/", drafts.state, name="round_state"),
    path("director/<slug:slug>/rounds/<int:number>/result/", results.enter, name="result"),
    path("director/<slug:slug>/rounds/<int:number>/verify/", drafts.verify, name="verify"),
    path("director/<slug:slug>/rounds/<int:number>/why/<int:player>/", why.why, name="why"),
]
