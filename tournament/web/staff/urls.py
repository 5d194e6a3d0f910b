"""The addresses of staff and links."""

from django.urls import path

from tournament.web.staff import player_links, staff

urlpatterns = [
    path("director/<slug:slug>/staff/", staff.staff, name="staff"),
    path(
        "director/<slug:slug>/staff/<int:link_id>/revoke/", staff.revoke, name="revoke_staff_link"
    ),
    path("director/<slug:slug>/links/", player_links.links, name="links"),
    path(
        "director/<slug:slug>/players/<int:player_id>/link/", player_links.issue, name="issue_link"
    ),
    path(
        "director/<slug:slug>/links/<int:link_id>/revoke/", player_links.revoke, name="revoke_link"
    ),
]
