"""The addresses of the tournament pages, room by room."""

from tournament.web.closing.urls import urlpatterns as closing
from tournament.web.corrections.urls import urlpatterns as corrections
from tournament.web.paper.urls import urlpatterns as paper
from tournament.web.player.urls import urlpatterns as player
from tournament.web.public.urls import urlpatterns as public
from tournament.web.registration.urls import urlpatterns as registration
from tournament.web.rounds.urls import urlpatterns as rounds
from tournament.web.setup.urls import urlpatterns as setup
from tournament.web.staff.urls import urlpatterns as staff

app_name = "tournament"
urlpatterns = [
    *closing,
    *corrections,
    *paper,
    *player,
    *public,
    *registration,
    *rounds,
    *setup,
    *staff,
]
