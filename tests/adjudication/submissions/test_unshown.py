"""What a record agrees with, and what no record shows: a resignation, a flag, a forfeit."""

import pytest
from django.test import Client

from adjudication.cases.selectors.statements import statements_of
from adjudication.cases.services.statements import bring_record
from adjudication.models import Case, Ruling, Verdict
from adjudication.policy.decisions import BoardCount, Decision
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.submissions.selectors.other_results import contradicted_by_all
from adjudication.verdicts.selectors.submissions import submission_by_id
from adjudication.verdicts.services.claims import result_columns
from tests.support.answering import contest_as_read
from tests.support.badges import verdict_badges
from tests.support.desk_world import ruled
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Game, Person, Role

pytestmark = pytest.mark.django_db

SHORT = "ee cc"
CLOCK = b"(;GM[1]FF[4]SZ[9]TM[60];B[ee]BL[-5];W[cc]WL[50];B[gg])"
"""Black's clock shows less than nothing."""

COUNTED = sgf(WALLS).removesuffix(b")") + b"TB[aa:ci]TW[fa:ii])"
"""White wins by the territory that is marked at its end."""

BYO_YOMI = (
    b"(;GM[1]FF[4]SZ[9]TM[1200]OT[5x30 byo-yomi]RE[%s];B[ee]BL[900];W[cc]WL[20]OW[1]"
    b";B[gc]BL[712];W[gg]WL[25]OW[1])"
)
"""Black has nearly twelve minutes left and is on move, White has 25 seconds in the last period."""


BOTH_FELL = (
    b"(;GM[1]FF[4]SZ[9]TM[60]OT[3x30 byo-yomi]RE[%s];B[ee]BL[9]OB[1];W[cc]WL[-3]OW[0]BL[-5]OB[0])"
)
"""Both clocks are below zero at the end."""

RISING = (
    b"(;GM[1]FF[4]SZ[9]TM[60]OT[3x30 byo-yomi]RE[%s];B[ee]BL[9]OB[1];W[cc]WL[50]"
    b";B[gc]BL[30]OB[3];W[gg]WL[50];B[gh]BL[-1]OB[1];W[ff])"
)
"""Black's clock gains two periods before it falls."""


ZERO = b"(;GM[1]FF[4]SZ[9]RE[W+T];B[ee]BL[9];W[cc]WL[312.5];B[gc]BL[0];W[gg]WL[301])"
"""Black's clock shows zero, and Black is on move; the time system is not given."""

LAST_BY_BLACK = sgf(SHORT + " gc", RE="W+T")
"""No clock times; Black moved last, so that White's clock ran."""


@pytest.mark.parametrize(
    ("claim", "record", "badge"),
    [
        ("B+R", sgf(SHORT), "unshown"),
        ("B+R", sgf(""), "unshown"),
        ("B+R", sgf(WALLS), "unshown"),
        ("B+R", sgf(SHORT, RE="B+R"), "said"),
        ("B+R", sgf(SHORT, RE="B+"), "said"),
        ("B+R", sgf(SHORT, RE="?"), "unshown"),
        ("B+R", sgf(SHORT, RE="W+R"), "otherwise"),
        ("B+R", sgf(SHORT, RE="B+12.5"), "otherwise"),
        ("B+R", sgf(SHORT, RE="0"), "otherwise"),
        ("B+T", sgf(SHORT, RE="B+R"), "otherwise"),
        ("B+T", sgf(SHORT), "others_turn"),
        ("W+T", sgf(SHORT), "unshown"),
        ("B+T", sgf(WALLS), "stopped"),
        ("B+T", CLOCK, "otherwise"),
        ("B+R", COUNTED, "counts_otherwise"),
        ("W+R", COUNTED, "unshown"),
        ("B+F", COUNTED, "counts_otherwise"),
        ("B+T", COUNTED, "stopped"),
        ("B+R", COUNTED.replace(b"SZ[9]", b"SZ[9]RE[B+R]"), "counts_otherwise"),
        ("B+R", COUNTED.replace(b"SZ[9]", b"SZ[9]RE[W+R]"), "otherwise"),
        # The same marks before play has stopped count nothing.
        ("B+R", COUNTED.replace(b";B[];W[]", b""), "unshown"),
        ("W+T", CLOCK, "confirmed"),
        ("W+15.5", sgf(WALLS, RE="B+R"), "result_line"),
        ("W+15.5", sgf(WALLS, RE="W+R"), "marked"),
        ("W+T", sgf(SHORT, RE="W+T"), "said"),
        ("W+T", BYO_YOMI % b"W+T", "time_left"),
        ("W+T", BYO_YOMI % b"?", "time_left"),
        ("W+T", BYO_YOMI % b"B+T", "otherwise"),
        ("B+T", BYO_YOMI % b"B+T", "time_left"),
        ("B+T", BYO_YOMI.replace(b";W[gg]WL[25]OW[1]", b"") % b"B+T", "said"),
        ("W+T", BOTH_FELL % b"W+T", "clocks_unclear"),
        ("B+T", BOTH_FELL % b"?", "clocks_unclear"),
        ("W+T", BOTH_FELL % b"B+T", "otherwise"),
        ("W+T", RISING % b"W+T", "clocks_unclear"),
        ("W+R", RISING % b"W+R", "said"),
        ("W+T", ZERO, "at_zero"),
        ("W+T", ZERO.replace(b"RE[W+T]", b""), "at_zero"),
        ("W+T", ZERO.replace(b"RE[W+T]", b"RE[B+R]"), "otherwise"),
        ("B+T", ZERO.replace(b"W+T", b"B+T"), "time_left"),
        # At zero as well the other clock ran if they moved last.
        ("W+T", ZERO.replace(b";W[gg]WL[301]", b""), "others_turn"),
        ("W+T", LAST_BY_BLACK, "others_turn"),
        ("W+T", LAST_BY_BLACK.replace(b"RE[W+T]", b""), "others_turn"),
        ("B+T", LAST_BY_BLACK.replace(b"W+T", b"B+T"), "said"),
        ("W+R", LAST_BY_BLACK.replace(b"W+T", b"W+R"), "said"),
    ],
)
def test_a_record_agrees_with_what_it_says_or_gives(
    world: World, claim: str, record: bytes, badge: str
) -> None:
    game = world.games[0]
    report(game, game.black, claim, record, DEAD.split() if "." in claim else None)
    judge_all()
    verdict = Verdict.objects.select_related("submission").get()
    assert verdict.verdict == Outcome.CONFIRMED  # it stands, whatever the board says
    shown = submission_by_id(verdict.submission_id)
    assert shown is not None
    assert shown.badge == badge
    assert verdict_badges(world.tournament.pk) == {game.pk: badge}


@pytest.mark.parametrize("result", ["B+R", "W+R"])
def test_nobody_is_told_that_it_agrees_where_it_does_not(world: World, result: str) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(SHORT, RE="W+R") if result == "W+R" else sgf(SHORT))
    judge_all()
    pages = [
        Client().get("/t/coupe/").text,
        Client().get(f"/games/{game.pk}/").text,
        world.player(1).get(f"/games/{game.pk}/").text,
        world.client("referee").get(f"/games/{game.pk}/").text,
    ]
    assert not [page for page in pages if "ecord agrees" in page or "agrees with" in page]
    assert ("W+R" in pages[2]) == (result == "W+R")


def test_whoever_sends_a_record_that_says_otherwise_is_told_before(world: World) -> None:
    typed = {"winner": "black", "reason": "resignation", "step": "review"}
    page = world.player(0).post(
        f"/games/{world.games[0].pk}/report/", {**typed, "paste": sgf(SHORT, RE="W+R").decode()}
    )
    assert "The record itself gives the result W+R" in page.text


def test_a_count_for_the_other_player_is_told_beside_a_resignation(world: World) -> None:
    game = world.games[0]
    typed = {"winner": "black", "reason": "resignation", "step": "review"}
    address = f"/games/{game.pk}/report/"
    asked = world.player(0).post(address, {**typed, "paste": COUNTED.decode()}).text
    assert "W+15.5" in asked
    same = {**typed, "winner": "white", "paste": COUNTED.decode()}
    assert "W+15.5" not in world.player(0).post(address, same).text
    report(game, game.black, "B+R", COUNTED)
    judge_all()
    for client in (world.player(0), world.player(1), world.client("referee")):
        page = client.get(f"/games/{game.pk}/").text
        assert "against the reported result" not in page
        assert "W+15.5" in page
    for address in ("/t/coupe/", f"/games/{game.pk}/"):
        assert "nothing against it" not in Client().get(address).text


def test_a_loss_on_time_is_told_with_what_the_clock_shows(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+T", BYO_YOMI % b"W+T")
    judge_all()
    for client in (world.player(0), world.client("referee"), world.client("director")):
        page = client.get(f"/games/{game.pk}/").text
        assert "11:52" in page
        assert "ecord agrees" not in page
        assert "agrees with" not in page


def test_a_clock_at_zero_is_not_denied(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+T", ZERO)
    judge_all()
    for client in (world.player(0), world.player(1), world.client("referee")):
        page = client.get(f"/games/{game.pk}/").text
        assert "clock in the record shows zero" in page
        assert "do not show it" not in page


def test_a_loss_on_time_of_who_moved_last_is_told_to_all_whom_it_concerns(world: World) -> None:
    """It accuses nobody: the report waits for the opponent as any other."""
    game = world.games[0]
    report(game, game.white, "W+T", LAST_BY_BLACK)
    judge_all()
    (told,) = [one for one in Verdict.objects.get().findings if one["code"] == "clock.others_turn"]
    assert (told["move"], told["color"]) == (3, "B")
    for client in (world.player(0), world.player(1), world.client("referee")):
        page = client.get(f"/games/{game.pk}/").text
        assert "after it the clock of White ran" in page
        assert "record says so" not in page
    game.refresh_from_db()
    assert game.state == "reported"
    assert not Case.objects.exists()
    assert "other’s turn" not in Client().get(f"/games/{game.pk}/").text


def test_a_clock_below_zero_is_told(world: World) -> None:
    game = world.games[0]
    data = b"(;GM[1]FF[4]SZ[9]TM[60]OT[5x30 byo-yomi];B[ee]BL[50];W[cc]WL[-3];B[gg])"
    report(game, game.white, "W+R", data)
    judge_all()
    told = {one["code"]: one for one in Verdict.objects.get().findings}
    assert told["clock.below_zero"]["move"] == 2


@pytest.mark.parametrize(("headers", "told"), [({}, "unshown"), ({"RE": "W+15.5"}, "otherwise")])
def test_a_record_with_other_names_in_a_case_proves_no_resignation(
    world: World, headers: dict[str, str], told: str
) -> None:
    game = world.games[0]
    sent = report(game, game.black, "B+R", sgf(SHORT, RE="B+R"))
    contest_as_read(submission_id=sent, player_id=game.white.pk)
    case = Case.objects.get()
    record = sgf(WALLS, PB="Nobody", PW="Knows", **headers)
    bring_record(case, player_id=game.white.pk, record_bytes=record, filename="own.sgf")
    judge_all()
    (said,) = statements_of([case.pk])[case.pk]
    assert said.verdict is not None
    assert (said.verdict.badge, said.verdict.verdict_for_sentence) == ("doubted", told)
    page = world.player(1).get(f"/games/{game.pk}/case/").text
    assert f"records/{said.id}.sgf" in page
    # The claimant's own record and the one in the case: who rules by the latter is asked nothing.
    assert contradicted_by_all(game.pk, result_columns("W+15.5")) == ()
    assert "agrees with the reported" not in page


@pytest.mark.parametrize("sent_before", [True, False])
def test_a_record_of_another_game_in_a_case_bears_out_no_ruling(
    world: World, *, sent_before: bool
) -> None:
    """In the case is a record of 40 moves, which is that of the next board as well or is not."""
    game, other = world.games[:2]
    rows = " ".join(f"a{row} i{row} b{row} h{row}" for row in "abcdefghi")
    record = sgf(f"{rows} -- --")
    if sent_before:
        report(
            other,
            other.white,
            "W+R",
            sgf(f"{rows} -- --", PB=other.black.name, PW=other.white.name),
        )
        judge_all()
    sent = report(game, game.black, "B+R", sgf(SHORT, RE="B+R"))
    contest_as_read(submission_id=sent, player_id=game.white.pk)
    case = Case.objects.get(game=game)
    bring_record(case, player_id=game.white.pk, record_bytes=record, filename="own.sgf")
    judge_all()
    assert bool(contradicted_by_all(game.pk, result_columns("W+R"))) is sent_before


def test_nobody_is_accused_any_more_of_what_a_ruling_found_to_change_nothing(world: World) -> None:
    game = world.games[0]
    sent = report(game, game.white, "W+R", sgf(KO))
    judge_all()
    Game.objects.filter(pk=game.pk).update(state="reported", winner="white", reason="resignation")
    shown = submission_by_id(sent)
    assert shown is not None
    assert (shown.badge, verdict_badges(world.tournament.pk)) == ("forfeit", {game.pk: "forfeit"})
    accused = "contains a move that the rules do not allow"
    assert accused in world.player(0).get(f"/games/{game.pk}/").text
    referee = Person.objects.create(tournament=world.tournament, role=Role.REFEREE, name="Rita")
    first = Ruling.objects.create(
        case=Case.objects.get(),
        number=1,
        kind="first",
        effect="nothing",
        rules="japanese",
        cause="illegal_move",
        reasons="It could not be established.",
        by=referee,
    )
    shown = submission_by_id(sent)
    assert shown is not None
    assert (shown.badge, shown.outcome) == ("ruled_out", "forfeit")
    assert verdict_badges(world.tournament.pk) == {game.pk: "ruled_out"}
    assert accused not in world.player(0).get(f"/games/{game.pk}/").text
    Ruling.objects.create(
        case=first.case,
        number=2,
        kind="revised",
        effect="result",
        winner="white",
        reason="forfeit",
        rules="japanese",
        cause="illegal_move",
        reasons="It was played.",
        by=referee,
        supersedes=first,
    )
    assert verdict_badges(world.tournament.pk) == {game.pk: "forfeit"}


@pytest.mark.parametrize("counts", [True, False])
def test_what_hung_on_the_marks_of_one_player_is_told_as_the_ruling_has_it(
    world: World, *, counts: bool
) -> None:
    game = world.games[0]
    sent = report(game, game.white, "W+15.5", sgf(WALLS), DEAD.split())
    contest_as_read(submission_id=sent, player_id=game.black.pk)
    judge_all()
    shown = submission_by_id(sent)
    assert shown is not None
    assert shown.record is not None
    assert shown.badge == "marked"
    counted = BoardCount(28, 43.5, "white", dead=tuple(DEAD.split()), record=shown.record.sha256)
    decision = Decision(
        effect="result",
        winner="white",
        reason="score",
        margin_half=31,
        articles=("j1989:10.2",),
        reasons="Counted with both.",
        counted=counted if counts else None,
    )
    ruled(world, Case.objects.get(game=game), decision=decision)
    shown = submission_by_id(sent)
    assert shown is not None
    assert shown.badge == ("counted" if counts else "decided")
    assert verdict_badges(world.tournament.pk) == ({game.pk: "counted"} if counts else {})
    same = "comes to the same result"
    for client in (world.player(0), world.client("referee")):
        page = client.get(f"/games/{game.pk}/").text
        assert "do not tell the result" not in page
        assert (same in page) is not counts
    # Nor does anything hang on them where the ruling gave another result than this report claims.
    Game.objects.filter(pk=game.pk).update(winner="black", margin_half=3)
    shown = submission_by_id(sent)
    assert shown is not None
    assert shown.badge == "decided"
    assert same not in world.player(0).get(f"/games/{game.pk}/").text


@pytest.mark.parametrize("claim", ["B+3.5", "W+15.5"])
def test_a_record_that_left_it_open_leaves_nothing_open_after_a_ruling(
    world: World, claim: str
) -> None:
    game = world.games[0]
    sent = report(game, game.white, claim, sgf(WALLS))
    contest_as_read(submission_id=sent, player_id=game.black.pk)
    judge_all()
    shown = submission_by_id(sent)
    assert shown is not None
    assert shown.badge == "needs_dead_stones"
    decision = Decision(
        effect="result",
        winner="white",
        reason="score",
        margin_half=31,
        articles=("j1989:10.2",),
        reasons="Counted with both.",
    )
    ruled(world, Case.objects.get(game=game), decision=decision)
    shown = submission_by_id(sent)
    assert shown is not None
    assert shown.badge == "decided"


def test_a_record_leaves_it_open_while_a_ruling_lets_the_game_go_on(world: World) -> None:
    game = world.games[0]
    sent = report(game, game.white, "W+15.5", sgf(WALLS))
    contest_as_read(submission_id=sent, player_id=game.black.pk)
    judge_all()
    decision = Decision(
        effect="resume", resume_move=0, articles=("j1989:9.3",), reasons="Play it out."
    )
    ruled(world, Case.objects.get(game=game), decision=decision)
    shown = submission_by_id(sent)
    assert shown is not None
    assert shown.badge == "needs_dead_stones"
