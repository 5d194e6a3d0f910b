"""The URLs of staff, links and signing in."""

from django.urls import path

from tournament.staff.views import entrance, links

_DIRECTOR = "director/<slug:slug>/"

urlpatterns = [
    path("l/<str:token>/", entrance.link, name="link"),
    path("leave/", entrance.leave_view, name="leave"),
    path(f"{_DIRECTOR}staff/", links.staff, name="staff"),
    path(f"{_DIRECTOR}staff/<int:link_id>/", links.staff_link_issued, name="staff_issued"),
    path(
        f"{_DIRECTOR}staff/<int:link_id>/revoke/",
        links.revoke_staff_link,
        name="revoke_staff_link",
    ),
    path(f"{_DIRECTOR}links/", links.player_links_page, name="links"),
    path(f"{_DIRECTOR}players/<int:player_id>/link/", links.issue_player_link, name="issue_link"),
    path(f"{_DIRECTOR}links/<int:link_id>/", links.player_link_issued, name="link_issued"),
    path(f"{_DIRECTOR}links/<int:link_id>/revoke/", links.revoke_player_link, name="revoke_link"),
]
