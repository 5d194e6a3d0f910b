"""A game's proof: written by the page, checked again without a database."""

import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from adjudication.archive.selectors.proofs import proof_of
from adjudication.policy.decisions import Decision
from adjudication.proofs.checking import LARGEST, ProofError, check_proof
from adjudication.proofs.sealing import seal_proof
from adjudication.result_entry.services import enter_result
from adjudication.rules.version import ENGINE_VERSION
from adjudication.rulings.services.finality import make_final
from tests.adjudication.court import hold_court
from tests.adjudication.decisions import ruled, staff, time_is_over
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.audit.services.current_actor import NOBODY, acting_as
from tournament.models import Game, Role, Tournament
from tournament.results.services.recording_errors import consent, propose

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Proof = dict[str, Any]


def proof(game: Game) -> Proof:
    found = proof_of(game.pk, timezone.now())
    assert found is not None
    return json.loads(json.dumps(found))


def problems(one: Proof) -> list[str]:
    return [where for where, _text in check_proof(json.dumps(one).encode()).problems]


def confirmed() -> Game:
    world = make_world()
    game = world.games[0]
    counted = sgf(WALLS, KM="6.5", PB=game.black.name, PW="Somebody else")
    report(game, game.black, "W+15.5", counted, DEAD.split())
    report(game, game.white, "W+15.5")
    judge_all()
    return game


def appealed() -> Game:
    game = make_world().games[0]
    hold_court(game)
    return game


def final() -> Game:
    world = make_world()
    game = world.games[2]
    report(game, game.black, "B+R", sgf(KO, KM="6.5"))
    judge_all()
    game.refresh_from_db()
    decision = Decision("result", "black", "forfeit", articles=("j1989:14",), reasons="The ko.")
    case = ruled(world.tournament, staff(world.tournament), game, decision)
    time_is_over(case)
    with acting_as(NOBODY):
        assert make_final(timezone.now()) == 1
    return game


def entered() -> Game:
    game = make_world().games[1]
    enter_result(game_id=game.pk, winner="white", reason="time", margin_half=None)
    return game


def untouched() -> Game:
    return make_world().games[0]


def mended() -> Game:
    game = confirmed()
    error = propose(
        game_id=game.pk, by_player_id=game.black_id, winner="white", reason="score", margin_half=29,
        note="14.5",
    )  # fmt: skip
    consent(error_id=error.pk, player_id=game.white_id)
    return game


def tied() -> Game:
    """Equal scores, which Black wins in this tournament."""
    world = make_world()
    Tournament.objects.update(tie_winner="black")
    Game.objects.update(komi_half=-18)
    game = Game.objects.get(pk=world.games[0].pk)
    report(game, game.black, "B+", sgf(WALLS, KM="-9"), DEAD.split())
    report(game, game.white, "B+")
    judge_all()
    return game


def tied_before() -> Game:
    """The same, where the tournament has another rule by now."""
    game = tied()
    Tournament.objects.update(tie_winner="nobody")
    return game


GAMES: dict[str, Callable[[], Game]] = {
    one.__name__: one
    for one in (confirmed, appealed, final, entered, untouched, mended, tied, tied_before)
}


@pytest.mark.parametrize("name", GAMES)
def test_the_proof_of_every_kind_of_result_holds(name: str) -> None:
    one = proof(GAMES[name]())
    found = check_proof(json.dumps(one).encode())
    assert found.problems == ()
    assert found.notes == ()
    assert found.state == one["game"]["state"]


def test_it_tells_all_that_a_result_rests_on_and_names_nobody() -> None:
    game = confirmed()
    one = proof(game)
    (first, second) = one["reports"]
    assert (first["by"], first["answered_by"], first["state"]) == ("black", "white", "confirmed")
    assert (first["claim"]["margin_half"], first["dead_stones"]) == (31, ["B8", "G3"])
    assert first["verdict"]["outcome"] == "agrees"
    assert second["record"] is None
    assert one["game"]["komi_half"] == 13
    assert one["rules"]["key"] == "japanese"
    assert one["rules"]["options"]["illegal_move_loses"]["value"] is True
    assert "Art. 14" in one["rules"]["options"]["illegal_move_loses"]["article"]
    assert [event["verb"] for event in one["events"]][-1] == "result.confirmed"
    assert one["head"]["digest"]
    text = json.dumps(one, ensure_ascii=False)
    assert not [
        player.name for player in game.round.tournament.players.all() if player.name in text
    ]


def test_a_dispute_is_told_by_opaque_ids_and_digests() -> None:
    game = appealed()
    (case,) = proof(game)["cases"]
    known = {person["uid"] for person in proof(game)["persons"]}
    assert [ruling["supersedes"] for ruling in case["rulings"]] == [None, 1]
    assert {ruling["by"] for ruling in case["rulings"]} < known
    assert case["rulings"][1]["penalties"][0]["colour"] == "black"
    (appeal,) = case["appeals"]
    assert len(appeal["members"]) == 3
    assert [len(motion["votes"]) for motion in appeal["motions"]] == [1, 0]
    (said,) = case["statements"]
    assert len(said["text_sha256"]) == len(said["pictures_sha256"][0]) == 64
    assert "played elsewhere" not in json.dumps(case)
    assert case["grounds"][0]["submission"] == 0


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            yield from leaves(item, (*path, key))
    else:
        yield path


def put(value: Proof, path: tuple[Any, ...], other: Any) -> None:
    place: Any = value
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = other


def at(value: Proof, path: tuple[Any, ...]) -> Any:
    place: Any = value
    for key in path:
        place = place[key]
    return place


OTHERS = (None, True, False, 0, 1, -1, 1.0, 10**30, "", "x", [], {}, [1], {"x": 1}, "9" * 99)


@pytest.mark.parametrize("name", ["confirmed", "appealed", "final"])
def test_whatever_value_is_changed_it_is_noticed(name: str) -> None:
    one = proof(GAMES[name]())
    text = json.dumps(one)
    chance = random.Random(name)
    for path in leaves(one):
        changed = json.loads(text)
        was = at(one, path)
        other = chance.choice([value for value in OTHERS if json.dumps(value) != json.dumps(was)])
        put(changed, path, other)
        try:
            found = check_proof(json.dumps(changed).encode())
        except ProofError:
            continue
        assert not found.holds, path


@pytest.mark.parametrize(
    ("path", "other"),
    [
        (("reports", 0, "record", "data"), "KDtGRls0XSk="),
        (("reports", 0, "record", "sha256"), "0" * 64),
        (("reports", 0, "verdict", "outcome"), "contradicted"),
        (("reports", 0, "verdict", "computed", "white"), 99),
        (("reports", 0, "verdict", "decisive_move"), 7),
        (("reports", 0, "verdict", "options", "ko"), "positional"),
        (("reports", 0, "claim", "margin_half"), 33),
        (("reports", 0, "dead_stones"), ["B8"]),
        (("game", "komi_half"), 11),
        (("game", "winner"), "black"),
        (("game", "state"), "ruled"),
        (("game", "state"), "open"),
        (("game", "final"), True),
        (("game", "confirmed_at"), None),
        (("rules", "key"), "french"),
        (("rules", "key"), "nonsense"),
        (("rules", "options", "ko", "value"), "positional"),
        (("rules", "options", "ko", "article"), "Art. 99"),
        (("events", 0, "players"), [1]),
        (("events", 0, "at"), 0),
        (("events", 0, "digest"), "0" * 64),
        (("events",), None),
        (("reports",), [{}]),
        (("game",), "x"),
    ],
)
def test_who_seals_the_file_anew_is_found_out_by_what_follows_from_the_rest(
    path: tuple[Any, ...], other: Any
) -> None:
    one = proof(confirmed())
    assert problems(seal_proof(one)) == []
    if path == ("game", "komi_half"):
        # The events tell the komi, too: it takes more than one value to get it past the replay.
        one["reports"][0]["verdict"]["computed"]["white"] += 1
    put(one, path, other)
    assert problems(seal_proof(one))


def test_events_left_out_or_turned_are_noticed() -> None:
    game = confirmed()
    one = proof(game)
    one["events"].reverse()
    assert problems(seal_proof(one))
    later = proof(game)
    later["events"][-1]["reason"] = "because"
    assert problems(seal_proof(later)) == [f"events.{len(later['events']) - 1}.reason"]


def test_a_ruling_that_is_not_the_one_that_stands_is_noticed() -> None:
    one = proof(final())
    one["cases"][0]["rulings"][0]["winner"] = "white"
    assert "game" in problems(seal_proof(one))


def test_an_appealed_ruling_that_is_called_final_is_noticed() -> None:
    game = appealed()
    one = proof(game)
    one["cases"][0]["rulings"].reverse()
    assert problems(seal_proof(one)) == ["cases.0.rulings"]
    two = proof(game)
    two["game"]["final"] = True
    assert problems(seal_proof(two)) == ["game.final"]


def test_another_version_of_the_engine_is_told() -> None:
    one = proof(confirmed())
    one["reports"][0]["verdict"]["engine_version"] = "0"
    found = check_proof(json.dumps(seal_proof(one)).encode())
    assert found.holds
    assert [str(note) for note in found.notes] == [
        f"Judged by version 0 of the rules engine; this is version {ENGINE_VERSION}."
    ]
    one["reports"][0]["verdict"]["moves"] += 1
    assert not check_proof(json.dumps(seal_proof(one)).encode()).holds


def test_a_verdict_under_the_komi_of_its_time_holds() -> None:
    game = confirmed()
    one = proof(game)
    board = {"table": 1, "black": 1, "white": 2, "handicap": 0, "komi_half": 13}
    one["events"][0] |= {"before": board}
    one["game"]["komi_half"] = 1
    assert [where for where in problems(seal_proof(one)) if where.startswith("reports")] == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"[]", "not_a_proof"),
        (b'{"format": "other"}', "not_a_proof"),
        (b'{"format": "shinpan-proof", "version": 99}', "other_version"),
        (b'{"format": "shinpan-proof", "version": true}', "other_version"),
        (b'{"format": "shinpan-proof", "format": "shinpan-proof"}', "not_json"),
        (b'{"format": "shinpan-proof", "version": NaN}', "not_json"),
        (b'{"format": "shinpan-proof", "version": 1, "x": 1e999}', "not_json"),
        (b" " * (LARGEST + 1), "too_large"),
    ],
)  # fmt: skip
def test_garbage_is_told(data: bytes, code: str) -> None:
    with pytest.raises(ProofError) as caught:
        check_proof(data)
    assert caught.value.code == code


def test_a_proof_of_nothing_does_not_hold() -> None:
    assert problems(seal_proof({"format": "shinpan-proof", "version": 1})) == ["shape"]


def run(*arguments: object) -> tuple[int, str]:
    stream = io.StringIO()
    try:
        call_command("adjudicate", "--proof", *map(str, arguments), stdout=stream)
    except SystemExit as ended:
        return int(ended.code or 0), stream.getvalue()
    return 0, stream.getvalue()


def test_the_command_checks_files(tmp_path: Path, django_assert_num_queries: Any) -> None:
    good, bad, none = (tmp_path / name for name in ("good.json", "bad.json", "none.json"))
    one = proof(confirmed())
    good.write_text(json.dumps(one))
    one["game"]["winner"] = "black"
    bad.write_text(json.dumps(one))
    none.write_text("x")
    with django_assert_num_queries(0):
        assert run(good)[0] == 0
        status, told = run("--json", good, bad, none)
    assert status == 1
    first, second, third = map(json.loads, told.splitlines())
    assert (first["verdict"], first["records"], first["problems"]) == ("holds", 1, [])
    assert (second["verdict"], [one["where"] for one in second["problems"]]) == (
        "differs", ["digest", "game"],
    )  # fmt: skip
    assert (third["status"], third["error"]["code"]) == ("error", "not_json")
    status, told = run("--language", "fr", bad)
    assert status == 1
    assert "ne tient pas" in told
    assert "Le fichier a été modifié" in told
    with pytest.raises(CommandError, match="no such file"):
        run(tmp_path / "missing.json")


def test_the_page_gives_it_to_those_concerned() -> None:
    game = confirmed()
    world = World(game.round.tournament, list(game.round.tournament.players.order_by("number")))
    address = f"/games/{game.pk}/proof.json"
    for visitor in (world.client(Role.REFEREE), world.client(Role.DIRECTOR)):
        answer = visitor.get(address)
        assert answer.status_code == 200
        assert check_proof(answer.content).holds
        assert "proof.json" in answer["Content-Disposition"]
        assert address in visitor.get(f"/games/{game.pk}/").text
    assert world.client(Role.HELPER).get(address).status_code == 403
