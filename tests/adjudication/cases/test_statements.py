"""What is said in a case, with pictures and another record."""

import io
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from PIL import Image

from adjudication.cases.selectors.statements import picture, statement_record, statements_of
from adjudication.cases.services.statements import MOST_STATEMENTS, write_statement
from adjudication.models import Case, GameRecordFile, Picture, Statement
from tests.adjudication.court import drawn
from tests.adjudication.decisions import staff
from tests.factories import COUNTED, CaseFactory, GameFactory
from tournament.audit.services.current_actor import acting_as
from tournament.common import pictures as drawing
from tournament.errors import Conflict, IdempotencyConflict, NotFound, NotNow, UserError
from tournament.models import AuditEvent

pytestmark = pytest.mark.django_db
ORIENTATION, ARTIST = 0x0112, 0x013B


@pytest.fixture
def case() -> Case:
    return CaseFactory()


def photo(width: int = 40, height: int = 20, *, kind: str = "JPEG", mode: str = "RGB", **more):
    stream = io.BytesIO()
    Image.new(mode, (width, height), **more.pop("fill", {})).save(stream, kind, **more)
    return stream.getvalue()


def say(case: Case, text: str = "I had won.", *, key: str = "key", **more) -> Statement:
    more.setdefault("player_id", case.game.black_id)
    more["pictures"] = drawn(*more.pop("pictures", ()))
    pk = write_statement(case_id=case.pk, text=text, idempotency_key=key, **more)
    return Statement.objects.get(pk=pk)


def kept(one: Picture) -> Image.Image:
    shown = picture(one.pk)
    assert shown is not None
    return Image.open(io.BytesIO(shown.data))


def test_a_player_says_what_happened(case):
    said = say(case, "  First line.\r\nSecond\x00 line. ")
    assert said.text == "First line.\nSecond line."
    assert (said.player, said.person.player) == (case.game.black, case.game.black)
    (view,) = statements_of([case.pk])[case.pk]
    assert (view.name, view.role, view.record) == (case.game.black.name, "player", None)
    event = AuditEvent.objects.get(verb="case.statement")
    assert event.actor_role == "player"
    assert "First" not in str(event.after)


def test_the_staff_writes_down_what_a_witness_saw(case):
    with acting_as(staff(case.tournament)):
        said = say(case, "A spectator saw the clock.", player_id=None)
    assert (said.player, said.person.name) == (None, "Rita")
    with pytest.raises(UserError, match="nobody"):
        say(case, player_id=None, key="other")


def test_only_the_players_of_the_case_speak(case):
    with pytest.raises(NotFound):
        say(case, player_id=GameFactory().black_id)


def test_a_statement_has_words_or_something_to_look_at(case):
    with pytest.raises(UserError, match="text"):
        say(case, " \n ")
    with pytest.raises(UserError, match="too_long"):
        say(case, "x" * 4001)
    assert say(case, "", pictures=[photo()]).pictures.count() == 1


def test_a_second_record_comes_with_it_unchanged(case):
    said = say(case, record_bytes=COUNTED, filename="C:\\mine.sgf")
    assert said.record.filename == "mine.sgf"
    shown = statement_record(said.pk)
    assert (shown.data, shown.game_id) == (COUNTED, case.game_id)
    with pytest.raises(UserError, match="record_empty"):
        say(case, record_bytes=b" ", key="other")


def test_the_same_again_is_one_statement_and_something_else_is_refused(case):
    first = say(case, pictures=[photo()], record_bytes=COUNTED)
    assert say(case, pictures=[photo()], record_bytes=COUNTED) == first
    for other in ({"text": "No."}, {"pictures": [photo(30, 30)]}, {"record_bytes": None}):
        with pytest.raises(IdempotencyConflict):
            say(case, **{"pictures": [photo()], "record_bytes": COUNTED, **other})
    assert (Statement.objects.count(), GameRecordFile.objects.count()) == (1, 1)


@pytest.mark.parametrize("state", ["settled", "final"])
def test_nobody_speaks_once_it_is_over(case, state):
    Case.objects.filter(pk=case.pk).update(state=state, settled_at="2026-01-01T00:00Z")
    with pytest.raises(Conflict, match="case_over"):
        say(case)


def test_a_player_has_so_many_statements_and_his_opponent_as_many(case):
    for number in range(MOST_STATEMENTS):
        say(case, key=f"{number}")
    with pytest.raises(Conflict, match="too_many_statements"):
        say(case, key="one more")
    say(case, player_id=case.game.white_id, key="white")


def test_a_picture_is_drawn_anew_without_anything_beside_it(case):
    exif = Image.Exif()
    exif[ORIENTATION], exif[ARTIST] = 6, "Ada, at home"
    sent = photo(40, 20, exif=exif, comment=b"secret")
    (one,) = say(case, pictures=[sent]).pictures.all()
    shown = kept(one)
    # A camera held upright: what was sent lies on its side.
    assert (shown.size, (one.width, one.height)) == ((20, 40), (20, 40))
    assert (shown.format, dict(shown.getexif())) == ("JPEG", {})
    assert b"Ada" not in bytes(one.data)
    assert b"secret" not in bytes(one.data)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_large_picture_is_made_smaller_whatever_it_is(case, kind):
    (one,) = say(case, pictures=[photo(3000, 1500, kind=kind)]).pictures.all()
    assert (one.width, one.height) == (2000, 1000)
    assert kept(one).format == "JPEG"


@pytest.mark.parametrize("mode", ["RGBA", "LA", "L", "P", "1", "I;16"])
def test_pictures_of_every_kind_of_colour_are_read(case, mode):
    (one,) = say(case, pictures=[photo(kind="PNG", mode=mode)]).pictures.all()
    assert kept(one).mode == "RGB"


def test_what_is_no_picture_is_refused_with_its_field(case):
    broken = photo()[:200]
    for sent in (b"", b"no picture", COUNTED, broken, b"<svg xmlns='http://www.w3.org/2000/svg'/>"):
        with pytest.raises(UserError, match="picture_unreadable") as refused:
            say(case, pictures=[sent])
        assert refused.value.field == "pictures"
    assert not Statement.objects.exists()


def test_too_many_too_large_and_bombs_are_refused(case):
    with pytest.raises(UserError, match="too_many_pictures"):
        say(case, pictures=[photo()] * 4)
    with pytest.raises(UserError, match="picture_too_large"):
        say(case, pictures=[photo() + b"\x00" * drawing.MOST_BYTES])
    bomb = photo(12_000, 12_000, kind="PNG", mode="1")
    assert len(bomb) < 100_000
    with pytest.raises(UserError, match="picture"):
        say(case, pictures=[bomb])
    with pytest.raises(UserError, match="picture_too_large"):
        say(case, pictures=[photo(4_480, 4_480, mode="RGBA", kind="PNG")])


def test_what_shows_through_is_shown_on_white(case):
    half = photo(3_000, 1_500, kind="PNG", mode="RGBA", fill={"color": (0, 0, 0, 128)})
    (one,) = say(case, pictures=[half]).pictures.all()
    shown = kept(one)
    assert shown.size == (2_000, 1_000)
    assert all(abs(value - 127) < 4 for value in shown.getpixel((1_000, 500)))


def test_attempts_are_counted_whatever_becomes_of_them():
    for _ in range(drawing.MOST_ATTEMPTS):
        with pytest.raises(UserError, match="picture_unreadable"):
            drawing.redraw_pictures([lambda: b"no picture"], sender="somebody")
    with pytest.raises(NotNow, match="too_many_attempts"):
        drawing.redraw_pictures([photo], sender="somebody")
    assert drawing.redraw_pictures([], sender="somebody") == ()
    assert drawing.redraw_pictures([photo], sender="another")


def test_pictures_wait_for_their_turn_and_not_for_ever(monkeypatch):
    """Somebody else's picture is being decoded, and is not done in time."""
    begun, over = Event(), Event()

    def slow() -> bytes:
        begun.set()
        assert over.wait(10)
        return photo()

    with ThreadPoolExecutor(1) as other:
        first = other.submit(drawing.redraw_pictures, [slow], sender="first")
        assert begun.wait(10)
        with monkeypatch.context() as hurried:
            hurried.setattr(drawing, "WAIT_SECONDS", 0.05)
            with pytest.raises(NotNow, match="pictures_busy"):
                drawn(photo())
        over.set()
        assert first.result()
    assert drawn(photo())


def test_a_gif_is_refused(case):
    with pytest.raises(UserError, match="picture_unreadable"):
        say(case, pictures=[photo(kind="GIF", mode="P")])
