"""Findings that say the same of one cycle are told once, with the moves at which it came back."""

from adjudication.demo.plan import RECORDS
from tests.support.life_world import plain
from tests.support.world import World, judge_all, report
from tournament.models import Tournament


def test_a_triple_ko_is_one_finding_with_its_recurrences(world: World) -> None:
    data = (RECORDS / "small-2-1-triple-ko.sgf").read_text("utf-8").strip().removesuffix(")")
    cycle = "".join(f";{move}" for move in data.split(";")[-6:])
    longer = f"{data}{cycle * 2})"
    Tournament.objects.filter(pk=world.tournament.pk).update(rules="japanese", board_size=9)
    game = world.games[0]
    report(game, game.black, "B+R", longer.encode())
    judge_all()
    page = plain(world.player(0).get(f"/games/{game.pk}/").text)
    assert page.count("brings the whole board back") == 1
    assert "The same comes back 12 more times: at moves 55, 56" in page
