"""The addresses of staff and links, and of the way in."""

from django.urls import path

from tournament.staff.views import entrance, player_links, staff

urlpatterns = [
    path("l/<str:token>/", entrance.link, name="link"),
    path("leave/", entrance.leave_view, name="leave"),
    path("director/<slug:slug>/staff/", staff.staff, name="staff"),
    path("director/<slug:slug>/staff/<int:link_id>/", staff.issued, name="staff_issued"),
    path(
        "director/<slug:slug>/staff/<int:link_id>/revoke/", staff.revoke, name="revoke_staff_link"
    ),
    path("director/<slug:slug>/links/", player_links.links, name="links"),
    path(
        "director/<slug:slug>/players/<int:player_id>/link/", player_links.issue, name="issue_link"
    ),
    path("director/<slug:slug>/links/<int:link_id>/", player_links.issued, name="link_issued"),
    path(
        "director/<slug:slug>/links/<int:link_id>/revoke/", player_links.revoke, name="revoke_link"
    ),
]
