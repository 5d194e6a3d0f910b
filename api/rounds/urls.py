"""The addresses of rounds, and of what the staff does with their games."""

from django.urls import path

from api.rounds import pairing, results, views

T = "tournaments/<slug:slug>"
R = f"{T}/rounds/<int:round_number>"
B = f"{R}/boards/<int:game_id>"
G = f"{T}/games/<int:game_id>"
urlpatterns = [
    path(f"{T}/rounds/", views.Rounds.as_view(), name="rounds"),
    path(f"{T}/schedule/", views.Schedule.as_view(), name="schedule"),
    path(f"{T}/schedule/resumption/", views.Resumption.as_view(), name="schedule_resumption"),
    path(f"{R}/", views.Round.as_view(), name="round"),
    path(f"{R}/publication/", views.Publication.as_view(), name="publication"),
    path(f"{R}/finish/", views.Finish.as_view(), name="finish"),
    path(f"{R}/clock/", views.Clock.as_view(), name="clock"),
    path(f"{R}/pairing/", pairing.Pairing.as_view(), name="pairing"),
    path(f"{R}/why/<int:number>/", pairing.WhyPaired.as_view(), name="why"),
    path(f"{R}/verification/", pairing.Verification.as_view(), name="verification"),
    path(f"{R}/boards/", pairing.Boards.as_view(), name="boards"),
    path(f"{B}/", pairing.Board.as_view(), name="board"),
    path(f"{B}/colours/", pairing.Colours.as_view(), name="colours"),
    path(f"{R}/swap/", pairing.Swap.as_view(), name="swap"),
    path(f"{R}/bye/", pairing.Bye.as_view(), name="bye"),
    path(f"{G}/result/", results.Result.as_view(), name="result"),
    path(f"{G}/correction/", results.CorrectionOfResult.as_view(), name="correction"),
    path(f"{G}/correction/none/", results.CorrectionToNone.as_view(), name="correct_none"),
    path(f"{G}/correction/colours/", results.CorrectionOfColours.as_view(), name="correct_colours"),
    path(f"{G}/correction/terms/", results.CorrectionOfTerms.as_view(), name="correct_terms"),
    path(f"{G}/correction/players/", results.CorrectionOfPlayers.as_view(), name="correct_players"),
]
