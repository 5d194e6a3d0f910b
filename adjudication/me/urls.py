"""The addresses of a player's own page."""

from django.urls import path

from adjudication.me import views

urlpatterns = [
    path("me/", views.me, name="me"),
    path("me/accounts/", views.accounts, name="own_accounts"),
    path("me/live/", views.live, name="me_live"),
]
