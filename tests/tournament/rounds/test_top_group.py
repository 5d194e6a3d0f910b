"""A bar by number of players from the settings to the second round."""

from dataclasses import replace

import pytest

from tests.factories import TournamentFactory
from tests.tournament.fields import play
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Player, Tournament, Verb
from tournament.players.services.players import add_players
from tournament.rounds.selectors.drafts import draft_page
from tournament.rounds.selectors.draws import verify_round
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services.draws import draw_round
from tournament.settings.selectors import system_settings
from tournament.settings.services import change_system
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters, TopGroup
from tournament.state.presets import MCMAHON
from tournament.tournaments.selectors.settings import parameters_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

STRENGTHS = (("5d", 2500), ("4d", 2420), ("4d", 2390), ("4d", 2350), ("2d", 2200), ("1k", 2000))


def enter(tournament: Tournament, *strengths: tuple[str, int]) -> None:
    add_players(
        tournament_id=tournament.pk,
        entries=[
            Player(surname=f"P{rating}", rank=rank, rating=rating) for rank, rating in strengths
        ],
    )


def set_top_group(tournament: Tournament, top: TopGroup, bar: int | None = None) -> Parameters:
    now = system_settings(tournament)
    scoring = replace(now.parameters.scoring, top_group=top)
    if bar is not None:
        scoring = replace(scoring, bar=bar)
    changed = replace(now, parameters=replace(now.parameters, scoring=scoring))
    change_system(tournament_id=tournament.pk, settings=changed)
    tournament.refresh_from_db()
    return parameters_of(tournament)


def starts(tournament: Tournament) -> list[int]:
    state = state_of(tournament)
    return [state.parameters.start_of(player) - 30 for player in state.players]


def test_the_bar_follows_the_players_until_round_1_is_paired_and_stays_then():
    tournament = TournamentFactory(komi_half=13, parameters=to_json(MCMAHON))
    enter(tournament, *STRENGTHS)
    set_top_group(tournament, TopGroup(size=3, fixed=True, lowered=(1,)))
    assert starts(tournament) == [4 - 1, 3, 3, 2, 1, -1]
    draw_round(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    assert parameters_of(tournament).scoring.top_group == TopGroup(3, fixed=True, lowered=(4,))
    draft = draft_page(tournament.pk, 1)
    assert draft is not None
    assert any("P2350" in sentence for sentence in draft.notes)
    told = AuditEvent.objects.filter(tournament=tournament, verb=Verb.TOURNAMENT_CHANGED)
    assert told.latest("sequence").after["parameters.scoring.top_group.lowered"] == [4]
    # Before it is published, pairing again takes in who came meanwhile.
    enter(tournament, ("6d", 2610), ("7d", 2700))
    draw_round(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    assert parameters_of(tournament).scoring.bar == 4
    checked = verify_round(tournament.pk, 1)
    assert checked is not None
    assert not checked.differences
    play(tournament, 1)
    fixed = starts(tournament)
    Player.objects.filter(tournament=tournament, number=3).update(rating=2900)
    enter(tournament, ("4d", 2300))
    assert starts(tournament) == [*fixed, 3]
    with pytest.raises(Conflict):
        set_top_group(tournament, TopGroup(size=5))
    assert (
        set_top_group(
            tournament, parameters_of(tournament).scoring.top_group, bar=2
        ).scoring.top_group
        == TopGroup()
    )


def test_a_group_of_nobody_knows_its_limits():
    tournament = TournamentFactory(komi_half=13, parameters=to_json(MCMAHON))
    with pytest.raises(UserError):
        set_top_group(tournament, TopGroup(size=-1))
    set_top_group(tournament, TopGroup(size=3))
    assert starts(tournament) == []
