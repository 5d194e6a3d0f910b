"""The addresses of questions to players, and of what players bring up."""

from django.urls import path

from api.inquiries import views

G = "games/<int:game_id>"
urlpatterns = [
    path(f"{G}/inquiries/", views.Inquiries.as_view(), name="inquiries"),
    path("inquiries/<int:inquiry_id>/answer/", views.InquiryAnswer.as_view(), name="answer"),
    path(f"{G}/acceptance/", views.Acceptance.as_view(), name="acceptance"),
    path(f"{G}/objection/", views.Objection.as_view(), name="objection"),
    path(f"{G}/matters/", views.Matters.as_view(), name="matters"),
]
