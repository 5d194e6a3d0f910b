"""The addresses of the end of a tournament."""

from django.urls import path

from adjudication.closing import views

urlpatterns = [
    path("director/<slug:slug>/closing/", views.closing, name="closing"),
    path("director/<slug:slug>/closing/close/", views.close, name="close"),
    path("director/<slug:slug>/closing/reopen/", views.reopen, name="reopen"),
]
