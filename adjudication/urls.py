"""The addresses of the adjudication pages, and of those that show a tournament with its cases."""

from adjudication.archive.urls import urlpatterns as archive
from adjudication.bundles.urls import urlpatterns as bundles
from adjudication.closing.urls import urlpatterns as closing
from adjudication.corrections.urls import urlpatterns as corrections
from adjudication.dates.urls import urlpatterns as dates
from adjudication.erasing.urls import urlpatterns as erasing
from adjudication.inquiries.urls import urlpatterns as asked
from adjudication.life_and_death.urls import urlpatterns as life
from adjudication.lifecycle.urls import urlpatterns as lifecycle
from adjudication.me.urls import urlpatterns as me
from adjudication.overview.urls import urlpatterns as overview
from adjudication.precedents.urls import urlpatterns as precedents
from adjudication.public.urls import urlpatterns as public
from adjudication.referee.urls import urlpatterns as desk
from adjudication.result_entry.urls import urlpatterns as result_entry
from adjudication.submissions.urls import urlpatterns as submissions

app_name = "adjudication"
urlpatterns = [
    *asked,
    *desk,
    *precedents,
    *life,
    *submissions,
]
tournament_pages = [
    *archive,
    *bundles,
    *closing,
    *corrections,
    *dates,
    *erasing,
    *lifecycle,
    *me,
    *overview,
    *public,
    *result_entry,
]
"""Pages of a tournament that show or settle its cases, too: named ``tournament:`` as the others."""
