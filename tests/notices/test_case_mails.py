"""E-mails about cases: what may be replied to, rulings and appeals, each once, and no secret."""

from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.cases.selectors.complaints import REPLY_TIME
from adjudication.cases.services.actions import settle_case, take_case
from adjudication.cases.services.opening import open_case
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import raise_matter, withdraw_matter
from adjudication.models import Case, Inquiry, Motion
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.appeals import put_motion, vote, withdraw_appeal
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise
from adjudication.submissions.services.answers import agree_lost_on_time, contest_submission
from jobs.worker import run_job
from notices.emails.services import set_player_mail, set_staff_mail
from notices.emails.signed_links import pass_of
from notices.models import Mail
from tests.adjudication.decisions import as_player
from tests.adjudication.rulings.views.test_substance import complain, reply, write_down
from tests.notices.emails import address, only, path_in, states, text_of
from tests.notices.hooks import bodies, listen, work
from tests.stories.court import open_court
from tests.stories.test_damaged_records import FOX
from tests.support.answering import accept_as_read, contest_as_read, version_of
from tests.support.desk_world import appealed, committee, new_case, referee, ruled
from tests.support.mail_server import MailServer
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import AccessLink, Game, Role, Tournament
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db

AKI, BEA = "aki@example.org", "bea@example.org"
BLACK_WINS = Decision("result", "black", "ruling", reasons="White played an illegal move.")
WHITE_WINS = Decision("result", "white", "ruling", reasons="The move was legal.")
WARNED = Decision(
    "nothing",
    reasons="A phone rang.",
    penalties=(PenaltyGiven(2, "warning", note="It is to be off."),),
)


@pytest.fixture
def case(world: World, post: MailServer) -> Case:
    """Black has won by ruling; both players have an address and have read what came so far."""
    address(world, 0, 1)
    found = ruled(world, new_case(world), decision=BLACK_WINS)
    work()
    post.got.clear()
    return found


def last(post: MailServer, name: str) -> str:
    """Return the one e-mail that somebody got since the last one was looked at."""
    work()
    text = text_of(only(post, name))
    post.got.clear()
    return text


def subject(mail: EmailMessage) -> str:
    return str(mail["Subject"]).strip()


# --- What may be replied to ---


def test_the_accused_is_asked_to_reply_once_the_referee_has_written(world, post):
    address(world, 0, 1)
    found = complain(world)
    work()
    post.got.clear()
    write_down(found)
    text = last(post, BEA)
    assert "The referee has written in case 1, which concerns you." in text
    assert "Please reply by" in text
    work()
    assert post.got == []


def test_nobody_else_is_and_no_secret_is_in_it(world, post):
    address(world)
    found = complain(world)
    write_down(found)
    work()
    raw = str(post.raw)
    assert [subject(mail) for _to, mail in post.got].count("Coupe d’été: case 1: please reply") == 1
    for secret in ("phone", "Conduct", "is said", "complain"):
        assert secret not in raw
    assert "Aki" not in text_of(post.to(BEA)[-1])


@pytest.mark.parametrize("how", ["replied", "ruled", "closed", "written again"])
def test_who_has_nothing_to_reply_to_any_more_is_not_asked(world, post, how):
    address(world, 1)
    found = complain(world)
    work()
    post.got.clear()
    write_down(found)
    if how == "replied":
        reply(found, world)
    elif how == "ruled":
        found.refresh_from_db()
        ruled(world, found, decision=Decision("nothing", reasons="Nothing was shown."))
    elif how == "closed":
        Tournament.objects.update(closed_at=timezone.now())
    else:
        write_down(found, key="t")
    work()
    asked = [mail for mail in post.to(BEA) if "please reply" in subject(mail)]
    assert len(asked) == (how == "written again")


def test_an_e_mail_that_comes_too_late_says_so(world, post, monkeypatch):
    address(world, 1)
    found = complain(world)
    work()
    post.got.clear()
    write_down(found)
    later = timezone.now() + REPLY_TIME
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert "The time to reply was over at" in last(post, BEA)


@pytest.mark.parametrize("late", [False, True])
def test_a_question_with_a_time_to_answer_says_until_when(post, monkeypatch, late):
    world = open_court(komi=0, handicap=2).world
    address(world, 0)
    game = world.games[0]
    report(game, game.white, "W+R", FOX)
    run_job()
    assert Inquiry.objects.get().kind == "damaged_record"
    if late:
        later = timezone.now() + timedelta(hours=1)
        monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    work()
    (asked,) = (mail for mail in post.to(AKI) if "question" in subject(mail))
    assert ("Please answer on your page by" in text_of(asked)) != late


# --- Rulings ---


def test_a_ruling_that_takes_the_place_of_another_says_so(world, post, case):
    with acting_as(referee(world, "Remy")):
        revise(case_id=case.pk, decision=WHITE_WINS, version=case.version, note="Looked again.")
    for name in (AKI, BEA):
        work()
        text = text_of(only(post, name))
        assert "The earlier ruling no longer stands." in text
        assert "Ruling: Béa (White) won against Aki (Black)." in text
        assert "You can appeal until" in text


def test_a_ruling_that_was_set_aside_before_its_e_mail_went_out_is_not_told(world, post):
    address(world, 1)
    found = ruled(world, new_case(world), decision=BLACK_WINS)
    with acting_as(referee(world, "Remy")):
        revise(case_id=found.pk, decision=WHITE_WINS, version=found.version, note="Looked again.")
    work()
    told = [text_of(mail) for mail in post.to(BEA) if "ruling" in subject(mail)]
    assert len(told) == 1
    assert "Béa (White) won" in told[0]


def test_an_e_mail_about_a_ruling_that_is_appealed_does_not_call_it_final(world, post):
    address(world, 0)
    found = ruled(world, new_case(world), decision=BLACK_WINS)
    appealed(world, found, world.players[1])
    work()
    (told,) = (text_of(mail) for mail in post.to(AKI) if "ruling" in subject(mail))
    assert "There is an appeal against it." in told
    assert "final" not in told


def test_a_ruling_that_became_final_is_told_once(world, post, case):
    later = case.appeal_until + timedelta(seconds=1)
    make_final(later)
    make_final(later)
    for name in (AKI, BEA):
        work()
        mail = only(post, name)
        assert subject(mail) == "Coupe d’été: the ruling in case 1 is final"
        assert "Aki (Black) won against Béa (White)" in text_of(mail)


def test_a_penalty_is_told_to_those_of_the_case_alone(world, post):
    address(world)
    ruled(world, new_case(world, cause=Cause.OTHER), decision=WARNED)
    work()
    assert {to for to, mail in post.got if "It is to be off." in text_of(mail)} == {AKI, BEA}
    assert {to for to, _mail in post.got} == {AKI, BEA}


# --- One e-mail for what one press did ---


def marked_otherwise(world: World, post: MailServer) -> Game:
    """Let White contest Black's count with other dead stones; both are asked about them."""
    game = world.games[0]
    sent = report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), DEAD.split())
    work()
    post.got.clear()
    contest_submission(
        submission_id=sent,
        player_id=game.white_id,
        version=version_of(sent),
        dead_stones=["B8"],
    )
    return game


def test_a_contest_about_dead_stones_is_one_e_mail_to_each(world, post):
    address(world, 0, 1)
    marked_otherwise(world, post)
    work()
    black, white = text_of(only(post, AKI)), text_of(only(post, BEA))
    assert "Béa contests what was reported of your game in round 1: it is case 1." in black
    assert "You do not agree with what Aki reported of your game in round 1: it is case 1." in white
    assert "You reported: As Black, you lost to Béa by 15.5 points." in black
    assert "Béa reported: As Black, you won against Béa by 21.5 points." in black
    assert "Aki reported: As White, you won against Aki by 15.5 points." in white
    for text in (black, white):
        assert "Which stones are dead?" in text
        assert "No time is set for that" in text


@pytest.mark.parametrize("who", [0, 1])
def test_whoever_answered_before_it_goes_out_is_told_of_the_case_unless_they_brought_it_up(
    world, post, who
):
    address(world, 0, 1)
    game = marked_otherwise(world, post)
    answer(
        inquiry_id=Inquiry.objects.get().pk,
        player_id=(game.black_id, game.white_id)[who],
        answer="accept",
    )
    work()
    assert "a question" in subject(only(post, (BEA, AKI)[who]))
    told = [subject(mail) for mail in post.to((AKI, BEA)[who])]
    assert told == (["Coupe d’été: case 1 was opened"] if who == 0 else [])


def test_a_contest_without_a_question_says_what_to_do_and_that_no_time_is_set(world, post):
    address(world, 0, 1)
    game = world.games[0]
    sent = report(game, game.black, "B+R")
    work()
    post.got.clear()
    contest_as_read(submission_id=sent, player_id=game.white_id, note="I did not resign.")
    text = last(post, AKI)
    assert "Béa contests what was reported" in text
    assert "You reported: As Black, you won against Béa by resignation." in text
    assert "A referee decides." in text
    assert "No time is set for that" in text
    assert "resign." not in text.replace("resignation.", "")


@pytest.mark.parametrize("cause", [Cause.CYCLE, Cause.DISPLACED_STONE])
def test_a_matter_that_both_are_asked_about_is_one_e_mail_to_the_other(world, post, cause):
    address(world, 0, 1)
    game = world.games[0]
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=cause)
    text = last(post, BEA)
    assert "Aki has raised something about your game in round 1: it is case 1." in text
    assert "You and Aki are both asked about your game in round 1:" in text
    assert post.to(AKI) == []


def test_the_accused_reads_that_nothing_is_asked_of_them_yet(world, post):
    address(world, 0, 1)
    complain(world)
    text = last(post, BEA)
    assert "Nothing is asked of you yet." in text
    assert "No time is set" not in text
    assert "Aki has" not in text


# --- Cases without a ruling ---


@pytest.fixture
def differing(world: World, post: MailServer) -> World:
    """The players reported different results; both have an address and have read of the case."""
    address(world, 0, 1)
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "W+R")
    work()
    post.got.clear()
    return world


def test_the_other_one_is_told_who_reported_otherwise(world, post):
    address(world, 0, 1)
    game = world.games[0]
    report(game, game.black, "B+R")
    work()
    post.got.clear()
    report(game, game.white, "W+R")
    text = last(post, AKI)
    assert "Béa has reported another result of your game in round 1 than you" in text
    assert "Two different results" in text


def test_a_clock_that_is_said_to_have_fallen_is_told_without_a_result(world, post):
    address(world, 0, 1)
    game = world.games[0]
    told = {"clock": "fell", "whose": "black"}
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=told)
    text = last(post, AKI)
    assert "Béa has raised something about your game in round 1" in text
    assert "result" not in text
    assert "Time or clock" in text


def say_late(game: Game, *, by_white: bool) -> Case:
    """Let one player say that the other ran out of time."""
    return raise_matter(
        game_id=game.pk,
        player_id=game.white_id if by_white else game.black_id,
        cause=Cause.TIME,
        data={"clock": "fell", "whose": "black" if by_white else "white"},
    )


def test_whoever_is_said_to_have_run_out_of_time_in_an_open_case_is_told_once(world, post):
    address(world, 0, 1)
    game = world.games[0]
    found = say_late(game, by_white=True)
    assert "you can agree to that there" in last(post, AKI)
    say_late(game, by_white=False)
    work()
    told = only(post, BEA)
    assert subject(told) == "Coupe d’été: something was added to case 1"
    assert "Aki has added something to case 1, about your game in round 1." in text_of(told)
    assert "you can agree to that there" in text_of(told)
    assert post.to(AKI) == []
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.TIME, note="The clock.")
    say_late(game, by_white=False)
    work()
    assert len(post.got) == 1
    assert Case.objects.get() == found


def test_where_a_referee_has_the_case_nobody_is_told_that_they_can_agree(world, post):
    address(world, 0, 1)
    game = world.games[0]
    found = say_late(game, by_white=True)
    with acting_as(referee(world)):
        take_case(case_id=found.pk)
    work()
    post.got.clear()
    say_late(game, by_white=False)
    text = last(post, BEA)
    assert "Aki has added something to case 1" in text
    assert "you can agree" not in text


def test_beside_an_illegal_move_nobody_is_told_that_they_can_agree(world, post):
    address(world, 0, 1)
    game = world.games[0]
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.ILLEGAL_MOVE, note="A ko.")
    work()
    post.got.clear()
    say_late(game, by_white=False)
    text = last(post, BEA)
    assert "Aki has added something to case 1" in text
    assert "you can agree" not in text


def test_in_a_case_about_behaviour_nobody_reads_who_added_what(world, post):
    address(world, 0, 1)
    complain(world)
    work()
    post.got.clear()
    say_late(world.games[0], by_white=False)
    text = last(post, BEA)
    assert "Something was added to case 1" in text
    assert "Aki has" not in text
    assert "Time or clock" not in text


def test_webhooks_are_not_told_of_what_is_added_to_a_case(world, receiver):
    listen(world, receiver)
    for by_white in (True, False):
        say_late(world.games[0], by_white=by_white)
    work()
    assert [one["type"] for one in bodies(receiver)] == ["case.opened"]


@pytest.mark.parametrize("reported", [False, True])
def test_a_ruling_that_changes_nothing_says_what_the_game_waits_for(world, post, reported):
    address(world, 0, 1)
    game = world.games[0]
    if reported:
        report(game, game.black, "B+R")
    found = say_late(game, by_white=True)
    work()
    post.got.clear()
    ruled(world, found, decision=Decision("nothing", reasons="Not shown."))
    work()
    black, white = text_of(only(post, AKI)), text_of(only(post, BEA))
    for text in (black, white):
        assert "Nothing changes for the game." in text
        assert ("report it when it is over" in text) is not reported
    assert ("waits for Béa to confirm it" in black) is reported
    assert ("What Aki reported waits for you" in white) is reported


def test_where_the_staff_enters_results_nobody_is_told_to_report(world, post):
    address(world, 0, 1)
    found = say_late(world.games[0], by_white=True)
    Tournament.objects.update(reporting="director")
    work()
    post.got.clear()
    ruled(world, found, decision=Decision("nothing", reasons="Not shown."))
    work()
    for name in (AKI, BEA):
        text = text_of(only(post, name))
        assert "report it" not in text
        assert "The organisers enter the results" in text


def test_that_one_accepts_what_the_other_reported_is_told_to_the_other(differing, post):
    game = differing.games[0]
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    text = last(post, AKI)
    assert "Case 1, your game against Béa in round 1, is settled." in text
    assert "Béa (White) accepted what Aki (Black) reported." in text
    assert "As Black, you won against Béa by resignation." in text
    work()
    assert post.got == []


def test_that_somebody_agreed_to_have_lost_on_time_is_told_to_the_other(world, post):
    address(world, 0, 1)
    game = world.games[0]
    told = {"clock": "fell", "whose": "black"}
    found = raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=told)
    assert "you can agree to that there" in last(post, AKI)
    game.refresh_from_db()
    agree_lost_on_time(
        game_id=game.pk, player_id=game.black_id, case_id=found.pk, version=game.version
    )
    text = last(post, BEA)
    assert "Aki (Black) agreed that they lost on time." in text
    assert "As White, you won against Aki on time." in text


def test_whoever_switched_such_e_mails_off_gets_none(differing, post):
    game = differing.games[0]
    set_player_mail(player_id=game.black_id, off=["case"], language="")
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    work()
    assert post.got == []


@pytest.mark.parametrize("whose", [0, 1])
def test_that_a_matter_was_taken_back_is_told_with_what_waits_again(world, post, whose):
    address(world, 0, 1)
    game = world.games[0]
    sender = (game.black, game.white)[whose]
    report(game, sender, "B+3.5")
    said = {"clock": "wrong"}
    found = raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.TIME, data=said)
    work()
    post.got.clear()
    withdraw_matter(game_id=game.pk, case_id=found.pk, player_id=game.black_id)
    text = last(post, BEA)
    assert "took it back" in text
    if whose == 1:
        assert "What you reported waits for Aki to confirm it." in text
    else:
        assert "What Aki reported waits for you: As White, you lost to Aki" in text
    assert post.to(AKI) == []


def test_a_referee_who_ends_a_case_is_read_on_the_page_alone(differing, post):
    found = Case.objects.get()
    with acting_as(referee(differing)):
        take_case(case_id=found.pk)
        settle_case(case_id=found.pk, note="A phone was found in the bag.")
    work()
    for name in (AKI, BEA):
        text = text_of(only(post, name))
        assert "is settled." in text
        assert "report it when it is over" in text
        assert "phone" not in text
    assert "A phone was found in the bag." in differing.player(0).get("/me/").text


def test_a_report_that_ends_a_case_is_asked_about_in_one_e_mail(world, post):
    address(world, 0, 1)
    game = Game.objects.select_related("round").get(pk=world.games[0].pk)
    open_case(cause=Cause.NOT_REPORTED, game=game)
    work()
    post.got.clear()
    report(game, game.black, "B+R")
    work()
    assert Case.objects.get().state == "settled"
    assert subject(only(post, BEA)) == "Coupe d’été: round 1: is this result right?"
    assert post.to(AKI) == []


def test_webhooks_are_told_that_a_case_is_settled_and_not_why(differing, receiver):
    listen(differing, receiver, "case.settled")
    game = differing.games[0]
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    work()
    (told,) = bodies(receiver)
    assert (told["type"], told["data"]["case"]) == ("case.settled", 1)
    assert "accepted" not in str(told)


# --- Appeals ---


def test_an_appeal_is_told_to_the_other_player_and_to_the_staff(world, post, case):
    issue_link(tournament_id=world.tournament.pk, role=Role.DIRECTOR, label="Anna")
    link = AccessLink.objects.latest("pk")
    set_staff_mail(tournament_id=world.tournament.pk, link_id=link.pk, email="anna@example.org")
    appealed(world, case, world.players[1])
    work()
    assert post.to(BEA) == []
    text = text_of(only(post, AKI))
    assert "Béa has appealed against the ruling in case 1." in text
    assert "Case 1 is about your game against Béa in round 1." in text
    assert "The appeals committee decides." in text
    staff = text_of(only(post, "anna@example.org"))
    assert "A committee has to be appointed" in staff
    assert "Round 1, board 1: Aki – Béa." in staff
    assert "/referee/coupe/cases/1/appeal/" in staff
    assert "That ko was allowed." not in str(post.raw)


def test_where_somebody_complains_nobody_reads_who_appealed(world, post):
    address(world, 1)
    found = ruled(world, complain(world), decision=Decision("nothing", reasons="Not shown."))
    work()
    post.got.clear()
    appealed(world, found, world.players[0])
    text = last(post, BEA)
    assert "There is an appeal against the ruling in case 1." in text
    assert "Aki" not in text


@pytest.mark.parametrize("upheld", [True, False])
def test_what_the_committee_decides_is_told_to_both_and_is_final(world, post, case, upheld):
    appeal_id = appealed(world, case, world.players[1])
    committee(world, appeal_id, 2, 3, 4)
    members = [as_player(world.players[index]) for index in (2, 3, 4)]
    motion = Motion.objects.get().pk
    if not upheld:
        with acting_as(members[0]):
            motion = put_motion(appeal_id=appeal_id, decision=WHITE_WINS).pk
    work()
    post.got.clear()
    for member in members:
        with acting_as(member):
            reasons = "He had played elsewhere." if upheld else ""
            vote(appeal_id=appeal_id, motion_id=motion, reasons=reasons)
    for name in (AKI, BEA):
        work()
        text = text_of(only(post, name))
        assert ("upholds the ruling" in text) == upheld
        assert ("no longer stands" in text) != upheld
        assert ("Aki (Black) won" if upheld else "Béa (White) won") in text
        assert "The ruling is final." in text


def test_an_appeal_that_is_withdrawn_in_time_leaves_the_other_theirs(world, post, case):
    appealed(world, case, world.players[1])
    work()
    post.got.clear()
    with acting_as(as_player(world.players[1])):
        withdraw_appeal(case_id=case.pk)
    text = last(post, AKI)
    assert "Béa has withdrawn their appeal against the ruling in case 1." in text
    assert "Case 1 is about your game against Béa in round 1." in text
    assert "You can appeal until" in text


def test_one_that_is_withdrawn_later_makes_the_ruling_final(world, post, case):
    appealed(world, case, world.players[1])
    work()
    post.got.clear()
    Case.objects.update(appeal_until=timezone.now() - timedelta(seconds=1))
    with acting_as(as_player(world.players[1])):
        withdraw_appeal(case_id=case.pk)
    for name in (AKI, BEA):
        work()
        assert "is final" in subject(only(post, name))


def test_an_appeal_that_is_settled_by_the_time_of_its_e_mail_is_not_told(world, post, case):
    appealed(world, case, world.players[1])
    with acting_as(as_player(world.players[1])):
        withdraw_appeal(case_id=case.pk)
    assert "has withdrawn" in last(post, AKI)
    assert "dropped" in states()


# --- All of them ---


def test_they_lead_to_the_case(world, post):
    address(world, 1)
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[1].pk)
    found = ruled(world, new_case(world), decision=BLACK_WINS)
    work()
    path = path_in(post.to(BEA)[-1], "/m/")
    client = Client()
    client.get(path)
    page = client.post(path, follow=True)
    assert page.redirect_chain[-1][0] == f"/games/{found.game_id}/case/"
    assert "White played an illegal move." in page.text


def test_the_address_of_a_case_shows_nothing_to_others(world, post):
    address(world, 2)
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[2].pk)
    found = complain(world)
    token = pass_of(world.players[2])
    assert token
    assert Client().post(f"/m/{token}/?case={found.pk}", follow=True).status_code == 404


def test_who_chose_french_reads_french(world, post, case):
    set_player_mail(player_id=world.players[0].pk, off=[], language="fr")
    appealed(world, case, world.players[1])
    text = last(post, AKI)
    assert "Béa a fait appel de la décision du dossier 1." in text
    assert "La commission d’appel décide." in text


def test_without_an_address_nothing_is_written(world, post):
    found = ruled(world, complain(world), decision=Decision("nothing", reasons="Not shown."))
    appealed(world, found, world.players[0])
    work()
    assert not Mail.objects.exists()


def test_no_e_mail_is_written_twice(world, post, case):
    appealed(world, case, world.players[1])
    make_final(case.appeal_until + timedelta(days=1))
    work()
    work()
    assert len(post.got) == 1


def test_webhooks_are_told_of_appeals_and_of_no_reply(world, receiver):
    listen(world, receiver)
    found = complain(world)
    write_down(found)
    reply(found, world)
    found.refresh_from_db()
    ruled(world, found, decision=Decision("nothing", reasons="Not shown."))
    found.refresh_from_db()
    appealed(world, found, world.players[0])
    with acting_as(as_player(world.players[0])):
        withdraw_appeal(case_id=found.pk)
    make_final(timezone.now() + timedelta(days=30))
    work()
    told = [one["type"] for one in bodies(receiver)]
    assert told == ["case.opened", "ruling", "appeal.made", "appeal.withdrawn", "ruling.final"]


def test_that_the_dead_stones_are_marked_again_is_no_result_to_wait_for(world, post):
    address(world, 0, 1)
    game = world.games[0]
    sent = report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), DEAD.split())
    contest_as_read(submission_id=sent, player_id=game.black_id, about_dead_stones=True)
    asked = Inquiry.objects.get()
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="keep")
    work()
    post.got.clear()
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer="concede")
    text = last(post, AKI)
    assert "The dead stones are marked again: one of you reports" in text
    assert "when it is over" not in text
