"""The address of the search of rating lists."""

from django.urls import path

from api.ratings.views import RatingSearch

urlpatterns = [
    path("tournaments/<slug:slug>/rating-search/", RatingSearch.as_view(), name="rating_search"),
]
