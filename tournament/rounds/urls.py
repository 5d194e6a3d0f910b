"""The addresses of the rounds."""

from django.urls import path

from tournament.rounds.views import clocks, drafts, why

urlpatterns = [
    path("director/<slug:slug>/rounds/<int:number>/extra/", drafts.extra, name="extra_round"),
    path("director/<slug:slug>/rounds/<int:number>/remove/", drafts.remove, name="remove_round"),
    path("director/<slug:slug>/rounds/<int:number>/pair/", drafts.pair, name="pair"),
    path("director/<slug:slug>/rounds/<int:number>/change/", drafts.change, name="change"),
    path("director/<slug:slug>/rounds/<int:number>/state/", drafts.state, name="round_state"),
    path("director/<slug:slug>/rounds/<int:number>/clock/", clocks.clock, name="clock"),
    path("director/<slug:slug>/rounds/<int:number>/verify/", drafts.verify, name="verify"),
    path("director/<slug:slug>/rounds/<int:number>/why/<int:player>/", why.why, name="why"),
]
