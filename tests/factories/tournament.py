"""Tournaments, players, rounds and games."""

from typing import Any

import factory
from factory.django import DjangoModelFactory

from tournament.models import Colour, Game, Player, Round, RoundState, Seat, Tournament


class TournamentFactory(DjangoModelFactory):
    class Meta:
        model = Tournament

    name = factory.Sequence(lambda n: f"Tournament {n}")
    slug = factory.Sequence(lambda n: f"tournament-{n}")
    rules = "japanese"
    board_size = 5
    komi_half = 1
    handicap_komi_half = 1


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.Sequence(lambda n: n + 1)
    surname = factory.Sequence(lambda n: f"Player {n}")


class RoundFactory(DjangoModelFactory):
    class Meta:
        model = Round

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.Sequence(lambda n: n + 1)
    state = RoundState.PUBLISHED


class GameFactory(DjangoModelFactory):
    """A game of two new players, with its seats."""

    class Meta:
        model = Game
        skip_postgeneration_save = True

    round = factory.SubFactory(RoundFactory)
    board_number = factory.Sequence(lambda n: n + 1)
    black = factory.SubFactory(
        PlayerFactory, tournament=factory.SelfAttribute("..round.tournament")
    )
    white = factory.SubFactory(
        PlayerFactory, tournament=factory.SelfAttribute("..round.tournament")
    )
    komi_half = 1

    @factory.post_generation
    def seats(self, create: bool, extracted: Any, **kwargs: Any) -> None:
        for player, colour in ((self.black, Colour.BLACK), (self.white, Colour.WHITE)):
            Seat.objects.create(round=self.round, game=self, player=player, colour=colour)
