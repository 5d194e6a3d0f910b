"""The addresses of tokens."""

from django.urls import path

from api.tokens.views import Token, Tokens

urlpatterns = [
    path("tournaments/<slug:slug>/tokens/", Tokens.as_view(), name="tokens"),
    path("tournaments/<slug:slug>/tokens/<int:token_id>/", Token.as_view(), name="token"),
]
