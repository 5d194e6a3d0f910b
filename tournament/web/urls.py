"""The addresses of the tournament pages."""

from django.urls import URLPattern

app_name = "tournament"
urlpatterns: list[URLPattern] = []
