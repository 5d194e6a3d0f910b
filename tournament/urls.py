"""The URLs of the tournament pages, package by package.

Those of pages that also show or settle cases are in :mod:`adjudication.urls`.
"""

from tournament.advisor.urls import urlpatterns as advisor
from tournament.exchange.urls import urlpatterns as exchange
from tournament.help.urls import urlpatterns as help_pages
from tournament.players.urls import urlpatterns as registration
from tournament.printing.urls import urlpatterns as paper
from tournament.public.urls import urlpatterns as public
from tournament.rounds.urls import urlpatterns as rounds
from tournament.scheduling.urls import urlpatterns as scheduling
from tournament.settings.urls import urlpatterns as setup
from tournament.staff.urls import urlpatterns as staff

app_name = "tournament"
urlpatterns = [
    *advisor,
    *exchange,
    *help_pages,
    *paper,
    *public,
    *registration,
    *rounds,
    *scheduling,
    *setup,
    *staff,
]
