"""E-mails and webhooks about what both players' answers leave to them: playing on, or the count."""

import pytest
from django.test import Client

from adjudication.cases.services.actions import take_case
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import raise_matter
from adjudication.inquiries.services.resuming import go_on_without_record
from adjudication.models import Case, Inquiry
from adjudication.policy.causes import Cause
from notices.emails.services import set_player_mail
from notices.models import Mail, MailKind
from tests.adjudication.decisions import staff
from tests.adjudication.inquiries.views.test_stones_stay import STONES, disputed, say
from tests.notices.emails import address, only, path_in, text_of
from tests.notices.hooks import bodies, listen, work
from tests.support.mail_server import MailServer
from tests.support.records import WALLS, sgf
from tests.support.world import World, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import AuditEvent, Role, Verb
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db

AKI, BEA = "aki@example.org", "bea@example.org"
WHITE_FIRST, BLACK_FIRST = "White moves first.", "Black moves first."
ALL_COUNT = "After two more passes all the stones on the board are counted."
AS_IT_STANDS = "After two more passes no more stones are taken off"
MARKED_AGAIN = "After two more passes you both mark the dead stones again"


def asked(post: MailServer, rules: str, **rulings: object) -> tuple[World, Inquiry]:
    """A question about dead stones, the e-mail about which both have read."""
    world, inquiry = disputed(rules, **rulings)
    address(world, 0, 1)
    work()
    post.got.clear()
    return world, inquiry


def told(post: MailServer, recipient: str) -> list[str]:
    """Return the subjects of what somebody got once all that was due has been sent."""
    work()
    return [str(mail["Subject"]) for mail in post.to(recipient)]


def last(post: MailServer, recipient: str) -> str:
    work()
    return text_of(only(post, recipient))


@pytest.mark.parametrize(
    ("rules", "black", "white", "who", "first", "counts"),
    [
        ("japanese", "accept", "resume", "Béa asks to play on.", BLACK_FIRST, MARKED_AGAIN),
        ("french", "resume", "resume", "You both want to play on.", "moves first.", AS_IT_STANDS),
        ("tromp-taylor", "again", "resume", "Béa asks to play on.", "moves first.", ALL_COUNT),
        (
            "nz",
            "white_moves",
            "white_moves",
            "You both want to play on.",
            WHITE_FIRST,
            MARKED_AGAIN,
        ),
    ],
)
def test_the_opponent_reads_who_asked_who_moves_first_and_what_counts_then(
    post, rules, black, white, who, first, counts
):
    _world, inquiry = asked(post, rules)
    say(inquiry, black, white)
    text = last(post, AKI)
    for part in (who, first, counts, "You play on from the position after move"):
        assert part in text
    assert post.to(BEA) == []


def test_whoever_asked_first_reads_that_they_did(post):
    world, inquiry = asked(post, "japanese")
    game = world.games[0]
    answer(inquiry_id=inquiry.pk, player_id=game.white_id, answer="resume")
    answer(inquiry_id=inquiry.pk, player_id=game.black_id, answer="accept")
    text = last(post, BEA)
    assert "You asked to play on." in text
    assert BLACK_FIRST in text


def test_it_says_the_same_as_the_player_s_page(post):
    world, inquiry = asked(post, "japanese")
    say(inquiry, "resume", "keep")
    text = last(post, AKI)
    assert "You asked to play on." in text
    page = world.player(0).get("/me/")
    assert WHITE_FIRST in page.context["plays_on"]
    assert page.context["plays_on"] in text


def test_that_all_stones_are_counted_is_no_play_that_goes_on(post):
    world, inquiry = asked(post, "nz")
    say(inquiry, "black_moves", "white_moves")
    text = last(post, AKI)
    assert "do not agree on who moves first" in text
    assert "all that stand are counted" in text
    assert "You play on" not in text
    assert world.player(0).get("/me/").context["plays_on"] in text


def test_players_who_have_played_on_already_read_that_all_stones_count(post):
    _world, inquiry = asked(post, "french")
    say(inquiry, "resumed", "resumed")
    text = last(post, AKI)
    assert "You both say that you have already played on." in text
    assert "all that stand are counted" in text
    assert AS_IT_STANDS not in text


def test_play_that_goes_on_because_of_a_move_says_nothing_of_dead_stones(world, post):
    address(world, 0, 1)
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), STONES)
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.EFFECTIVE_MOVE)
    work()
    post.got.clear()
    say(Inquiry.objects.get(state="waiting"), "game_over", "resume")
    text = last(post, AKI)
    assert "Béa asks to play on." in text
    assert BLACK_FIRST in text
    assert "dead stones" not in text


@pytest.mark.parametrize("how", ["opened again", "taken"])
def test_what_is_no_longer_so_is_not_told(post, how):
    world, inquiry = asked(post, "japanese")
    say(inquiry, "accept", "resume")
    if how == "taken":
        with acting_as(staff(world.tournament)):
            take_case(case_id=Case.objects.get().pk)
    else:
        go_on_without_record(game_id=world.games[0].pk, player_id=world.players[1].pk)
    assert [mail for mail in told(post, AKI) if "play goes on" in mail] == []


def test_of_two_times_that_play_goes_on_only_the_last_is_told(post):
    world, inquiry = asked(post, "japanese")
    game, record = world.games[0], sgf(WALLS, KM="6.5")
    say(inquiry, "accept", "resume")
    go_on_without_record(game_id=game.pk, player_id=game.white_id)
    report(game, game.white, "W+8.5", record, STONES)
    report(game, game.black, "W+6.5", record, ["B8"])
    again = Inquiry.objects.get(state="waiting")
    say(again, "accept", "resume")
    assert len([mail for mail in told(post, AKI) if "play goes on" in mail]) == 1


def test_what_a_referee_decides_by_then_is_told_to_nobody(post, receiver):
    world, inquiry = asked(post, "japanese")
    listen(world, receiver)
    answer(inquiry_id=inquiry.pk, player_id=world.players[0].pk, answer="accept")
    with acting_as(staff(world.tournament)):
        take_case(case_id=Case.objects.get().pk)
    answer(inquiry_id=inquiry.pk, player_id=world.players[1].pk, answer="resume")
    work()
    assert post.got == []
    assert "question.settled" not in [message["type"] for message in bodies(receiver)]


@pytest.mark.parametrize("white", ["accept", "keep"])
def test_answers_that_leave_nothing_to_the_players_write_no_such_e_mail(post, white):
    _world, inquiry = asked(post, "japanese")
    say(inquiry, "keep", white)
    work()
    settled = AuditEvent.objects.get(verb=Verb.INQUIRY_SETTLED)
    assert not Mail.objects.filter(source=f"event:{settled.pk}").exists()


def test_it_leads_to_the_game_where_the_moves_are_entered(post):
    world, inquiry = asked(post, "japanese")
    player = world.players[0]
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=player.pk)
    say(inquiry, "accept", "resume")
    work()
    path, client = path_in(only(post, AKI), "/m/"), Client()
    client.get(path)
    page = client.post(path, follow=True)
    assert page.redirect_chain[-1][0] == f"/games/{world.games[0].pk}/"
    assert f'href="/games/{world.games[0].pk}/on/"' in page.text


def test_whoever_reads_french_reads_it_in_french(post):
    world, inquiry = asked(post, "japanese")
    set_player_mail(player_id=world.players[0].pk, off=[], language="fr")
    say(inquiry, "accept", "resume")
    text = last(post, AKI)
    assert "Béa demande à reprendre le jeu." in text


def test_whoever_switched_e_mails_about_cases_off_gets_none(post):
    world, inquiry = asked(post, "japanese")
    set_player_mail(player_id=world.players[0].pk, off=[MailKind.CASE], language="")
    say(inquiry, "accept", "resume")
    assert told(post, AKI) == []


def test_webhooks_are_told_what_the_answers_come_to_and_not_what_was_said(post, receiver):
    world, inquiry = asked(post, "japanese")
    listen(world, receiver, "question.settled")
    say(inquiry, "accept", "resume")
    work()
    (message,) = bodies(receiver)
    data = message["data"]
    assert (data["question"], data["outcome"], data["case"]) == ("dead_stones", "resume", 1)
    assert "black_said" not in str(message)
