"""The addresses of corrections and of the record."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
