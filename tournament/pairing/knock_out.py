"""Knock-outs: a player who loses is out, or plays on for lower places.

Everything follows from the seeds and the games so far. Without explicit seeds, players are seeded
by rank and rating, so correcting these later would change the tree:
:func:`~tournament.brackets.seeding.seeds_of` gives the seeds to write into the parameters once the
first round is drawn.
"""

from collections.abc import Iterator, Sequence

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.tree import BracketTree, Match, PlaceRange
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest, bracket_errors
from tournament.pairing.request import names_of, players_to_pair, walk_overs
from tournament.pairing.seating import Pair, check_seating, seat
from tournament.state.state import TournamentState


@bracket_errors()
def pair(request: PairingRequest) -> Pairing:
    """Return the matches of the round.

    A player with an absent opponent has a walk-over. A player without an opponent goes through:
    with the bye if nobody else in the tree lacks an opponent, or if the round would otherwise be
    empty, else unpaired. A fixed board between two players of one bracket changes the tree; other
    fixed boards must be between players who are out. Outside the knock-out's rounds only fixed
    boards are possible.

    Raises PairingError ``no_winner`` and ``no_game`` for a match of an earlier round that is not
    decided, ``not_in_the_tree`` for a game or fixed board that the tree cannot have,
    ``bye_in_the_tree`` for a bye given by hand to a player with an opponent, ``knock_out_over``,
    ``knock_out_later`` and ``too_few_players`` if there is no such round.
    """
    check_seating(request)
    rules = request.state.parameters.knock_out
    state = request.state.before(request.round)
    knock_out = KnockOutRounds(state)
    tree = knock_out.tree(request.round - 1)
    if request.round < rules.first_round:
        tree = BracketTree()
    if not tree.brackets and not request.fixed:
        raise bracket_finished_error(request, len(knock_out.seeds))
    where = _("A fixed board")
    fixed = [(board.black, board.white, where) for board in request.fixed]
    brackets = knock_out.follow(tree.brackets, fixed)
    matches = [match for bracket in brackets for match in bracket.matches]
    free = [player for match in matches if (player := unopposed_player(match)) is not None]
    check_bye(request, matches)
    return round_of(
        request, matches, pairs_of(matches), free, notes=list(through_notes(request, matches))
    )


@bracket_errors()
def knock_out_places(state: TournamentState, after: int | None = None) -> tuple[PlaceRange, ...]:
    """Return everybody's place in the knock-out after a round, by default the last played.

    The best come first. Players who lost in the same round and are finished share their places; a
    place that is not settled is still being played for. Raises PairingError like :func:`pair` for
    matches that are not decided.
    """
    after = state.played_rounds if after is None else after
    return KnockOutRounds(state.before(after + 1)).tree(after).places


def unopposed_player(match: Match) -> int | None:
    """Return the player of a match who has no opponent; None if there is none."""
    first, second = match
    if first is None:
        return second
    return first if second is None else None


def pairs_of(matches: Sequence[Match]) -> list[Pair]:
    """Return the pairs of the matches that have both players."""
    return [
        Pair(first, second) for first, second in matches if first is not None and second is not None
    ]


def round_of(
    request: PairingRequest,
    matches: Sequence[Match],
    pairs: Sequence[Pair],
    free: Sequence[int],
    notes: Sequence[Message],
    waiting: Sequence[int] = (),
) -> Pairing:
    """Return the round with these pairs; ``matches`` may have walk-overs, ``free`` lack opponents.

    A round without a game, a bye or a walk-over could not be published, and the tournament would be
    stuck: so the first who is ``free``, or else ``waiting``, has the bye, unless all are absent.
    """
    through = [here for here, _away in walk_overs(request, matches)]
    here = [player for player in (*free, *waiting) if player in players_to_pair(request)]
    bye = free[0] if len(free) == 1 else None
    found = seat(request, pairs, bye if request.bye is None else request.bye, notes, through)
    if found.boards or found.byes or not here:
        return found
    return seat(request, pairs, here[0], notes)


def check_bye(request: PairingRequest, matches: Sequence[Match]) -> None:
    """Raise PairingError if the bye was given by hand to a player whose opponent plays."""
    playing = players_to_pair(request)
    for match in matches:
        if request.bye is not None and request.bye in match and playing.issuperset(match):
            raise bye_with_opponent_error(request, request.bye)


def bye_with_opponent_error(request: PairingRequest, player: int) -> PairingError:
    """Return the error for a bye given by hand to a player who has an opponent."""
    return PairingError(
        "bye_in_the_tree",
        _("%(name)s has an opponent in the knock-out: take the bye back, or change the seeds.")
        % {"name": names_of(request.state)[player]},
    )


def through_notes(request: PairingRequest, matches: Sequence[Match]) -> Iterator[Message]:
    """Yield a sentence for each player who goes through without a game."""
    names, playing = names_of(request.state), players_to_pair(request)
    for first, second in matches:
        for here, away in ((first, second), (second, first)):
            if here in playing and away not in playing and here is not None:
                if away is None:
                    yield _("%(name)s goes through without a game.") % {"name": names[here]}
                else:
                    yield _("%(name)s goes through without a game: %(away)s does not play.") % {
                        "name": names[here],
                        "away": names[away],
                    }


def bracket_finished_error(request: PairingRequest, players: int) -> PairingError:
    """Return the error for a round in which a knock-out of this many players has no match."""
    first = request.state.parameters.knock_out.first_round
    if request.round < first:
        return PairingError(
            "knock_out_later",
            _("The knock-out begins in round %(first)d: fix the boards of this round by hand.")
            % {"first": first},
        )
    if players < 2:
        return PairingError(
            "too_few_players",
            _("A knock-out needs at least 2 players."),
        )
    return PairingError(
        "knock_out_over",
        _("Every match of the knock-out is played; further games are fixed by hand."),
    )
