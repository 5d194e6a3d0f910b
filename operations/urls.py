"""URLs of the operations pages: of a tournament, and of the installation."""

from django.urls import path

from operations.work import views

app_name = "operations"
urlpatterns = [
    path("director/<slug:slug>/operations/", views.work, name="work"),
    path("director/<slug:slug>/operations/live/", views.work_live, name="work_live"),
    path("director/<slug:slug>/operations/retry/", views.retry, name="retry"),
    path("operator/operations/", views.installation_page, name="installation"),
    path("operator/operations/live/", views.installation_live, name="installation_live"),
    path("operator/operations/retry/", views.retry_any_job, name="retry_any"),
]
