"""Knock-outs: a player who loses is out, or plays on for the places below.

Everything follows from the seeds and the games so far. Players without explicit seeds are seeded by
rank and rating, so whoever corrects these later changes the tree:
:func:`~tournament.brackets.seeding.seeds_of` gives the seeds to be written into the parameters once
the first round is drawn.
"""

from collections.abc import Iterator, Sequence

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.tree import BracketTree, Match, PlaceRange
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest, bracket_errors
from tournament.pairing.request import names_of, selected, walk_overs
from tournament.pairing.seating import Pair, check_seating, seat
from tournament.state.state import TournamentState


@bracket_errors()
def pair(request: PairingRequest) -> Pairing:
    """Return the matches of the round.

    A player with an absent opponent has a walk-over. One without an opponent goes through: with the
    bye if nobody else has no opponent in the tree, or if otherwise nothing would be left of the
    round, else unpaired. A fixed board between two players of one bracket changes the tree; other
    fixed boards must be of players who are out. Outside the knock-out's rounds only fixed boards
    are possible.

    Raises PairingError ``no_winner`` and ``no_game`` for a match of an earlier round that is not
    decided, ``not_in_the_tree`` for a game or fixed board that the tree cannot have,
    ``bye_in_the_tree`` for a bye by hand of a player with an opponent, ``knock_out_over``,
    ``knock_out_later`` and ``too_few_players`` where there is no such round.
    """
    check_seating(request)
    rules = request.state.parameters.knock_out
    state = request.state.before(request.round)
    knock_out = KnockOutRounds(state)
    tree = knock_out.tree(request.round - 1)
    if request.round < rules.first_round:
        tree = BracketTree()
    if not tree.brackets and not request.fixed:
        raise nothing_left(request, len(knock_out.seeds))
    where = _("A fixed board")
    fixed = [(board.black, board.white, where) for board in request.fixed]
    brackets = knock_out.follow(tree.brackets, fixed)
    matches = [match for bracket in brackets for match in bracket.matches]
    free = [player for match in matches if (player := alone(match)) is not None]
    check_bye(request, matches)
    return round_of(
        request, matches, pairs_of(matches), free, notes=list(through_notes(request, matches))
    )


@bracket_errors()
def places(state: TournamentState, after: int | None = None) -> tuple[PlaceRange, ...]:
    """Return the places of everybody in the knock-out after a round, by default the last played.

    The best come first. Players who lost in one round and play no more share their places; a place
    that is not settled is still played for. Raises PairingError as :func:`pair` does for matches
    that are not decided.
    """
    after = state.played_rounds if after is None else after
    return KnockOutRounds(state.before(after + 1)).tree(after).places


def alone(match: Match) -> int | None:
    """Return who has nobody to meet in a match."""
    first, second = match
    if first is None:
        return second
    return first if second is None else None


def pairs_of(matches: Sequence[Match]) -> list[Pair]:
    """Return the matches that have both players."""
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
    """Return the round with these pairs; ``matches`` may have walk-overs, ``free`` no opponent.

    A round without a game, a bye or a walk-over could not be published, and nobody would go on:
    there the first who is ``free``, or else ``waiting``, has the bye, unless all are absent.
    """
    through = [here for here, _away in walk_overs(request, matches)]
    here = [player for player in (*free, *waiting) if player in selected(request)]
    bye = free[0] if len(free) == 1 else None
    found = seat(request, pairs, bye if request.bye is None else request.bye, notes, through)
    if found.boards or found.byes or not here:
        return found
    return seat(request, pairs, here[0], notes)


def check_bye(request: PairingRequest, matches: Sequence[Match]) -> None:
    """Raise PairingError for a bye by hand of a player whose opponent plays."""
    playing = selected(request)
    for match in matches:
        if request.bye is not None and request.bye in match and playing.issuperset(match):
            raise bye_in_the_tree(request, request.bye)


def bye_in_the_tree(request: PairingRequest, player: int) -> PairingError:
    """Return what is told of a bye by hand of a player who has an opponent."""
    return PairingError(
        "bye_in_the_tree",
        _("%(name)s has an opponent in the knock-out: take the bye back, or change the seeds.")
        % {"name": names_of(request.state)[player]},
    )


def through_notes(request: PairingRequest, matches: Sequence[Match]) -> Iterator[Message]:
    """Say who goes through without a game."""
    names, playing = names_of(request.state), selected(request)
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


def nothing_left(request: PairingRequest, players: int) -> PairingError:
    """Return why a round has no match of a knock-out with so many players."""
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
