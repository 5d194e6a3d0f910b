"""The addresses of players' questions and actions in a case; part of the adjudication pages."""

from django.urls import path

from adjudication.inquiries.views import (
    case_pages,
    lost_on_time,
    question,
    resume,
    taking_back,
    trouble,
)
from adjudication.rulings.views import player_case

urlpatterns = [
    path("games/<int:game_id>/question/", question.question, name="question"),
    path("games/<int:game_id>/wrong/", trouble.trouble, name="trouble"),
    path("games/<int:game_id>/accept/", trouble.accept, name="accept"),
    path("games/<int:game_id>/lost-on-time/", lost_on_time.lost_on_time, name="lost_on_time"),
    path("games/<int:game_id>/on/", resume.resume, name="resume"),
    path("games/<int:game_id>/on/board/", resume.board, name="resume_board"),
    path("games/<int:game_id>/case/", player_case.case, name="player_case"),
    path(
        "games/<int:game_id>/case/<int:number>/live/",
        player_case.case_live,
        name="player_case_live",
    ),
    path("games/<int:game_id>/case/withdraw/", taking_back.take_back, name="player_take_back"),
    path("games/<int:game_id>/case/appeal/", player_case.appeal, name="player_appeal"),
    path(
        "games/<int:game_id>/case/appeal/withdraw/",
        player_case.withdraw_appeal,
        name="player_appeal_withdraw",
    ),
    path(
        "games/<int:game_id>/case/pictures/<int:picture_id>.jpg",
        case_pages.picture,
        name="player_picture",
    ),
    path(
        "games/<int:game_id>/case/records/<int:statement_id>.sgf",
        case_pages.record,
        name="player_record",
    ),
    path("cases/<int:case_id>/", player_case.own_case, name="own_case"),
    path("cases/<int:case_id>/appeal/", player_case.own_appeal, name="own_appeal"),
    path(
        "cases/<int:case_id>/appeal/withdraw/",
        player_case.own_withdraw_appeal,
        name="own_appeal_withdraw",
    ),
    path(
        "cases/<int:case_id>/pictures/<int:picture_id>.jpg",
        case_pages.own_picture,
        name="own_picture",
    ),
    path(
        "cases/<int:case_id>/records/<int:statement_id>.sgf",
        case_pages.own_record,
        name="own_record",
    ),
]
