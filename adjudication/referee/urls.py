"""The addresses of the referees' pages."""

from django.urls import path

from adjudication.referee.views import case, case_actions, queue
from adjudication.rulings.views import appeals, guide, ruling

CASE = "referee/<slug:slug>/cases/<int:number>"
urlpatterns = [
    path("referee/<slug:slug>/", queue.referee, name="referee"),
    path("referee/<slug:slug>/live/", queue.referee_live, name="referee_live"),
    path("referee/<slug:slug>/new/", case_actions.open_case, name="something"),
    path("referee/<slug:slug>/games/<int:game_id>/", queue.referee_game, name="referee_game"),
    path(f"{CASE}/", case.case, name="case"),
    path(f"{CASE}/live/", case.case_live, name="case_live"),
    path(f"{CASE}/do/", case_actions.do_case_action, name="case_do"),
    path(f"{CASE}/pictures/<int:picture_id>.jpg", case.case_picture, name="desk_picture"),
    path(f"{CASE}/records/<int:statement_id>.sgf", case.case_record, name="desk_record"),
    path(f"{CASE}/steps/<slug:kind>/", guide.guide, name="guide"),
    path(f"{CASE}/similar/", case.case_similar, name="similar"),
    path(f"{CASE}/ruling/", ruling.rule_case, name="rule"),
    path(f"{CASE}/revise/", ruling.revise_case, name="revise"),
    path(f"{CASE}/appeal/", appeals.appeal, name="appeal"),
    path(f"{CASE}/appeal/committee/", appeals.committee, name="committee"),
    path(f"{CASE}/appeal/motion/", appeals.motion, name="motion"),
]
