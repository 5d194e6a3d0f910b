"""Many game records at once, on the page of who runs the tournament."""

import io
import zipfile

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.corrections.services.corrections import correct_result
from adjudication.models import Submission
from adjudication.result_entry.services import clear_result, enter_result
from adjudication.rules.judgement import RESULT_LINE, SAID
from adjudication.verdicts.selectors.verdicts import EARLIER
from adjudication.verdicts.views import verdict_badge
from jobs.worker import run_job
from tests.factories import COUNTED, GameFactory
from tests.support.records import sgf
from tournament.games.models.result import Result
from tournament.models import Game, Role, RoundState
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    made = GameFactory(round__state=RoundState.PUBLISHED)
    enter_result(game_id=made.pk, winner="white", margin_half=1)
    return made


@pytest.fixture
def director(game: Game) -> Client:
    token = issue_link(tournament_id=game.round.tournament_id, role=Role.DIRECTOR)
    client = Client()
    client.post(f"/l/{token}/")
    return client


def address(game: Game) -> str:
    return f"/director/{game.round.tournament.slug}/records/"


def packed(**files: bytes) -> SimpleUploadedFile:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.sgf", data)
    return SimpleUploadedFile("all.zip", stream.getvalue())


def test_what_became_of_every_file_is_told_once_and_the_records_are_listed(director, game):
    name = f"r{game.round.number}b{game.board_number}"
    upload = packed(**{name: COUNTED, "r9b9": COUNTED})
    answer = director.post(address(game), {"files": [upload]}, follow=True)
    text = answer.content.decode()
    assert "1 record is kept." in text
    assert "1 file was not kept" in text
    assert "<strong>r9b9.sgf</strong>: No game fits" in text
    assert "being checked" in text
    run_job()
    assert "record agrees" in director.get(address(game)).content.decode()
    page = director.get(f"/games/{game.pk}/").content.decode()
    assert "Game record added by the staff" in page
    director.post(address(game), {"files": [packed(**{name: COUNTED})]}, follow=True)
    assert "not kept" not in director.get(address(game)).content.decode()
    assert Submission.objects.count() == 1


def test_a_single_record_and_a_result_from_it(director, game):
    other = GameFactory(round=game.round, board_number=game.board_number + 1)
    said = COUNTED.replace(b"(;", b"(;RE[W+0.5]", 1)
    name = f"r{game.round.number}-b{other.board_number}.sgf"
    upload = SimpleUploadedFile(name, said)
    answer = director.post(address(game), {"files": [upload], "enter": "1"}, follow=True)
    assert "1 result was entered." in answer.content.decode()
    assert Game.objects.get(pk=other.pk).winner == "white"


def test_reasons_that_the_session_keeps_are_told_in_the_language_of_the_page(director, game):
    clear_result(game_id=game.pk)
    name = f"r{game.round.number}b{game.board_number}"
    upload = packed(**{"r9b9": COUNTED, name: sgf("ee cc"), "broken": b"hello"})
    director.post(address(game), {"files": [upload], "enter": "1"})
    english, french = (
        director.get(address(game), headers={"Accept-Language": language})
        for language in ("en", "fr")
    )
    told = [[text for text, *_ in page.context["left"]] for page in (english, french)]
    doubts = [[record.doubt for record in page.context["doubtful"]] for page in (english, french)]
    assert [len(texts) for texts in (*told, *doubts)] == [2, 2, 1, 1]
    assert not set(told[0]) & set(told[1])
    assert not set(doubts[0]) & set(doubts[1])


def test_mistakes_are_told_beside_the_field(director, game):
    for files in ([], [SimpleUploadedFile("a.zip", b"no zip")]):
        answer = director.post(address(game), {"files": files, "enter": "1"})
        assert answer.status_code == 400
        text = answer.content.decode()
        assert 'id="files_error"' in text
        assert 'id="enter" checked' in text
    most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
    many = [SimpleUploadedFile(f"{n}.sgf", COUNTED) for n in range(most + 1)]
    answer = director.post(address(game), {"files": many})
    assert answer.status_code == 400
    assert f"at most {most} files" in answer.content.decode()


def test_the_records_of_a_round_are_sent_without_a_zip(director, game):
    """The form takes as many as it says; each is told of."""
    most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
    many = [SimpleUploadedFile(f"r8b{n}.sgf", COUNTED) for n in range(1, most + 1)]
    text = director.post(address(game), {"files": many}, follow=True).text
    assert f"{most} files were not kept" in text


def test_files_left_out_for_the_same_reason_are_told_together(director, game):
    text = director.post(
        address(game), {"files": [packed(r8b1=COUNTED, r8b2=COUNTED, r8b3=b"hello")]}, follow=True
    ).text
    assert "3 files were not kept" in text
    assert "2 files: No game fits" in text
    assert "<p>r8b1.sgf, r8b2.sgf</p>" in text
    assert "<strong>r8b3.sgf</strong>: This is not a game record" in text


def test_the_list_follows_the_checking_without_reloading(director, game):
    name = f"r{game.round.number}b{game.board_number}"
    page = director.post(address(game), {"files": [packed(**{name: COUNTED})]}, follow=True).text
    assert f'data-live="{address(game)}live/"' in page
    part = director.get(f"{address(game)}live/")
    assert "data-live-done" not in part.text
    again = {"HTTP_IF_NONE_MATCH": part["ETag"]}
    assert director.get(f"{address(game)}live/", **again).status_code == 304
    run_job()
    part = director.get(f"{address(game)}live/", **again)
    assert "record agrees" in part.text
    assert "data-live-done" in part.text


def doubtful_board(game: Game, number: int) -> Game:
    return GameFactory(round=game.round, board_number=game.board_number + number)


def test_results_in_doubt_are_entered_beside_what_the_record_says(director, game):
    """The same files are brought again then, and only those records are added."""
    clear, broken, swapped = (doubtful_board(game, number) for number in (1, 2, 3))
    places = {board: f"r{game.round.number}b{board.board_number}" for board in (game, clear)}
    places |= {board: f"r{game.round.number}b{board.board_number}" for board in (broken, swapped)}
    turned = f"(;PB[{swapped.white.name}]PW[{swapped.black.name}]RE[B+R]".encode()
    files = {
        places[game]: COUNTED,
        places[clear]: COUNTED.replace(b"(;", b"(;RE[W+0.5]", 1),
        places[broken]: b"(;GM[1]SZ[9]RE[B+2.5];B[ee];W[cc])",
        places[swapped]: COUNTED.replace(b"(;", turned, 1),
    }

    def brought() -> str:
        sent = {"files": [packed(**files)], "enter": "1"}
        return director.post(address(game), sent, follow=True).text

    def choices(board: Game) -> list[str]:
        records = director.get(address(game)).context["doubtful"]
        (buttons,) = [record.buttons for record in records if record.board.id == board.pk]
        return [code for code, _words in buttons]

    def chosen(board: Game, result: str, version: int | None = None) -> str:
        version = board.version if version is None else version
        sent = {"game": f"{board.pk}-{version}", "result": result}
        return director.post(f"{address(game)}result/", sent, follow=True).text

    brought()
    assert Game.objects.get(pk=clear.pk).winner == "white"
    assert [len(choices(board)) for board in (broken, swapped)] == [3, 2]
    said, black, white = choices(broken)
    # What the other record says, an older page and another board change nothing.
    for board, result, version in (
        (swapped, said, None),
        (swapped, "", None),
        (broken, said, broken.version + 1),
        (game, black, None),
    ):
        chosen(board, result, version)
    assert Game.objects.get(pk=game.pk).winner == "white"
    assert not Game.objects.filter(pk__in=[broken.pk, swapped.pk]).exclude(winner="").exists()
    chosen(broken, said)
    noted = Game.objects.get(pk=broken.pk)
    assert (noted.winner, noted.margin_half) == ("black", 5)
    assert not director.get(address(game)).context["all_noted"]
    chosen(swapped, white)
    assert director.get(address(game)).context["all_noted"]
    before = {row.pk: row.version for row in Game.objects.all()}
    page = brought()
    assert "4 records are kept" in page
    assert not director.get(address(game)).context["doubtful"]
    assert {row.pk: row.version for row in Game.objects.all()} == before
    assert Submission.objects.count() == 4


def test_a_doubtful_record_of_another_tournament_is_nobodys(director, game):
    name = f"r{game.round.number}b{doubtful_board(game, 1).board_number}"
    sent = {"files": [packed(**{name: b"(;GM[1]SZ[9]RE[B+2.5];B[ee];W[cc])"})], "enter": "1"}
    assert director.post(address(game), sent, follow=True).context["doubtful"]
    elsewhere = GameFactory(round__state=RoundState.PUBLISHED)
    director.post(
        f"/l/{issue_link(tournament_id=elsewhere.round.tournament_id, role=Role.DIRECTOR)}/"
    )
    assert not director.get(address(elsewhere)).context.get("doubtful")
    sent = {"game": f"{elsewhere.pk}-{elsewhere.version}", "result": str(Result("black"))}
    director.post(f"{address(elsewhere)}result/", sent)
    assert Game.objects.get(pk=elsewhere.pk).winner == ""


def badges(director: Client, game: Game) -> dict[int, str]:
    """Return the words beside the records that were brought, by their games."""
    found = director.get(address(game)).context["records"]
    return {record.game_id: badge.word for record, badge in found}


def test_records_that_name_another_winner_are_told_with_their_boards(director, game):
    """A folder that is brought for results that stand says which of them it does not agree with."""
    agreeing, other, open_one = (doubtful_board(game, number) for number in (1, 2, 3))
    enter_result(game_id=agreeing.pk, winner="white")
    enter_result(game_id=other.pk, winner="black")
    moves = b"(;GM[1]SZ[5]RE[W+R];B[ee];W[cc])"
    files = {
        f"r{game.round.number}b{board.board_number}": moves.replace(
            b";W[cc]", f";W[c{at}]".encode()
        )
        for board, at in ((agreeing, "a"), (other, "b"), (open_one, "c"))
    }
    for _again in range(2):
        sent = {"files": [packed(**files)], "enter": "1"}
        page = director.post(address(game), sent, follow=True)
        assert [record.board.id for record in page.context["others"]] == [other.pk]
        assert f'href="/games/{other.pk}/"' in page.text
    assert all(run_job() for _record in range(Submission.objects.count()))
    words = badges(director, game)
    assert words[other.pk] != words[agreeing.pk]
    assert words[other.pk] == verdict_badge(RESULT_LINE).word
    # Nobody says so any more of a result that was mended.
    correct_result(game_id=other.pk, winner="white", reason="resignation", note="typed wrong")
    assert not director.get(address(game)).context["others"]


def test_a_record_of_a_result_that_was_corrected_does_not_speak_of_the_new_one(director, game):
    board = doubtful_board(game, 1)
    enter_result(game_id=board.pk, winner="white", reason="resignation")
    name = f"r{game.round.number}b{board.board_number}"
    record = b"(;GM[1]SZ[5]RE[W+R];B[ee];W[cc])"
    director.post(address(game), {"files": [packed(**{name: record})]})
    assert run_job()
    said = verdict_badge(SAID).word
    assert badges(director, game)[board.pk] == said
    correct_result(game_id=board.pk, winner="black", reason="resignation", note="typed wrong")
    assert badges(director, game)[board.pk] == verdict_badge(EARLIER).word
    page = director.get(f"/games/{board.pk}/").text
    assert "Verdict of the replay on that result" in page
    assert "Verdict of the replay <" not in page
