"""Nobody reaches beyond his own: another tournament, another game, a round in preparation."""

import pytest

from tests.support.scene import Scene
from tests.support.world import World, report
from tournament.models import AccessLink, Role


@pytest.mark.django_db
def test_a_director_cannot_reach_into_another_tournament_by_swapping_ids() -> None:
    scene = Scene()
    browser = scene.browser("other director")
    slug = "elsewhere"
    player = scene.world.players[0].pk
    assert browser.post(f"/director/{slug}/players/{player}/link/").status_code == 404
    revoke = f"/director/{slug}/links/{scene.spare_id}/revoke/"
    assert browser.get(revoke).status_code == 404
    assert browser.post(revoke).status_code == 404
    assert AccessLink.objects.get(pk=scene.spare_id).revoked_at is None


@pytest.mark.django_db
def test_a_record_is_not_given_out_under_another_game() -> None:
    scene = Scene()
    other = scene.world.games[1]
    browser = scene.world.player(2)
    assert browser.get(f"/games/{other.pk}/records/{scene.submission}.sgf").status_code == 404


@pytest.mark.django_db
def test_a_report_of_another_game_cannot_be_answered_from_ones_own(world: World) -> None:
    first, second = world.games[:2]
    theirs = report(first, first.black, "B+R")
    browser = world.player(2)
    for action in ("confirm", "contest", "withdraw"):
        response = browser.post(f"/games/{second.pk}/{action}/", {"submission": theirs})
        assert response.status_code == 302
    first.refresh_from_db()
    assert first.state == "reported"


@pytest.mark.django_db
def test_a_round_in_preparation_is_hidden(world: World) -> None:
    from tournament.rounds.services.boards import pair_game
    from tournament.rounds.services.rounds import create_round

    draft = create_round(tournament_id=world.tournament.pk)
    game = pair_game(round_id=draft.pk, black_id=world.players[0].pk, white_id=world.players[2].pk)
    player = world.player(0)
    assert player.get(f"/games/{game.pk}/").status_code == 404
    assert player.get(f"/games/{game.pk}/report/").status_code == 404
    assert "Round 2" not in player.get("/t/coupe/").text
    assert "Round 2" in world.client(Role.DIRECTOR).get("/director/coupe/").text
