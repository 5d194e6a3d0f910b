"""The address of whoever calls."""

from django.urls import path

from api.me.views import Me

urlpatterns = [path("me/", Me.as_view(), name="me")]
