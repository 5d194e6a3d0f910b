"""The addresses of the operations pages: of a tournament, and of the installation."""

from django.urls import path

from operations.web import installation, work

app_name = "operations"
urlpatterns = [
    path("director/<slug:slug>/operations/", work.work, name="work"),
    path("director/<slug:slug>/operations/live/", work.live, name="work_live"),
    path("director/<slug:slug>/operations/retry/", work.retry, name="retry"),
    path("operator/operations/", installation.page, name="installation"),
    path("operator/operations/live/", installation.live, name="installation_live"),
    path("operator/operations/retry/", installation.retry, name="retry_any"),
]
