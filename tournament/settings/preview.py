"""What settings would make of the players registered so far, before anything is saved."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.brackets.berger import table_rounds
from tournament.brackets.reached import bracket_rounds_of
from tournament.brackets.tree import rounds_of
from tournament.fields.forms import short_rank
from tournament.rounds.notes import MOST_NAMES, acceleration_sentences, bar_sentences
from tournament.settings.selectors import Strength, SystemSettings
from tournament.state.parameters import Method, Parameters, System
from tournament.state.top_group import with_bar


@dataclass(frozen=True, slots=True)
class StartingGroup:
    """Players who start together. ``share`` is in percent of the largest group."""

    title: str
    score: int | None
    count: int
    share: int


@dataclass(frozen=True, slots=True)
class GroupsPreview:
    """Groups, strongest first, remarks on them, and who is in the top group."""

    players: int
    groups: tuple[StartingGroup, ...] = ()
    sentences: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    more: int = 0


def preview_of(settings: SystemSettings, players: Sequence[Strength]) -> GroupsPreview:
    """Return the groups that a system makes of these players."""
    scoring = settings.parameters.scoring
    if not players:
        return GroupsPreview(0)
    if settings.method == Method.ROUND_ROBIN:
        return _round_robin(settings.parameters, len(players))
    if settings.method == Method.GROUPS:
        return _groups(settings.parameters, len(players))
    rules = replace(settings.parameters, method=Method(settings.method))
    if (found := bracket_rounds_of(rules, len(players))) is not None:
        return _knock_out(len(players), *found)
    if scoring.categories:
        return _categories(settings.parameters, players)
    if settings.parameters.system is System.MCMAHON:
        return _mcmahon(settings.parameters, players)
    accelerated = acceleration_sentences(settings.parameters, -(-len(players) // 4) * 2)
    return GroupsPreview(
        len(players), sentences=(*accelerated, _winner_found(len(players), scoring.rounds))
    )


def _mcmahon(parameters: Parameters, players: Sequence[Strength]) -> GroupsPreview:
    scoring = parameters.scoring
    if scoring.floor > scoring.bar:
        return GroupsPreview(len(players), warnings=(_("The floor is not above the bar."),))
    parameters = with_bar(parameters, [player.value for player in players])
    scoring = parameters.scoring
    starts = [parameters.start_of(player.value) for player in players]
    counts = Counter(starts)
    at_bar = parameters.starting_score(scoring.bar)
    at_floor = parameters.starting_score(scoring.floor)
    top = [player.name for player, start in zip(players, starts, strict=True) if start >= at_bar]

    def title(start: int) -> str:
        rank = short_rank(max(-30, min(8, start - 30)))
        if start == at_bar:
            return _("%(rank)s and stronger") % {"rank": short_rank(scoring.bar)}
        if start == at_floor:
            return _("%(rank)s and weaker") % {"rank": short_rank(scoring.floor)}
        return rank

    sentences = [
        *bar_sentences(parameters, [player.value for player in players]),
        ngettext(
            "%(count)d player starts at the bar.", "%(count)d players start at the bar.", len(top)
        )
        % {"count": len(top)},
    ]
    warnings = []
    if len(top) == 1:
        warnings.append(_("Only one player reaches the bar: nobody could beat them to the title."))
    elif not top:
        warnings.append(_("Nobody reaches the bar: lower it to the strongest players."))
    else:
        sentences.append(_winner_found(len(top), scoring.rounds))
    alone = [start for start, count in counts.items() if count == 1]
    if len(alone) > 1 and len(players) > 3:
        warnings.append(
            _("%(count)d players would start alone on their score.") % {"count": len(alone)}
        )
    largest = max(counts.values())
    return GroupsPreview(
        len(players),
        tuple(
            StartingGroup(title(start), start, count, round(100 * count / largest))
            for start, count in sorted(counts.items(), reverse=True)
        ),
        tuple(sentences),
        tuple(warnings),
        tuple(top[:MOST_NAMES]),
        max(0, len(top) - MOST_NAMES),
    )


def _categories(parameters: Parameters, players: Sequence[Strength]) -> GroupsPreview:
    counts = Counter(parameters.category_of(player.rank) for player in players)
    limits = parameters.scoring.categories
    largest = max(counts.values())
    groups = tuple(
        StartingGroup(
            _("%(rank)s and stronger") % {"rank": short_rank(limits[number])}
            if number < len(limits)
            else _("all others"),
            None,
            counts[number],
            round(100 * counts[number] / largest),
        )
        for number in range(len(limits) + 1)
    )
    empty = [group.title for group in groups if group.count < 2]
    warnings = tuple(
        _("Category “%(title)s” has too few players.") % {"title": title} for title in empty
    )
    return GroupsPreview(len(players), groups, warnings=warnings)


def _round_robin(parameters: Parameters, players: int) -> GroupsPreview:
    size = parameters.round_robin.group_size or players
    groups = max(1, round(players / size)) if size else 1
    largest = -(-players // groups)
    needed = table_rounds(largest, double=parameters.round_robin.double)
    sentences = [
        ngettext("%(count)d group", "%(count)d groups", groups) % {"count": groups}
        + ", "
        + ngettext("at most %(count)d player in each", "at most %(count)d players in each", largest)
        % {"count": largest}
    ]
    return GroupsPreview(
        players,
        sentences=(*sentences, _rounds_needed(needed)),
        warnings=_enough(needed, parameters.scoring.rounds),
    )


def _groups(parameters: Parameters, players: int) -> GroupsPreview:
    rules = parameters.qualification
    largest = -(-players // rules.groups)
    robin = table_rounds(largest, double=parameters.round_robin.double)
    through = rules.groups * rules.best
    found = _knock_out(players, robin + rounds_of(through))
    text = ngettext(
        "%(rounds)d round of groups of at most %(largest)d, then a knock-out of %(through)d.",
        "%(rounds)d rounds of groups of at most %(largest)d, then a knock-out of %(through)d.",
        robin,
    )
    said = text % {"rounds": robin, "largest": largest, "through": through}
    return replace(found, sentences=(said, *found.sentences))


def _knock_out(players: int, needed: int, most: int = 0) -> GroupsPreview:
    said = [_rounds_needed(needed)]
    if most > needed:
        said.append(
            _("It takes %(count)d if the grand final has to be played twice.") % {"count": most}
        )
    return GroupsPreview(players, sentences=tuple(said))


def _rounds_needed(needed: int) -> str:
    return ngettext("It takes %(count)d round.", "It takes %(count)d rounds.", needed) % {
        "count": needed
    }


def _enough(needed: int, rounds: int) -> tuple[str, ...]:
    if rounds >= needed:
        return ()
    return (
        ngettext(
            "There is %(count)d round: too few for everybody.",
            "There are %(count)d rounds: too few for everybody.",
            rounds,
        )
        % {"count": rounds},
    )


def _winner_found(players: int, rounds: int) -> str:
    """Return whether the rounds are enough to leave one player with only wins."""
    needed = max(1, rounds_of(players))
    if rounds >= needed:
        return ngettext(
            "%(count)d round is enough for one winner among them.",
            "%(count)d rounds are enough for one winner among them.",
            rounds,
        ) % {"count": rounds}
    return ngettext(
        "For one winner among them %(count)d round is needed; tie-breaks decide otherwise.",
        "For one winner among them %(count)d rounds are needed; tie-breaks decide otherwise.",
        needed,
    ) % {"count": needed}
