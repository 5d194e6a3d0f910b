"""The addresses of proposals."""

from django.urls import path

from api.proposals.views import RecordProposal, SubmissionProposal

urlpatterns = [
    path("games/<int:game_id>/proposal/", RecordProposal.as_view(), name="proposal"),
    path(
        "submissions/<int:submission_id>/proposal/",
        SubmissionProposal.as_view(),
        name="submission_proposal",
    ),
]
