"""The address of the record."""

from django.urls import path

from api.history.views import History

urlpatterns = [
    path("tournaments/<slug:slug>/history/", History.as_view(), name="history"),
]
