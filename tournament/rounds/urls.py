"""The URLs of the rounds."""

from django.urls import path

from tournament.rounds import views

urlpatterns = [
    path("director/<slug:slug>/rounds/<int:number>/extra/", views.extra, name="extra_round"),
    path("director/<slug:slug>/rounds/<int:number>/remove/", views.remove, name="remove_round"),
    path("director/<slug:slug>/rounds/<int:number>/pair/", views.pair, name="pair"),
    path("director/<slug:slug>/rounds/<int:number>/change/", views.change, name="change"),
    path("director/<slug:slug>/rounds/<int:number>/state/", views.state, name="round_state"),
    path("director/<slug:slug>/rounds/<int:number>/publish/", views.publish, name="publish_round"),
    path("director/<slug:slug>/rounds/<int:number>/verify/", views.verify, name="verify"),
    path("director/<slug:slug>/rounds/<int:number>/why/<int:player>/", views.why, name="why"),
]
