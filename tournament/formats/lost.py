"""Sentences about what result lists cannot hold, shared by all their writers."""

from collections.abc import Collection, Iterable
from dataclasses import fields

from language.messages import Message, Param, comma_list, ngettext_lazy, pgettext_lazy
from language.messages import gettext_lazy as _
from tournament.brackets.reached import planned_rounds
from tournament.formats.written import first_few
from tournament.state.event import Details, Event, TimeSystem
from tournament.state.games import Game
from tournament.state.komi import without_usual
from tournament.state.parameters import Acceleration, KomiParameters, Parameters
from tournament.state.people import Card, Player, distinct_names, without_partner
from tournament.state.ranks import rank_text, rating_of_rank
from tournament.state.results import Decided, Outcome
from tournament.state.top_group import uses_top_group

OF_THE_RANK = "INI"
"""The origin of a rating that follows from the rank."""
ADJUSTED_TIME = "adjusted_time"
"""Held by a file that has the clock as a single number of minutes besides the time system."""
PLAYERS_LOSE = _("These details of players are left out: %(gone)s.")


def lost_systems(parameters: Parameters) -> list[Message]:
    """Return sentences on what others cannot pair by: a bar by number of players, acceleration."""
    lost = []
    if parameters.acceleration is not Acceleration.NONE:
        lost.append(_("That the first rounds are accelerated by virtual points is left out."))
    if not uses_top_group(parameters):
        return lost
    scoring = parameters.scoring
    corrected = len(scoring.top_group.lifted) + len(scoring.top_group.lowered)
    text = _(
        "That the bar follows from a top group of %(size)d players is left out: the bar is "
        "%(rank)s."
    )
    if corrected:
        text = ngettext_lazy(
            "That the bar follows from a top group of %(size)d players is left out: the bar is "
            "%(rank)s, and %(count)d player has a correction of the starting score.",
            "That the bar follows from a top group of %(size)d players is left out: the bar is "
            "%(rank)s, and %(count)d players have a correction of their starting score.",
            "count",
        )
    values: dict[str, Param] = {
        "size": scoring.top_group.size,
        "rank": rank_text(scoring.bar),
        "count": corrected,
    }
    return [*lost, text % values]


def lost_teams(event: Event) -> list[Message]:
    """Return a sentence about the teams, if there are any."""
    if not event.teams:
        return []
    return [
        ngettext_lazy(
            "The team is left out; its players' games are included.",
            "The %(count)d teams are left out; their players' games are included.",
            "count",
        )
        % {"count": len(event.teams)}
    ]


def lost_komi(games: Iterable[Game], komi: KomiParameters) -> list[Message]:
    """Return a sentence on how many games do not have the tournament's komi for such games."""
    count = sum(without_usual(game, komi) is not None for game in games)
    if not count:
        return []
    return [
        ngettext_lazy(
            "The komi of %(count)d game is left out; the file has a single komi for the whole "
            "tournament.",
            "The komi of %(count)d games is left out; the file has a single komi for the whole "
            "tournament.",
            "count",
        )
        % {"count": count}
    ]


def lost_outcomes(event: Event, after: int) -> list[Message]:
    """Return sentences on games that tables leave out (void) or write as jigo (no result)."""
    names = distinct_names(event.state.players)
    lost = []
    for game in event.state.games:
        if game.round > after or game.result.meaning.exact:
            continue
        black, white = names[game.black], names[game.white]
        if game.result.outcome is Outcome.VOID:
            lost.append(
                _("Round %(round)d, %(black)s against %(white)s: a void game, left out.")
                % {"round": game.round, "black": black, "white": white}
            )
        else:
            lost.append(
                _("Round %(round)d, %(black)s against %(white)s: no result, written as jigo.")
                % {"round": game.round, "black": black, "white": white}
            )
    return lost


def lost_unknown(games: Iterable[Game]) -> list[Message]:
    """Return a sentence on how many games are not finished, which rating lists do not take."""
    count = sum(not game.result.known for game in games)
    if not count:
        return []
    return [
        ngettext_lazy(
            "%(count)d game is not done and is written with “?”. Enter the result before "
            "sending the file.",
            "%(count)d games are not done and are written with “?”. Enter the results before "
            "sending the file.",
            "count",
        )
        % {"count": count}
    ]


def lost_rulings(games: Iterable[Game]) -> list[Message]:
    """Return a sentence on how many games were decided by the referee."""
    count = sum(game.result.decided is Decided.RULING for game in games)
    if not count:
        return []
    return [
        ngettext_lazy(
            "%(count)d game decided by the referee looks as if it had been played.",
            "%(count)d games decided by the referee look as if they had been played.",
            "count",
        )
        % {"count": count}
    ]


def lost_unknown_colours(games: Iterable[Game]) -> list[Message]:
    """Return a sentence on how many games have colours in the file that are not really known."""
    count = sum(not (game.colours_known or game.handicap) for game in games)
    if not count:
        return []
    return [
        ngettext_lazy(
            "The colours of %(count)d game are not known; the file gives some anyway.",
            "The colours of %(count)d games are not known; the file gives some anyway.",
            "count",
        )
        % {"count": count}
    ]


def lost_settings(
    event: Event, players: Collection[Player], after: int, *, held: Collection[str]
) -> list[Message]:
    """Return a sentence each on what of the tournament and of players a list cannot hold.

    ``held`` are the registers whose numbers, and the fields of the details, that the list has.
    """
    rounds = range(after + 1, planned_rounds(event.state.parameters) + 1)
    return [_settings(event, held), *_of_players(players, rounds, held), *_source(event)]


def _settings(event: Event, held: Collection[str]) -> Message:
    """Return a sentence on what is lost of the tournament itself; its settings always are."""
    gone = [
        _("settings for pairing, handicaps and standings"),
        *details_lost(event.details, held),
    ]
    if event.state.games:
        gone.append(_("table numbers"))
    return _("These details of the tournament are left out: %(gone)s.") % {"gone": comma_list(gone)}


def details_lost(details: Details, held: Collection[str]) -> list[Message]:
    """Return the words for what a file lacks of a tournament's details; it has ``held``."""
    timed = details.clock.system is not TimeSystem.SUDDEN_DEATH
    byo_yomi = details.clock.system is TimeSystem.BYO_YOMI
    periods = byo_yomi and details.clock.byo_yomi_periods
    kinds = (
        ("short_name", details.short_name, _("the short name")),
        ("country", details.country, _("the country")),
        ("director", details.director, _("the director")),
        ("ends_on", details.ends_on, _("the last day")),
        ("board_size", details.board_size != 19, _("the board size")),
        ("clock", timed, _("the time system")),
        ("basic_time", ADJUSTED_TIME in held and timed, _("how much of the time is basic time")),
        ("byo_yomi_periods", "clock" in held and periods, _("the number of byo-yomi periods")),
        ("rules", details.rules, pgettext_lazy("left out of a file", "the rules")),
        ("tie_winner", details.tie_winner, _("who wins equal scores")),
    )
    return [text for name, value, text in kinds if value and name not in held]


def _of_players(
    players: Collection[Player], coming: Collection[int], held: Collection[str]
) -> Iterable[Message]:
    """Yield sentences on what is lost of the players; ``coming`` are the rounds still to come."""
    gone = []
    if any(
        player.rating != rating_of_rank(player.rank)
        or player.card.rating_origin not in ("", OF_THE_RANK)
        for player in players
    ):
        gone.append(_("ratings"))
    if any(player.smms_correction for player in players):
        gone.append(_("corrections of starting scores"))
    if any(not player.final for player in players):
        gone.append(_("which registrations are preliminary"))
    if any(number in coming for player in players for number in player.absent):
        gone.append(_("planned absences"))
    if any(player.card.grade.upper().endswith("P") for player in players):
        gone.append(_("grades of professionals"))
    gone += lost_of_cards(players, {"grade", "rating_origin", *held})
    if "club" not in held and any(player.club or player.country for player in players):
        gone.append(pgettext_lazy("left out of a file", "clubs and countries"))
    if gone:
        yield PLAYERS_LOSE % {"gone": comma_list(gone)}


def lost_of_cards(players: Collection[Player], held: Collection[str]) -> list[Message]:
    """Return the words for what a file lacks of some player's card; it has ``held``.

    A partner who is in the player's own name too is in every file.
    """
    return [
        entry.metadata["words"]
        for entry in fields(Card)
        if entry.name not in held and any(_lost(player, entry.name) for player in players)
    ]


def lost_of_absences(players: Iterable[Player]) -> list[Message]:
    """Return the words for absences that earn nothing, which a file cannot tell from others."""
    if any(player.uncounted & player.absent for player in players):
        return [_("which absences bring nothing")]
    return []


def _source(event: Event) -> Iterable[Message]:
    if event.source in ("h9", "tou"):
        yield _("Places are recalculated; the order and scores of the imported list are not kept.")


def _lost(player: Player, name: str) -> bool:
    value = getattr(player.card, name)
    if name == "partner" and without_partner(player.first_name, value) != player.first_name:
        return False  # the name in the file has it
    return bool(value)


def lost_clubs(players: Iterable[Player], written: dict[int, str]) -> list[Message]:
    """Return a sentence about clubs that a list writes differently; ``written`` is by player id."""
    names = sorted(
        {
            player.club
            for player in players
            if player.club.strip() and written[player.id].lstrip("_") != player.club.strip()
        }
    )
    if not names:
        return []
    return [
        _("Clubs are shortened to four characters or replaced: %(listed)s.")
        % {"listed": first_few(names)}
    ]
