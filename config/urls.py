"""All addresses: pages, API, language switch, health check."""

from django.urls import include, path

from config.health import healthz
from operations.web.health import readyz
from operations.web.metrics import metrics

handler403 = "tournament.web.access.forbidden"
handler404 = "tournament.web.access.not_found"
handler500 = "config.busy.handler500"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("api.urls")),
    path("", include("tournament.web.urls")),
    path("", include("adjudication.web.urls")),
    path("", include("operations.web.urls")),
    path("", include("notices.web.urls")),
]
