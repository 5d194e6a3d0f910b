"""Many records at once, brought by the staff."""

import io
import random
import zipfile
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from adjudication.corrections.services.corrections import withdraw_result
from adjudication.models import Case, GameRecordFile, Submission, Verdict
from adjudication.records.services import RecordFile, files_in_zip
from adjudication.result_entry.services import enter_result
from adjudication.submissions.services.bulk_records import (
    ByHand,
    Outcome,
    count_outcomes,
    import_records,
)
from adjudication.submissions.services.reports import submit_result
from adjudication.verdicts.selectors.submissions import submissions_of
from jobs.models import Job, Urgency
from jobs.worker import run_job
from tests.factories import (
    COUNTED,
    ILLEGAL_KO,
    UNREADABLE,
    GameFactory,
    RoundFactory,
    TournamentFactory,
)
from tests.support.badges import verdict_badges
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Game, GameState, RoundState, Verb

pytestmark = pytest.mark.django_db


def named(record: bytes, black: str, white: str, *more: bytes) -> bytes:
    header = f"(;PB[{black}]PW[{white}]".encode() + b"".join(more)
    return record.replace(b"(;", header, 1)


def imported(game: Game, data: bytes = COUNTED, *, name: str = "", enter: bool = False) -> Outcome:
    name = name or f"r{game.round.number}-b{game.board_number}.sgf"
    (one,) = import_records(
        tournament_id=game.round.tournament_id,
        files=[RecordFile(name, data)],
        enter_results=enter,
    )
    return one.outcome


def entered(**result: object) -> Game:
    game = GameFactory(round__state=RoundState.PUBLISHED)
    enter_result(game_id=game.pk, **({"winner": "white", "margin_half": 1} | result))
    return Game.objects.get(pk=game.pk)


def test_a_record_goes_with_an_entered_result_and_is_judged_later_than_what_players_wait_for():
    game = entered()
    assert imported(game) is Outcome.ACCEPTED
    job = Job.objects.get()
    assert job.priority == Urgency.BULK
    assert run_job(job_id=job.pk)
    verdict = Verdict.objects.get()
    assert verdict.verdict == "confirmed"
    assert verdict_badges(game.round.tournament_id) == {game.pk: "confirmed"}
    now = Game.objects.get(pk=game.pk)
    assert (now.state, now.version) == (GameState.ENTERED, game.version)
    assert AuditEvent.objects.filter(verb=Verb.RECORD_ADDED).count() == 1


def test_what_an_imported_record_shows_is_only_kept():
    game = entered()
    assert imported(game, ILLEGAL_KO) is Outcome.ACCEPTED
    run_job()
    assert Verdict.objects.get().verdict == "forfeit"
    assert not Case.objects.exists()
    assert Game.objects.get(pk=game.pk).state == GameState.ENTERED


def test_the_same_file_again_changes_nothing():
    game = entered()
    files = [RecordFile(f"r{game.round.number}-b{game.board_number}.sgf", COUNTED)] * 2
    first, second = import_records(tournament_id=game.round.tournament_id, files=files)
    assert (first.outcome, second.outcome) == (Outcome.ACCEPTED, Outcome.DUPLICATE)
    assert first.submission_id == second.submission_id
    assert Submission.objects.count() == GameRecordFile.objects.count() == Job.objects.count() == 1


def test_a_record_that_a_player_sent_is_there_already():
    game = GameFactory(round__state=RoundState.PUBLISHED)
    submit_result(
        game_id=game.pk,
        player_id=game.black_id,
        claim="W+0.5",
        record_bytes=COUNTED,
        idempotency_key="k",
    )
    assert imported(game) is Outcome.DUPLICATE


def test_a_record_of_a_report_that_was_taken_back_may_be_brought():
    game = GameFactory(round__state=RoundState.PUBLISHED)
    said = COUNTED.replace(b"(;", b"(;RE[W+0.5]", 1)
    submit_result(
        game_id=game.pk,
        player_id=game.black_id,
        claim="W+0.5",
        record_bytes=said,
        idempotency_key="k",
    )
    withdraw_result(game_id=game.pk, note="Reported at the wrong board.")
    assert imported(game, said, enter=True) is Outcome.ENTERED
    [kept] = [one for one in submissions_of([game.pk])[game.pk] if one.is_evidence]
    assert kept.imported
    assert imported(game, said) is Outcome.DUPLICATE


def test_a_result_is_entered_from_the_record_only_where_that_is_asked_for():
    game = GameFactory(round__state=RoundState.PUBLISHED)
    said = COUNTED.replace(b"(;", b"(;RE[W+0.5]", 1)
    assert imported(game, said) is Outcome.NO_RESULT
    assert imported(game, COUNTED, enter=True) is Outcome.NO_RESULT
    assert Game.objects.get(pk=game.pk).state == GameState.OPEN
    assert imported(game, said, enter=True) is Outcome.ENTERED
    now = Game.objects.get(pk=game.pk)
    assert (now.state, now.winner, now.margin_half) == (GameState.ENTERED, "white", 1)


def test_no_result_is_entered_from_a_record_with_the_colours_the_other_way_round():
    game = GameFactory(
        round__state=RoundState.PUBLISHED, black__surname="Noto", white__surname="Roux"
    )
    assert game.black.name != game.white.name
    swapped = named(COUNTED, game.white.name, game.black.name, b"RE[W+0.5]")
    assert imported(game, swapped, enter=True) is Outcome.REFUSED
    assert Game.objects.get(pk=game.pk).state == GameState.OPEN
    straight = named(COUNTED, game.black.name, game.white.name, b"RE[W+0.5]")
    assert imported(game, straight, enter=True) is Outcome.ENTERED


POINTS = [column + row for column in "acegikmoqs" for row in "abdfhjlnpr"]


def long_game(seed: int, *header: bytes, moves: int = 90) -> bytes:
    """Return a game on 19x19, long enough that no other one has its moves."""
    points = random.Random(seed).sample(POINTS, moves)
    played = "".join(f";{'BW'[number % 2]}[{point}]" for number, point in enumerate(points))
    return b"(;GM[1]FF[4]SZ[19]KM[6.5]" + b"".join(header) + played.encode() + b")"


def two_boards() -> tuple[Game, Game]:
    round_ = RoundFactory(number=1, state=RoundState.PUBLISHED)
    first, second = (GameFactory(round=round_, board_number=number) for number in (1, 2))
    return first, second


def is_open(*games: Game) -> bool:
    return all(Game.objects.get(pk=game.pk).state == GameState.OPEN for game in games)


def names(game: Game) -> bytes:
    return f"PB[{game.black.name}]PW[{game.white.name}]".encode()


@pytest.mark.parametrize(
    "record",
    [
        long_game(1, b"RE[B+R]")[:-20],
        long_game(1, b"RE[B+2.5]"),
    ],
)
def test_no_result_is_entered_from_a_record_that_breaks_off(record: bytes):
    game = GameFactory(round__state=RoundState.PUBLISHED)
    assert imported(game, record, enter=True) is Outcome.REFUSED
    assert is_open(game)
    enter_result(game_id=game.pk, winner="black")
    assert imported(game, record) is Outcome.ACCEPTED


def test_no_result_is_entered_from_a_record_that_counts_to_another():
    game = GameFactory(round__state=RoundState.PUBLISHED)
    assert imported(game, COUNTED.replace(b"(;", b"(;RE[W+0.5]", 1), enter=True) is Outcome.ENTERED
    game = GameFactory(round__state=RoundState.PUBLISHED)
    assert imported(game, COUNTED.replace(b"(;", b"(;RE[B+9.5]", 1), enter=True) is Outcome.REFUSED
    assert is_open(game)


def by_hand(game: Game, record: bytes) -> ByHand | None:
    [outcome] = import_records(
        tournament_id=game.round.tournament_id,
        files=[RecordFile(f"r{game.round.number}-b{game.board_number}.sgf", record)],
        enter_results=True,
    )
    return outcome.by_hand


def test_a_count_is_told_where_a_record_does_not_say_who_won_and_entered_by_nobody():
    game = GameFactory(round__state=RoundState.PUBLISHED)
    found = by_hand(game, COUNTED)
    assert found is not None
    assert "W+0.5" in str(found.doubt)
    assert (found.said, found.may_be) == (None, False)
    assert is_open(game)
    other = by_hand(GameFactory(round__state=RoundState.PUBLISHED), long_game(1))
    assert other is not None
    assert "+" not in str(other.doubt)


@pytest.mark.parametrize("internet", [False, True])
def test_over_the_board_no_result_is_entered_from_a_record_of_other_names(internet: bool):
    """On a server anybody may play by a nickname."""
    game = GameFactory(
        round__state=RoundState.PUBLISHED,
        round__tournament__internet=internet,
    )
    record = named(COUNTED.replace(b"(;", b"(;RE[W+0.5]", 1), "Petit Paul", "Grand Guy")
    outcome = imported(game, record, enter=True)
    assert outcome is (Outcome.ENTERED if internet else Outcome.REFUSED)
    assert is_open(game) is not internet


def test_whoever_read_that_a_record_breaks_off_may_enter_its_result():
    game = GameFactory(round__state=RoundState.PUBLISHED, board_number=1, round__number=1)
    files = [RecordFile("r1-b1.sgf", long_game(1, b"RE[B+2.5]"))]
    call = {"tournament_id": game.round.tournament_id, "files": files, "enter_results": True}
    assert import_records(**call)[0].outcome is Outcome.REFUSED
    assert import_records(**call, sure=True)[0].outcome is Outcome.ENTERED


@pytest.mark.parametrize("judged", [False, True])
def test_no_result_is_entered_from_the_moves_of_another_board(judged: bool):
    first, second = two_boards()
    assert imported(first, long_game(1, b"RE[B+R]"), enter=True) is Outcome.ENTERED
    if judged:
        run_job()
    again = long_game(1, b"RE[W+R]C[copied]", moves=88)
    assert imported(second, again, enter=True) is Outcome.REFUSED
    assert is_open(second)
    assert imported(second, long_game(2, b"RE[W+R]"), enter=True) is Outcome.ENTERED


def test_of_two_files_with_the_same_moves_neither_gives_a_result():
    first, second = two_boards()
    files = [
        RecordFile("r1-b1.sgf", long_game(1, b"RE[B+R]")),
        RecordFile("r1-b2.sgf", long_game(1, b"RE[W+R]")),
    ]
    found = import_records(tournament_id=first.round.tournament_id, files=files, enter_results=True)
    assert [file.outcome for file in found] == [Outcome.REFUSED] * 2
    assert is_open(first, second)


def test_of_two_files_with_the_same_moves_the_one_that_both_name_gives_its_result():
    first, second = two_boards()
    mine = long_game(1, b"RE[B+R]", names(first))
    files = [RecordFile("r1-b1.sgf", mine), RecordFile("r1-b2.sgf", mine + b" ")]
    found = import_records(tournament_id=first.round.tournament_id, files=files, enter_results=True)
    assert [file.outcome for file in found] == [Outcome.ENTERED, Outcome.REFUSED]
    assert is_open(second)


@pytest.mark.parametrize("enter", [False, True])
def test_a_record_that_names_the_players_of_another_board_goes_with_no_game(enter: bool):
    first, second = two_boards()
    enter_result(game_id=first.pk, winner="black")
    other = long_game(1, b"RE[B+R]", names(second))
    assert imported(first, other, enter=enter) is Outcome.REFUSED
    assert not GameRecordFile.objects.exists()
    one_of_them = f"PB[{first.black.name}]PW[{second.white.name}]".encode()
    assert imported(first, long_game(1, one_of_them), enter=enter) is Outcome.REFUSED
    assert is_open(second)


@pytest.mark.parametrize("header", [b"", b"PB[Black]PW[White]", b"PB[?]PW[guest17]"])
def test_names_of_nobody_who_plays_here_keep_no_record_from_its_board(header: bytes):
    first, _second = two_boards()
    enter_result(game_id=first.pk, winner="black")
    assert imported(first, long_game(1, header)) is Outcome.ACCEPTED


def test_swapped_names_keep_no_record_from_its_board():
    first, _second = two_boards()
    enter_result(game_id=first.pk, winner="black")
    swapped = f"PB[{first.white.name}]PW[{first.black.name}]".encode()
    assert imported(first, long_game(1, swapped)) is Outcome.ACCEPTED


def test_no_result_is_overwritten():
    game = entered(winner="black", margin_half=21)
    assert imported(game, COUNTED.replace(b"(;", b"(;RE[W+0.5]", 1), enter=True) is Outcome.ACCEPTED
    now = Game.objects.get(pk=game.pk)
    assert (now.winner, now.margin_half) == ("black", 21)
    run_job()
    assert Verdict.objects.get().verdict == "contradicted"


def test_a_report_that_waits_is_left_to_the_players():
    game = GameFactory(round__state=RoundState.PUBLISHED)
    submit_result(game_id=game.pk, player_id=game.black_id, claim="W+0.5", idempotency_key="k")
    assert imported(game) is Outcome.WAITS
    assert not GameRecordFile.objects.exists()


def test_the_players_names_find_the_game_whatever_the_colours():
    game = entered()
    other = entered()
    assert game.round.tournament_id != other.round.tournament_id
    straight = named(COUNTED, game.black.name, game.white.name)
    swapped = named(COUNTED, game.white.name.upper(), game.black.name)
    strange = named(COUNTED, other.black.name, game.white.name + "x")
    assert imported(game, straight, name="a.sgf") is Outcome.ACCEPTED
    assert imported(game, swapped, name="b.sgf") is Outcome.ACCEPTED
    assert imported(game, strange, name="c.sgf") is Outcome.NO_GAME
    assert imported(game, COUNTED, name="d.sgf") is Outcome.NO_GAME


def test_of_two_games_of_the_same_players_the_round_in_the_record_decides():
    first = entered()
    number = first.round.number + 1
    second = GameFactory(
        round__tournament=first.round.tournament,
        round__number=number,
        round__state=RoundState.PUBLISHED,
        black=first.white,
        white=first.black,
    )
    enter_result(game_id=second.pk, winner="white", margin_half=1)
    data = named(COUNTED, first.black.name, first.white.name)
    assert imported(first, data, name="a.sgf") is Outcome.SEVERAL_GAMES
    data = named(COUNTED, first.black.name, first.white.name, b"RO[Round %d]" % number)
    (one,) = import_records(
        tournament_id=first.round.tournament_id, files=[RecordFile("a.sgf", data)]
    )
    assert (one.outcome, one.game_id) == (Outcome.ACCEPTED, second.pk)


def test_one_bad_file_keeps_no_other_from_coming_in():
    game = entered()
    number = game.round.number
    files = [
        RecordFile(f"r{number}-b99.sgf", COUNTED),
        RecordFile(f"r{number}-b{game.board_number}.sgf", UNREADABLE),
        RecordFile("empty.sgf", b" "),
        RecordFile(f"Round {number}, board {game.board_number}.sgf", COUNTED),
        RecordFile("x.sgf", COUNTED + b" ", number, game.board_number),
    ]
    outcomes = import_records(tournament_id=game.round.tournament_id, files=files)
    assert count_outcomes(outcomes) == {
        Outcome.ACCEPTED: 2,
        Outcome.NO_GAME: 1,
        Outcome.UNREADABLE: 2,
    }
    assert all(one.text for one in outcomes)


def test_a_closed_tournament_takes_nothing():
    game = entered()
    tournament = game.round.tournament
    tournament.closed_at = timezone.now()
    tournament.save()
    with pytest.raises(Conflict, match="tournament_closed"):
        imported(game)


def test_black_can_still_add_his_own_record():
    from adjudication.verdicts.selectors.games import game_page
    from tests.support.answering import confirm_as_read

    game = GameFactory(round__state=RoundState.PUBLISHED)
    report = submit_result(
        game_id=game.pk, player_id=game.black_id, claim="W+0.5", idempotency_key="k"
    )
    confirm_as_read(submission_id=report, player_id=game.white_id)
    assert imported(Game.objects.get(pk=game.pk)) is Outcome.ACCEPTED
    page = game_page(game.pk)
    assert page is not None
    assert page.addable_report(game.black_id) is not None


def packed(*names: str, content: bytes = COUNTED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, content)
    return stream.getvalue()


def test_the_files_of_a_zip_are_read_without_their_folders():
    found = files_in_zip(
        packed("a/r1-b2.sgf", "../../etc/r2b3.sgf", "__MACOSX/x.sgf", "a/._r.sgf", "b/")
    )
    assert [one.name for one in found] == ["r1-b2.sgf", "r2b3.sgf"]
    assert [one.place for one in found] == [(1, 2), (2, 3)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"no zip", "zip_damaged"),
        (packed(*(f"{n}.sgf" for n in range(2001)), content=b"("), "too_many_files"),
        (packed("/".join("abcdefghijk") + ".sgf"), "zip_too_deep"),
        (packed("x" * 301 + ".sgf"), "zip_too_deep"),
        (packed("a.sgf")[:-30], "zip_damaged"),
    ],
)
def test_a_zip_that_is_none_or_too_much_is_refused(data: bytes, code: str):
    with pytest.raises(UserError, match=code):
        files_in_zip(data)


def test_a_zip_bomb_unpacks_no_further_than_a_record_may_be_long(monkeypatch):
    bomb = packed("a.sgf", "b.sgf", content=b"\0" * 20_000_000)
    assert len(bomb) < 100_000
    assert {len(one.data) for one in files_in_zip(bomb)} == {512 * 1024 + 1}
    monkeypatch.setattr("adjudication.records.services.LARGEST_UNPACKED", 600_000)
    with pytest.raises(UserError, match="zip_too_large"):
        files_in_zip(bomb)


def test_a_directory_of_a_hundred_thousand_names_is_not_even_read():
    first = packed("a.sgf")
    start, end = first.index(b"PK\x01\x02"), first.rindex(b"PK\x05\x06")
    names = first[start:end] * 100_000
    tail = bytearray(first[end:])
    tail[12:16] = len(names).to_bytes(4, "little")
    huge = first[:start] + names + bytes(tail)
    with (
        patch.object(zipfile, "ZipInfo", side_effect=AssertionError("read")),
        pytest.raises(UserError, match="too_many_files"),
    ):
        files_in_zip(huge)


def test_names_that_say_no_place():
    for name in ("game 3.sgf", "bar3b2x.sgf", "r3.sgf", "r1-b2"):
        expected = (1, 2) if name == "r1-b2" else None
        assert RecordFile(name, b"").place == expected


def test_a_draft_round_takes_no_records():
    game = GameFactory(round__state=RoundState.DRAFT, round__tournament=TournamentFactory())
    assert imported(game) is Outcome.REFUSED


def test_the_command_tells_what_became_of_every_file(tmp_path, capsys):
    game = entered()
    slug, number = game.round.tournament.slug, game.round.number
    nowhere = f"r{number}b{game.board_number + 1}.sgf"
    (tmp_path / f"r{number}-b{game.board_number}.sgf").write_bytes(COUNTED)
    (tmp_path / "more.zip").write_bytes(packed(nowhere))
    with pytest.raises(CommandError, match="1 files were not kept"):
        call_command("import_records", slug, str(tmp_path), str(tmp_path / "more.zip"))
    told = capsys.readouterr()
    assert f"(round {number}, board {game.board_number}): accepted." in told.out
    assert f"{nowhere}: no_game." in told.out
    assert "1 accepted, 1 no_game" in told.err
    call_command("import_records", slug, str(tmp_path), "--json")
    assert '"outcome": "duplicate"' in capsys.readouterr().out
    with pytest.raises(CommandError, match="no tournament"):
        call_command("import_records", "nowhere", str(tmp_path))
    with pytest.raises(CommandError, match=r"nothing\.sgf"):
        call_command("import_records", slug, str(tmp_path / "nothing.sgf"))
