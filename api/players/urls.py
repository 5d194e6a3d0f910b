"""The addresses of players."""

from django.urls import path

from api.players import taking_part, views

T = "tournaments/<slug:slug>"
urlpatterns = [
    path(f"{T}/players/", views.Players.as_view(), name="players"),
    path(f"{T}/players/bulk/", views.PlayersInBulk.as_view(), name="players_in_bulk"),
    path(f"{T}/players/<int:number>/", views.Player.as_view(), name="player"),
    path(f"{T}/players/<int:number>/entry/", views.PlayerEntered.as_view(), name="entry"),
    path(f"{T}/players/<int:number>/withdrawal/", views.Withdrawal.as_view(), name="withdrawal"),
    path(
        f"{T}/players/<int:number>/rounds/<int:round_number>/",
        taking_part.PlayersRound.as_view(),
        name="players_round",
    ),
    path(f"{T}/participation/", taking_part.Participation.as_view(), name="participation"),
    path(f"{T}/rounds/<int:round_number>/absent/", taking_part.Absent.as_view(), name="absent"),
    path(
        f"{T}/rounds/<int:round_number>/check-in/", taking_part.CheckIns.as_view(), name="check_ins"
    ),
    path(
        f"{T}/rounds/<int:round_number>/check-in/<int:number>/",
        taking_part.CheckIn.as_view(),
        name="check_in",
    ),
    path(f"{T}/requests/", taking_part.RegistrationRequests.as_view(), name="requests"),
    path(f"{T}/requests/approval/", taking_part.Approval.as_view(), name="approval"),
    path(f"{T}/requests/refusal/", taking_part.Refusal.as_view(), name="refusal"),
]
