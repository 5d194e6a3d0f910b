"""Pairings, slips, standings on paper: as pages and as PDF, with names of any script."""

import io

import pytest
from pypdf import PdfReader

from adjudication.result_entry.services import enter_result
from tests.factories import TournamentFactory
from tests.support.pdf import code, codes, texts, whole
from tests.support.world import World, add_round, both_report, fill, make_world, report
from tournament.models import Player, Reporting, Role, Seat, Tournament
from tournament.printing import fonts
from tournament.rounds.services.rounds import create_round

pytestmark = pytest.mark.once

NAMES = (
    "Łukasz Żółć",
    "芝野虎丸",
    "柯洁",
    "신진서",
    "Nguyễn Văn Đức",
    "Владимир",
    "محمد",
    "Ευάγγελος",
)


@pytest.fixture
def many(db: None) -> World:
    return make_world(names=NAMES)


def pdf(world: World, kind: str, number: int = 1, query: str = "") -> bytes:
    answer = world.client(Role.DIRECTOR).get(f"/director/coupe/print/{kind}/{number}.pdf{query}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def page(world: World, kind: str, number: int = 1) -> str:
    answer = world.client(Role.DIRECTOR).get(f"/director/coupe/print/{kind}/{number}/")
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("kind", ["boards", "names", "slips", "standings", "crosstable"])
def test_every_name_is_on_every_sheet_and_those_without_letters_have_their_number(
    many: World, kind: str
) -> None:
    text = whole(pdf(many, kind))
    for name in NAMES:
        if name != "محمد":
            assert name in text
    assert "#7" in text
    for name in NAMES:
        assert name in page(many, kind)


def test_boards_are_in_the_order_of_their_numbers(many: World) -> None:
    text = whole(pdf(many, "boards"))
    assert text.index("Łukasz") < text.index("柯洁") < text.index("Nguyễn")
    assert "Round 1: pairings by board" in text


def test_what_is_not_settled_is_printed_so(world: World) -> None:
    report(world.games[0], world.players[0], "B+R")
    enter_result(game_id=world.games[1].pk, winner="white")
    text = page(world, "boards")
    assert "B+R *" in text
    assert "W+ *" not in text
    assert "* reported by one player, or disputed: not settled yet" in text
    assert "even · 6.5" in text
    table = page(world, "crosstable")
    assert "12+w: won with White" in table
    assert "2+b*" in table
    assert table.count("+b*") == 1


def test_names_are_in_the_order_of_the_alphabet_without_regard_to_marks(db: None) -> None:
    world = make_world(names=("Zoé", "Émile", "Fanny", "Anna"))
    text = whole(pdf(world, "names"))
    rows = [text.index(f"\n{name} ") for name in ("Anna", "Émile", "Fanny", "Zoé")]
    assert rows == sorted(rows)


def test_who_has_the_bye_is_told(world: World) -> None:
    round_ = create_round(tournament_id=world.tournament.pk)
    Seat.objects.create(round=round_, player=world.players[3])
    assert "Bye: Dora (#4)" in whole(pdf(world, "boards", 2))
    assert "Bye" in whole(pdf(world, "names", 2))
    assert "In preparation" in page(world, "names", 2)


def test_slips_are_four_a_page_and_their_codes_lead_to_the_report(world: World) -> None:
    data = pdf(world, "slips")
    (only,) = texts(data)
    for board in range(1, 5):
        assert f"Board {board}" in only
    assert "Signature of White" in only
    assert codes(data) == [
        code(f"http://testserver/games/{game.pk}/report/") for game in world.games
    ]


def test_a_fifth_slip_begins_a_page(db: None) -> None:
    world = make_world(names=tuple(f"Player {index}" for index in range(10)))
    assert len(texts(pdf(world, "slips"))) == 2


def test_slips_have_no_code_where_the_staff_alone_enters_results(world: World) -> None:
    Tournament.objects.update(reporting=Reporting.DIRECTOR)
    assert codes(pdf(world, "slips")) == []
    assert "scan this" not in page(world, "slips")


def test_jigo_can_be_ticked_only_where_komi_is_whole(world: World) -> None:
    assert "jigo" not in whole(pdf(world, "slips"))
    game = world.games[1]
    type(game).objects.filter(pk=game.pk).update(komi_half=14)
    assert whole(pdf(world, "slips")).count("jigo") == 1
    assert page(world, "slips").count("jigo") == 1


def test_heads_of_columns_are_on_every_page_and_no_player_is_lost(db: None) -> None:
    world = make_world(names=tuple(f"Player{index:03}" for index in range(100)))
    pages = texts(pdf(world, "names"))
    assert len(pages) > 1
    assert all("Opponent" in one for one in pages)
    for index in range(100):
        assert any(f"\nPlayer{index:03} " in one for one in pages)


def test_standings_and_cross_table_after_a_round(world: World) -> None:
    fill(world)
    assert "Standings after round 1" in whole(pdf(world, "standings"))
    assert "Dora 4k 3-w" in whole(pdf(world, "crosstable"))
    director = world.client(Role.DIRECTOR)
    assert director.get("/director/coupe/print/standings/9/").status_code == 404
    assert director.get("/director/coupe/print/boards/9.pdf").status_code == 404
    assert director.get("/director/coupe/print/posters/1/").status_code == 404


def test_a_wide_cross_table_is_printed_across(world: World) -> None:
    for _index in range(7):
        add_round(world)
    box = PdfReader(io.BytesIO(pdf(world, "crosstable", 8))).pages[0].mediabox
    assert box.width > box.height
    box = PdfReader(io.BytesIO(pdf(world, "boards", 8, "?paper=letter"))).pages[0].mediabox
    assert round(box.height) == 792


def test_the_director_is_told_beforehand_what_a_pdf_cannot_print(many: World) -> None:
    text = many.client(Role.DIRECTOR).get("/director/coupe/print/").text
    assert "1 name cannot be printed in the PDF" in text
    assert "3 names are in Chinese, Japanese or Korean letters" in text
    plain = make_world(slug="plain").client(Role.DIRECTOR).get("/director/plain/print/").text
    assert "cannot be printed" not in plain


def test_sheets_are_in_the_language_of_the_reader(world: World) -> None:
    text = world.client(Role.DIRECTOR, language="fr").get("/director/coupe/print/slips/1.pdf")
    assert "komi 6,5" in whole(text.content)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Đặng Thị Ánh", True),
        ("Ђорђе Ћирић", True),
        ("D’Ávila-Ñuñez", True),
        ("דוד", False),
        ("สมชาย", False),
        ("राम", False),
        ("Li 🀄", False),
    ],
)
def test_which_letters_a_pdf_has(name: str, printed: bool) -> None:
    assert fonts.is_printable(name) is printed
    assert "".join(run.text for run in fonts.font_runs(name)) == name


def test_letters_on_top_of_others_are_composed() -> None:
    (run,) = fonts.font_runs("Ha\u0302ng")
    assert run.font == fonts.MAIN
    assert len(run.text) == 4


def test_a_name_is_set_in_one_font_where_one_has_all_its_letters() -> None:
    assert {run.font for run in fonts.font_runs("柯洁")} == {"STSong-Light"}
    assert {run.font for run in fonts.font_runs("東京しば")} == {"HeiseiKakuGo-W5"}
    assert {run.font for run in fonts.font_runs("박정환")} == {"HYSMyeongJo-Medium"}


def test_before_the_first_round_there_is_a_starting_list(world: World) -> None:
    empty = World(TournamentFactory(slug="empty"))
    overview = empty.client(Role.DIRECTOR).get("/director/empty/print/").text
    assert "There is no round yet." in overview
    assert "Starting list" not in overview
    assert (
        "/print/standings/0.pdf" in world.client(Role.DIRECTOR).get("/director/coupe/print/").text
    )
    text = whole(pdf(world, "standings", 0))
    assert "Starting list" in text
    assert "Hana 8k 38Gr" in text


def test_standings_are_printed_after_the_round_that_the_public_sees(world: World) -> None:
    for game in world.games:
        both_report(game, "B+R")
    add_round(world)
    director = world.client(Role.DIRECTOR)
    for query in ("", "?round=2"):
        overview = director.get(f"/director/coupe/print/{query}").text
        assert "/print/standings/1.pdf" in overview
        assert "/print/crosstable/1/" in overview
        assert "/print/names/2.pdf" in overview
    report(world.games[-1], world.games[-1].black, "B+R")
    assert "/print/standings/2.pdf" in director.get("/director/coupe/print/").text


def test_namesakes_are_told_apart_on_paper(world: World) -> None:
    for player, club in zip(world.players[:2], ("Paris", "Lyon"), strict=True):
        Player.objects.filter(pk=player.pk).update(surname="Dupont", club=club)
    director = world.client(Role.DIRECTOR)
    for kind in ("names", "boards", "standings", "slips"):
        page = director.get(f"/director/coupe/print/{kind}/1/").text
        assert "Dupont (Paris)" in page, kind
        assert "Dupont (Lyon)" in page, kind
