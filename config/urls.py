"""All addresses: the pages of the two applications, the language switch, the health check."""

from django.urls import include, path

from config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("tournament.web.urls")),
    path("", include("adjudication.web.urls")),
]
