"""The formats to compare: parameters made from a tournament's own, and their names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from language.messages import Message, Param, join_messages, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.state.criteria import Criterion
from tournament.state.parameters import Method, Parameters, System, TopGroup
from tournament.state.people import Player
from tournament.state.presets import PRESETS
from tournament.state.ranks import rank_text
from tournament.state.state import TournamentState
from tournament.state.top_group import uses_top_group, with_bar

MOST_FORMATS = 60
"""Nobody compares more than this; a grid of choices grows fast."""
MOST_ROUNDS = 20
"""The most rounds that are simulated."""

SYSTEMS: dict[System, Message] = {
    System.MCMAHON: _("McMahon"),
    System.SWISS: _("Swiss"),
    System.SWISS_CATEGORIES: _("Swiss by categories"),
    System.CUP: _("Cup"),
}


class TooManyFormatsError(ValueError):
    """A grid of choices that makes too many formats to compare."""

    def __init__(self, count: int, most: int) -> None:
        text = _("These choices make %(count)d formats; compare at most %(most)d at once.") % {
            "count": count,
            "most": most,
        }
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True, slots=True)
class Choices:
    """What to try; an empty choice means the tournament's own setting.

    ``bars`` and ``floors`` are ranks and matter only to McMahon, ``reductions`` say how many stones
    a handicap is below the difference, ``criteria`` are orders of tie-breaks.
    """

    systems: tuple[System, ...] = ()
    rounds: tuple[int, ...] = ()
    bars: tuple[int, ...] = ()
    floors: tuple[int, ...] = ()
    reductions: tuple[int, ...] = ()
    criteria: tuple[tuple[Criterion, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A way to play the event: its parameters, and what distinguishes it from others."""

    parameters: Parameters

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return self.parameters.scoring.rounds

    @property
    def name(self) -> Message:
        """Return the format's name in a table."""
        rules = self.parameters
        rounds = ngettext_lazy("%(count)d round", "%(count)d rounds", "count") % {
            "count": self.rounds
        }
        parts: list[Param] = [SYSTEMS[rules.system], rounds]
        if rules.system is System.MCMAHON:
            parts += [
                _("bar %(rank)s") % {"rank": rank_text(rules.scoring.bar).lower()},
                _("floor %(rank)s") % {"rank": rank_text(rules.scoring.floor).lower()},
            ]
        if self.has_handicaps:
            parts.append(
                _("stones: difference less %(count)d") % {"count": rules.handicap.correction}
            )
        return join_messages(parts, ", ")

    @property
    def has_handicaps(self) -> bool:
        """Return whether stones are given by the difference in strength, less a reduction."""
        rule = self.parameters.handicap
        return rule.ceiling > 0 and not rule.table

    @property
    def details(self) -> tuple[str, ...]:
        """Return the tie-breaks as written in files, and the reduction of handicaps."""
        rules = self.parameters
        criteria = "/".join(criterion.value for criterion in rules.criteria)
        return (criteria, str(rules.handicap.correction))

    def begun(self, players: Iterable[Player]) -> TournamentState:
        """Return the event before its first round, with those who are finally registered."""
        taking_part = tuple(player for player in players if player.final)
        return TournamentState(
            players=taking_part, parameters=with_bar(self.parameters, taking_part)
        )


class NotComparedError(ValueError):
    """A tournament whose own method is not one that is compared."""

    def __init__(self) -> None:
        text = _(
            "This tournament is a bracket, a table or paired by hand, which is not simulated: name "
            "the systems to compare instead."
        )
        super().__init__(str(text))
        self.text = text


def formats_of(
    own: Parameters, choices: Choices, *, most: int = MOST_FORMATS
) -> tuple[Format, ...]:
    """Return every combination of the choices, each once, with the tournament's other settings.

    A system other than the tournament's own has its preset's weights and tie-breaks. Raises
    NotComparedError and TooManyFormatsError.
    """
    if own.method is not Method.WEIGHTS and not choices.systems:
        raise NotComparedError
    found = dict.fromkeys(_combined(own, choices))
    if len(found) > most:
        raise TooManyFormatsError(len(found), most)
    return tuple(found)


def own_format(own: Parameters) -> Format | None:
    """Return the tournament's own format; None if it is not one that is compared."""
    return Format(own) if own.method is Method.WEIGHTS else None


def _combined(own: Parameters, choices: Choices) -> Iterator[Format]:
    for system in choices.systems or (own.system,):
        usual = (
            own if own.method is Method.WEIGHTS and system is own.system else _preset(system, own)
        )
        mcmahon = system is System.MCMAHON
        by_number = uses_top_group(usual) and not choices.bars
        grid = product(
            choices.rounds or (usual.scoring.rounds,),
            (choices.bars if mcmahon else ()) or (usual.scoring.bar,),
            (choices.floors if mcmahon else ()) or (usual.scoring.floor,),
            choices.reductions or (usual.handicap.correction,),
            [order for order in choices.criteria if _system_of(usual, order) is system]
            or [usual.criteria],
        )
        for rounds, bar, floor, reduction, criteria in grid:
            yield Format(
                replace(
                    usual,
                    scoring=replace(
                        usual.scoring,
                        rounds=rounds,
                        bar=bar,
                        floor=min(floor, bar),
                        top_group=usual.scoring.top_group if by_number else TopGroup(),
                    ),
                    handicap=replace(usual.handicap, correction=reduction),
                    criteria=criteria,
                )
            )


def _system_of(usual: Parameters, criteria: tuple[Criterion, ...]) -> System:
    return replace(usual, criteria=criteria).system


def _preset(system: System, own: Parameters) -> Parameters:
    """Return a system's preset with the tournament's rounds, bar, floor, handicaps and komi."""
    preset = PRESETS[system]
    scoring = replace(
        preset.scoring,
        rounds=own.scoring.rounds,
        bar=own.scoring.bar,
        floor=own.scoring.floor,
    )
    return replace(preset, scoring=scoring, handicap=own.handicap, komi=own.komi)
