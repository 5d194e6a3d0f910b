"""The addresses of staff and links."""

from django.urls import path

from tournament.web.staff import player_links, staff, tokens

urlpatterns = [
    path("director/<slug:slug>/staff/", staff.staff, name="staff"),
    path("director/<slug:slug>/staff/<int:link_id>/", staff.issued, name="staff_issued"),
    path(
        "director/<slug:slug>/staff/<int:link_id>/revoke/", staff.revoke, name="revoke_staff_link"
    ),
    path("director/<slug:slug>/tokens/", tokens.tokens, name="tokens"),
    path("director/<slug:slug>/tokens/new/", tokens.issued, name="token_issued"),
    path("director/<slug:slug>/tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke_token"),
    path("me/tokens/", tokens.own_tokens, name="own_tokens"),
    path("me/tokens/new/", tokens.own_issued, name="own_token_issued"),
    path("me/tokens/<int:token_id>/revoke/", tokens.revoke_own, name="revoke_own_token"),
    path("director/<slug:slug>/links/", player_links.links, name="links"),
    path(
        "director/<slug:slug>/players/<int:player_id>/link/", player_links.issue, name="issue_link"
    ),
    path("director/<slug:slug>/links/<int:link_id>/", player_links.issued, name="link_issued"),
    path(
        "director/<slug:slug>/links/<int:link_id>/revoke/", player_links.revoke, name="revoke_link"
    ),
]
