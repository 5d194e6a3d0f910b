"""The addresses of what is printed."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
