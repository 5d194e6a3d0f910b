"""The addresses of the end of a tournament."""

from django.urls import path

from adjudication.closing.views import closing

urlpatterns = [
    path("director/<slug:slug>/closing/", closing.closing, name="closing"),
    path("director/<slug:slug>/closing/close/", closing.close, name="close"),
    path("director/<slug:slug>/closing/reopen/", closing.reopen, name="reopen"),
]
