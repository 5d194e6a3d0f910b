"""The addresses of setting up."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
