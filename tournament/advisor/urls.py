"""The URLs of the format advisor."""

from django.urls import path

from tournament.advisor.views import advisor, shared

_FORMATS = "director/<slug:slug>/settings/formats/"
_COMPARED = f"{_FORMATS}<int:number>/"

urlpatterns = [
    path(_FORMATS, advisor.formats, name="formats"),
    path(_COMPARED, advisor.compared, name="compared"),
    path(f"{_COMPARED}live/", advisor.compared_live, name="compared_live"),
    path(f"{_COMPARED}cancel/", advisor.cancel, name="cancel_comparison"),
    path(f"{_COMPARED}share/", advisor.share, name="share_comparison"),
    path(f"{_COMPARED}withdraw/", advisor.withdraw, name="withdraw_comparison"),
    path(f"{_COMPARED}use/<int:place>/", advisor.use, name="use_format"),
    path("formats/<str:token>/", shared.shared, name="shared_comparison"),
    path("formats/<str:token>/live/", shared.shared_live, name="shared_comparison_live"),
]
