"""The addresses of the pages on which tokens are made and revoked."""

from django.urls import path

from api import token_pages as pages

_STAFF, _OWN = "director/<slug:slug>/tokens/", "me/tokens/"

urlpatterns = [
    path(_STAFF, pages.tokens, name="tokens"),
    path(f"{_STAFF}new/", pages.issued, name="token_issued"),
    path(f"{_STAFF}<int:token_id>/revoke/", pages.revoke, name="revoke_token"),
    path(_OWN, pages.own_tokens, name="own_tokens"),
    path(f"{_OWN}new/", pages.own_issued, name="own_token_issued"),
    path(f"{_OWN}<int:token_id>/revoke/", pages.revoke_own, name="revoke_own_token"),
]
