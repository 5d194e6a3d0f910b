"""A whole tournament through the client package, against a real server."""

from pathlib import Path
from urllib.error import URLError

import pytest

from shinpan_client import ApiError, Client
from tests.support.server import running, start_demo

PLAYERS, ROUNDS = 7, 3
BLACK = {"winner": "black", "margin": 2.5}


def test_a_tournament_from_its_first_player_to_its_files(
    loaded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(start_demo(loaded)) as server:
        made = Client(server.url).post_tournaments(
            name="Club cup", slug="club-cup", rules="japanese", status="public"
        )
        director, anybody = Client(server.url, made["token"]), Client(server.url, language="fr")
        entries = [{"surname": f"Player {n}", "rank": f"{n}k"} for n in range(1, PLAYERS + 1)]
        director.post_players_in_bulk("club-cup", players=entries)
        for number in range(1, ROUNDS + 1):
            director.post_rounds("club-cup")
            director.post_pairing("club-cup", number)
            with pytest.raises(ApiError) as unseen:
                anybody.get_round("club-cup", number)
            assert (unseen.value.status, unseen.value.code) == (404, "not_found")
            shown = director.put_publication("club-cup", number)
            assert (shown["boards"], len(shown["byes"])) == (PLAYERS // 2, 1)
            for game in shown["games"]:
                entered = director.put_result("club-cup", game["id"], result=BLACK)
                assert entered["result"] == {**BLACK, "reason": "score"}
            director.put_finish("club-cup", number)
        wrong = shown["games"][0]["id"]
        with pytest.raises(ApiError) as refused:
            director.post_correction_of_result("club-cup", wrong, result="W+R", note="Misheard")
        assert [error["field"] for error in refused.value.errors] == ["result"]
        corrected = director.keyed("once")
        for _again in range(2):
            right = corrected.post_correction_of_result(
                "club-cup", wrong, result={"winner": "white"}, note="Misheard"
            )
        events = list(director.every(director.get_history, "club-cup", limit=3))
        assert events[0]["id"] == right["event"]
        assert [event["verb"] for event in events].count(events[0]["verb"]) == 1
        assert len(events) > 3 * ROUNDS
        rounds = list(anybody.every(anybody.get_rounds, "club-cup", limit=2, expand="games"))
        assert [len(round_["games"]) for round_ in rounds] == [PLAYERS // 2] * ROUNDS
        standings = anybody.get_standings("club-cup", after=ROUNDS)
        assert len(standings["lines"]) == PLAYERS
        (kind, *_others) = [file["format"] for file in director.get_exports("club-cup")["results"]]
        assert isinstance(director.get_export("club-cup", kind), bytes)
        director.post_closing("club-cup")
        assert anybody.get_tournament("club-cup")["closed"]
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    with pytest.raises(URLError):
        anybody.get_tournament("club-cup")
