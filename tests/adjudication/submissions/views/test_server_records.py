"""Records of games on servers: looked at as a table, then recorded by one press."""

import io
import re
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from adjudication.corrections.services.undo import undo
from adjudication.models import ServerRecord, Submission
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import RecordFile
from adjudication.result_entry.services import enter_result
from adjudication.submissions.selectors.server_games import waiting_records
from adjudication.submissions.services.bulk_records import Outcome, import_records
from adjudication.submissions.services.server_records import (
    SentSide,
    send_server_game,
    tidy_server_records,
)
from tests.support.records import WALLS, sgf
from tests.support.world import World
from tournament.audit.models import AuditEvent
from tournament.models import GameState, Verb
from tournament.players.services.players import change_player

pytestmark = pytest.mark.django_db
PAGE = "/director/coupe/records/servers/"
KGS = "The KGS Go Server at http://www.gokgs.com/"


def played(black: str, white: str, moves: str = WALLS, **root: str) -> bytes:
    """Return a record of KGS as the tournament demands it."""
    usual = {"PC": KGS, "PB": black, "PW": white, "KM": "6.5", "RU": "Japanese", "RE": "W+15.5"}
    today = timezone.localdate().isoformat()
    return sgf(moves, **{**usual, "DT": today, **root})


@pytest.fixture
def accounts(world: World) -> World:
    for player, account in zip(world.players, ("aki9", "bea", "chris", "dora2"), strict=False):
        change_player(player_id=player.pk, accounts=f"KGS: {account}")
    return world


def bring(client: Client, *records: bytes) -> None:
    for number, data in enumerate(records):
        upload = SimpleUploadedFile(f"game{number}.sgf", data)
        assert client.post(PAGE, {"files": [upload]}).status_code == 302


def boxes(client: Client) -> dict[str, bool]:
    """Return what the boxes of the page send, and whether they are ticked."""
    found = re.findall(r'<input type="checkbox" name="chosen" value="([^"]+)"[^>]*?( checked)?>',
                       client.get(PAGE).text)  # fmt: skip
    return {value: bool(ticked) for value, ticked in found}


def test_what_counts_is_ticked_and_recorded(accounts: World, director: Client) -> None:
    game = accounts.games[0]
    bring(director, played("Aki9 [5k\\]", "bea"))
    assert not Submission.objects.exists(), "looking records nothing"
    assert list(boxes(director).values()) == [True]
    director.post(PAGE, {"record": "1", "chosen": list(boxes(director))})
    game.refresh_from_db()
    assert (game.state, game.winner, game.margin_half) == (GameState.ENTERED, "white", 31)
    assert Submission.objects.get().game_id == game.pk
    assert not ServerRecord.objects.exists()
    assert AuditEvent.objects.filter(verb=Verb.RECORD_ADDED).exists()


def test_what_does_not_count_says_why_and_can_be_recorded_all_the_same(
    accounts: World, director: Client
) -> None:
    bring(director, played("aki9", "bea", KM="0.5"))
    page = director.get(PAGE).text
    assert "komi 0.5" in page
    assert "6.5" in page
    assert list(boxes(director).values()) == [False]
    director.post(PAGE, {"record": "1", "chosen": list(boxes(director))})
    accounts.games[0].refresh_from_db()
    assert accounts.games[0].state == GameState.ENTERED


@pytest.mark.parametrize(
    "data",
    [
        played("bea", "aki9"),
        played("aki9", "bea", RE="?"),
        played("aki9", "bea", RE="Void"),
        played("somebody", "nobody"),
        b"no record",
    ],
)
def test_nothing_is_recorded_of_what_is_nobodys_result(
    accounts: World, director: Client, data: bytes
) -> None:
    bring(director, data)
    assert boxes(director) == {}
    made_up = f"{ServerRecord.objects.get().pk}-{accounts.games[0].pk}-{accounts.games[0].version}"
    director.post(PAGE, {"record": "1", "chosen": [made_up]})
    accounts.games[0].refresh_from_db()
    assert accounts.games[0].state == GameState.OPEN
    assert not Submission.objects.exists()


def test_a_game_of_one_known_player_is_found_and_said_to_be_unsure(
    accounts: World, director: Client
) -> None:
    change_player(player_id=accounts.players[1].pk, accounts="")
    bring(director, played("aki9", "stranger"))
    assert list(boxes(director).values()) == [False]
    assert "no account of theirs on KGS" in director.get(PAGE).text


def test_a_game_that_changed_meanwhile_is_left_alone(accounts: World, director: Client) -> None:
    bring(director, played("aki9", "bea"))
    chosen = list(boxes(director))
    enter_result(game_id=accounts.games[0].pk, winner="black", reason="resignation")
    answer = director.post(PAGE, {"record": "1", "chosen": chosen}, follow=True)
    assert "changed meanwhile" in answer.text
    accounts.games[0].refresh_from_db()
    assert accounts.games[0].winner == "black"
    assert "keeps its result" in answer.text


@pytest.mark.parametrize(
    "text", ["http://files.gokgs.com/games/2026/11/30/AlanB-carla.sgf", "see www.example.org/1"]
)
def test_an_address_is_no_record(accounts: World, director: Client, text: str) -> None:
    answer = director.post(PAGE, {"paste": text})
    assert answer.status_code == 400
    assert "Nothing is fetched" in answer.text
    assert not ServerRecord.objects.exists()


def test_an_address_alone_is_only_read_for_its_number(accounts: World, director: Client) -> None:
    answer = director.post(PAGE, {"paste": "https://online-go.com/game/4711"})
    assert answer.status_code == 400
    assert "4711" in answer.text
    assert not ServerRecord.objects.exists()


def test_a_pasted_record_is_looked_at_once(accounts: World, director: Client) -> None:
    for _time in range(2):
        director.post(PAGE, {"paste": played("aki9", "bea").decode()})
    assert len(boxes(director)) == 1
    director.post(PAGE, {"remove": "1"})
    assert not ServerRecord.objects.exists()


def test_what_nobody_presses_goes(accounts: World, director: Client) -> None:
    bring(director, played("aki9", "bea"))
    assert tidy_server_records(timezone.now()) == 0
    assert tidy_server_records(timezone.now() + timedelta(days=3)) == 1


def test_accounts_find_games_for_records_in_bulk_too(accounts: World) -> None:
    file = RecordFile("a.sgf", played("aki9", "bea"))
    tournament_id = accounts.tournament.pk
    [done] = import_records(tournament_id=tournament_id, files=[file], enter_results=True)
    assert (done.outcome, done.game_id) == (Outcome.ENTERED, accounts.games[0].pk)
    stranger = RecordFile("b.sgf", played("aki9", "stranger"))
    [other] = import_records(tournament_id=tournament_id, files=[stranger], enter_results=True)
    assert other.outcome == Outcome.NO_GAME


def test_many_records_cost_no_more_queries(
    accounts: World, director: Client, django_assert_max_num_queries: object
) -> None:
    bring(director, *(played("aki9", "bea", GN=str(number)) for number in range(20)))
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        assert len(waiting_records(accounts.tournament.pk)) == 20


OTHER_MOVES = WALLS.replace("gg bb", "bb gg")


@pytest.mark.parametrize(
    "other",
    [
        played("aki9", "bea", RE="B+R"),
        played("aki9", "bea", RE="W+T"),
        played("aki9", "bea").replace(b";B[];W[])", b";B[", 1),
    ],
)
def test_records_that_contradict_each_other_are_not_ticked(
    accounts: World, director: Client, other: bytes
) -> None:
    bring(director, played("aki9", "bea"), other, played("chris", "dora2"))
    assert sorted(boxes(director).values()) == [False, False, True]
    assert director.get(PAGE).text.count("tells something else") == 2
    answer = director.post(PAGE, {"record": "1", "chosen": list(boxes(director))}, follow=True)
    accounts.games[0].refresh_from_db()
    accounts.games[1].refresh_from_db()
    assert accounts.games[0].state == GameState.OPEN, "of two that differ none is recorded"
    assert accounts.games[1].state == GameState.ENTERED
    assert "1 game was recorded" in answer.text
    director.post(PAGE, {"record": "1", "chosen": list(boxes(director))[:1]})
    accounts.games[0].refresh_from_db()
    assert accounts.games[0].winner == "white"


def test_records_with_one_result_are_said_to_differ_in_their_moves(
    accounts: World, director: Client
) -> None:
    bring(
        director,
        played("aki9", "bea"),
        played("aki9", "bea", OTHER_MOVES),
        played("aki9", "bea", WALLS.replace("gg", "hh")),
    )
    page = director.get(PAGE).text
    assert "game1.sgf (W+15.5, but other moves from move 19 on)" in page
    assert "game2.sgf (W+15.5, but other moves from move 19 on)" in page


def test_a_result_that_stands_and_is_another_is_a_conflict(
    accounts: World, director: Client
) -> None:
    enter_result(game_id=accounts.games[0].pk, winner="black", reason="score", margin_half=3)
    enter_result(game_id=accounts.games[1].pk, winner="white", reason="unknown")
    bring(director, played("aki9", "bea"))
    page = director.get(PAGE).text
    assert "has the result B+1.5 already, and the record gives W+15.5" in page
    assert list(boxes(director).values()) == [False]
    bring(director, played("chris", "dora2"))
    assert director.get(PAGE).text.count(">conflict<") == 1, "to know more is no conflict"


def test_files_that_are_the_same_are_named(accounts: World, director: Client) -> None:
    same = [SimpleUploadedFile(f"{name}.sgf", played("aki9", "bea")) for name in ("one", "two")]
    answer = director.post(PAGE, {"files": same}, follow=True).text
    assert "two.sgf is the same file as one.sgf" in answer
    assert ServerRecord.objects.get().filename == "one.sgf"
    again = SimpleUploadedFile("one.sgf", played("aki9", "bea"))
    assert "one.sgf is on this page already" in (
        director.post(PAGE, {"files": [again]}, follow=True).text
    )


LONG = " ".join(f"{column}{row}" for row in "abcdefg" for column in "acegi") + " -- --"


def test_moves_of_another_game_are_named_before_they_are_recorded(
    accounts: World, director: Client
) -> None:
    moves = played("aki9", "bea", LONG, RE="W+R")
    stored = RecordFile("r1-b1.sgf", moves)
    tournament_id = accounts.tournament.pk
    import_records(tournament_id=tournament_id, files=[stored], enter_results=True)
    bring(director, moves.replace(b"aki9", b"chris").replace(b"bea", b"dora2"))
    page = director.get(PAGE).text
    assert "A record of the same moves was sent for another game: round 1, board 1" in page
    assert boxes(director) == {}, "pressing would refuse it"
    made_up = f"{ServerRecord.objects.get().pk}-{accounts.games[1].pk}-{accounts.games[1].version}"
    director.post(PAGE, {"record": "1", "chosen": [made_up]})
    accounts.games[1].refresh_from_db()
    assert accounts.games[1].state == GameState.OPEN


def test_of_two_records_with_the_same_moves_none_is_ticked(
    accounts: World, director: Client
) -> None:
    moves = played("aki9", "bea", LONG, RE="W+R")
    copied = moves.replace(b"aki9", b"chris").replace(b"bea", b"dora2")
    bring(director, moves, copied)
    assert director.get(PAGE).text.count("A record of the same moves was sent") == 2
    assert list(boxes(director).values()) == [False, False]


def test_one_number_of_a_server_on_two_boards_is_named(accounts: World, director: Client) -> None:
    for player, account in zip(accounts.players, ("aki9", "bea", "chris", "dora2"), strict=False):
        change_player(player_id=player.pk, accounts=f"OGS: {account}")
    place = "OGS: https://online-go.com/game/4711"
    bring(
        director,
        played("aki9", "bea", PC=place),
        played("chris", "dora2", OTHER_MOVES, PC=place),
    )
    page = director.get(PAGE).text
    same = "A record of another game gives the same game number (OGS 4711)"
    assert f"{same}: round 1, board 2." in page
    assert f"{same}: round 1, board 1." in page
    assert list(boxes(director).values()) == [False, False]


def test_players_without_a_game_are_named_as_they_are_known(
    accounts: World, director: Client
) -> None:
    bring(director, played("aki9", "chris"))
    names = [accounts.players[at].name for at in (0, 2)]
    assert f"{names[0]} (aki9) and {names[1]} (chris)" in director.get(PAGE).text


def test_a_day_to_come_and_a_clock_that_is_too_full_are_named(
    accounts: World, director: Client
) -> None:
    later = timezone.localdate() + timedelta(days=20)
    bring(director, played("aki9", "bea", DT=later.isoformat()))
    assert "still to come" in director.get(PAGE).text
    full = played("chris", "dora2", TM="1800", OT="5x30 byo-yomi").replace(
        b";B[de]", b";B[de]BL[2900]", 1
    )
    bring(director, full)
    page = director.get(PAGE).text
    assert "48\N{NO-BREAK SPACE}min 20\N{NO-BREAK SPACE}s, more than the time" in page
    assert list(boxes(director).values()) == [False, False]


def test_a_board_that_is_not_there_is_said_not_to_be(accounts: World, director: Client) -> None:
    upload = SimpleUploadedFile("r7-b9.sgf", played("aki9", "bea"))
    page = director.post(PAGE, {"files": [upload]}, follow=True).text
    assert "round 7, board 9, which this tournament does not have" in page


def test_copies_of_a_record_are_one_game(accounts: World, director: Client) -> None:
    bring(director, played("aki9", "bea"), played("aki9", "bea", GN="a copy"))
    assert list(boxes(director).values()) == [True, True]
    answer = director.post(PAGE, {"record": "1", "chosen": list(boxes(director))}, follow=True)
    assert "1 game was recorded" in answer.text


DOUBTFUL = {
    "a draw with half a point": played("aki9", "bea", RE="Draw"),
    "more than there is": played("aki9", "bea", RE="B+999.5"),
    "whole points with half a point of komi": played("aki9", "bea", RE="B+12"),
    "no passes": played("aki9", "bea").replace(b";B[];W[]", b""),
    "breaks off": played("aki9", "bea", RE="W+R").replace(b";B[];W[])", b";B[", 1),
    "a stone on a stone": played("aki9", "bea").replace(b"B[gg]", b"B[de]"),
    "no point": played("aki9", "bea").replace(b"B[gg]", b"B[zz]"),
    "no handicap": played("aki9", "bea", HA="-3"),
    "a handicap beyond all": played("aki9", "bea", HA="9" * 40),
    "a forfeit": played("aki9", "bea", RE="W+Forfeit"),
}


@pytest.mark.parametrize("data", DOUBTFUL.values(), ids=DOUBTFUL.keys())
def test_what_is_doubtful_is_never_ticked(accounts: World, director: Client, data: bytes) -> None:
    bring(director, data)
    assert list(boxes(director).values()) in ([False], [])


def test_records_of_a_result_that_was_undone_keep_no_place(
    accounts: World, director: Client
) -> None:
    game, files = accounts.games[0], []
    for number in range(5):
        data = played("aki9", "bea", RE="W+R", GN=str(number))
        files.append(RecordFile(f"wrong{number}.sgf", data))
    import_records(tournament_id=accounts.tournament.pk, files=files, enter_results=True)
    entered = AuditEvent.objects.filter(verb=Verb.RESULT_ENTERED).get()
    undo(event_id=entered.pk)
    right = [
        RecordFile(f"r{number}.sgf", played("aki9", "bea", GN=f"r{number}")) for number in (1, 2)
    ]
    done = import_records(tournament_id=accounts.tournament.pk, files=right, enter_results=True)
    assert [one.outcome for one in done] == [Outcome.ENTERED, Outcome.ACCEPTED]
    game.refresh_from_db()
    assert game.margin_half == 31


def test_a_result_that_was_undone_is_entered_again_from_its_record(
    accounts: World, director: Client
) -> None:
    file = RecordFile("a.sgf", played("aki9", "bea"))
    tournament_id = accounts.tournament.pk
    import_records(tournament_id=tournament_id, files=[file], enter_results=True)
    undo(event_id=AuditEvent.objects.filter(verb=Verb.RESULT_ENTERED).get().pk)
    [done] = import_records(tournament_id=tournament_id, files=[file], enter_results=True)
    assert done.outcome == Outcome.ENTERED
    assert Submission.objects.count() == 1


def test_what_a_program_sent_can_be_removed(accounts: World, director: Client) -> None:
    for number in range(7):
        send_server_game(
            tournament_id=accounts.tournament.pk,
            data=played("aki9", "bea", GN=str(number)),
            filename=f"g{number}.sgf",
            program="KGS bridge",
            black=SentSide(number=1),
            white=SentSide(number=2),
        )
    mine = accounts.player(0).get("/me/").text
    assert mine.count("W+15.5") == 5, "each is told with its result"
    waiting = ServerRecord.objects.order_by("pk")
    assert [one.filename for one in waiting] == [f"g{number}.sgf" for number in range(2, 7)]
    bring(director, played("chris", "dora2"))
    first = waiting[0]
    assert f'name="remove_one" value="{first.pk}"' in director.get(PAGE).text
    director.post(PAGE, {"remove_one": str(first.pk)})
    assert waiting.count() == 5
    assert first.pk not in waiting.values_list("pk", flat=True)
    director.post(PAGE, {"remove": "1"})
    assert set(waiting.values_list("program", flat=True)) == {"KGS bridge"}


def test_one_file_that_is_none_does_not_throw_away_the_others(
    accounts: World, director: Client
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("zero.sgf", b"")
        archive.writestr("large.sgf", b"(;" + b" " * MAX_RECORD_BYTES)
        archive.writestr("good.sgf", played("aki9", "bea"))
    upload = SimpleUploadedFile("round.zip", packed.getvalue())
    answer = director.post(PAGE, {"files": [upload]}, follow=True)
    assert [one.filename for one in ServerRecord.objects.all()] == ["good.sgf"]
    assert "zero.sgf" in answer.text
    assert "large.sgf" in answer.text


@pytest.mark.parametrize(
    ("black", "white", "told"),
    [
        ("aki9", "nobody77", "known as nobody77"),
        ("nobody77", "stranger8", "known as nobody77 or stranger8"),
        ("aki9", "dora2", "have no game"),
    ],
)
def test_which_account_is_unknown_is_said(
    accounts: World, director: Client, black: str, white: str, told: str
) -> None:
    if white == "nobody77":
        change_player(player_id=accounts.players[1].pk, accounts="KGS: another")
    bring(director, played(black, white))
    assert told in director.get(PAGE).text


def test_a_margin_in_quarters_is_not_said_to_count(accounts: World, director: Client) -> None:
    bring(director, played("aki9", "bea", RE="B+1/4"))
    page = director.get(PAGE).text
    assert "cannot be told" in page
    assert boxes(director) == {}


def test_records_without_a_name_or_with_one_name_are_told_apart(
    accounts: World, director: Client
) -> None:
    for result in ("W+R", "B+R"):
        send_server_game(
            tournament_id=accounts.tournament.pk,
            data=played("aki9", "bea", RE=result),
            filename="",
            program="A server",
            black=SentSide(1),
            white=SentSide(2),
        )
        director.post(PAGE, {"paste": played("chris", "dora2", RE=result).decode()})
    page = director.get(PAGE).text
    heads = re.findall(r'<label for="record-(\d+)">([^<]*)</label>', page)
    named = dict(heads)
    assert len(set(named.values())) == 4
    assert all(number in name for number, name in heads)
    assert len(set(re.findall(r'screen-reader"> \(([^<]*)\)</span></button>', page))) == 4
    for own in named.values():
        assert page.count(own) == 3, "its row, its button, and what the other one says of it"
    answer = director.post(PAGE, {"record": "1", "chosen": list(boxes(director))}, follow=True)
    for name in named.values():
        assert f"{name}: " in answer.text


def test_a_record_with_one_player_twice_is_not_said_to_be_of_two(
    accounts: World, director: Client
) -> None:
    bring(director, played("aki9", "aki9"))
    page = director.get(PAGE).text
    assert "both players in the record are Aki" in page
    assert "no game in this tournament" not in page
