"""The root URLs: pages, API, language switch, health checks, metrics."""

from django.conf import settings
from django.urls import include, path

from adjudication.urls import tournament_pages
from api.token_urls import urlpatterns as tokens
from config.design import design
from operations.monitoring.prometheus import metrics
from operations.monitoring.views import healthz, readyz
from tournament.urls import urlpatterns as tournament

handler403 = "tournament.staff.visitors.forbidden"
handler404 = "tournament.staff.visitors.not_found"
handler500 = "config.errors.handler500"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("api.urls")),
    path("", include(([*tournament_pages, *tokens, *tournament], "tournament"))),
    path("", include("adjudication.urls")),
    path("", include("operations.urls")),
    path("", include("notices.urls")),
]
if settings.SHINPAN_DEMO:
    urlpatterns.append(path("design/", design, name="design"))
