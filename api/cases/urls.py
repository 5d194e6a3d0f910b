"""The addresses of cases."""

from django.urls import path

from api.cases import own, searches, views

T = "tournaments/<slug:slug>"
C = f"{T}/cases/<int:number>"
SEARCHES = f"{C}/confirmations"
OWN = "cases/<int:case_id>"
urlpatterns = [
    path(f"{T}/referees/", views.Referees.as_view(), name="referees"),
    path(f"{T}/cases/", views.Cases.as_view(), name="cases"),
    path(f"{C}/", views.Case.as_view(), name="case"),
    path(f"{C}/take/", views.CaseTaking.as_view(), name="case_take"),
    path(f"{C}/keep/", views.CaseKeeping.as_view(), name="case_keep"),
    path(f"{C}/return/", views.CaseReturn.as_view(), name="case_return"),
    path(f"{C}/handover/", views.CaseHandover.as_view(), name="case_handover"),
    path(f"{C}/settlement/", views.CaseSettlement.as_view(), name="case_settlement"),
    path(f"{C}/questions/", views.CaseQuestions.as_view(), name="case_questions"),
    path(f"{C}/stones/", views.CaseStones.as_view(), name="case_stones"),
    path(f"{C}/reading/", views.CaseReading.as_view(), name="case_reading"),
    path(f"{C}/statements/", views.CaseStatements.as_view(), name="case_statements"),
    path(
        f"{C}/statements/<int:statement_id>/record/", views.CaseRecord.as_view(), name="case_record"
    ),
    path(f"{C}/pictures/<int:picture_id>/", views.CasePicture.as_view(), name="case_picture"),
    path(f"{SEARCHES}/", searches.Confirmations.as_view(), name="case_confirmations"),
    path(
        f"{SEARCHES}/<int:confirmation>/",
        searches.OneConfirmation.as_view(),
        name="case_confirmation",
    ),
    path(
        f"{SEARCHES}/<int:confirmation>/cancel/",
        searches.ConfirmationCancelling.as_view(),
        name="case_confirmation_cancel",
    ),
    path(
        f"{SEARCHES}/<int:confirmation>/certificates/<slug:key>/",
        searches.ConfirmationCertificate.as_view(),
        name="case_certificate",
    ),
    path("me/cases/", own.OwnCases.as_view(), name="own_cases"),
    path(f"{OWN}/", own.TheOwnCase.as_view(), name="own_case"),
    path(f"{OWN}/statements/", own.OwnStatements.as_view(), name="own_statements"),
    path(
        f"{OWN}/statements/<int:statement_id>/record/", own.OwnRecord.as_view(), name="own_record"
    ),
    path(f"{OWN}/pictures/<int:picture_id>/", own.OwnPicture.as_view(), name="own_picture"),
]
