"""The rule sets themselves: four that are adjudicated to the letter, and others at little cost.

Sources: the French text (FFG), the New Zealand text, the Japanese rules of 1989, the beginners'
text; for the rest KataGo's parameter table and the articles of the AGA (1991), Chinese (2002) and
Tromp-Taylor texts. What the texts leave open is settled in SPEC 1.1 to 1.9. An option whose article
is None is a convention, not a sentence in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from adjudication.rules.colours import BLACK
from adjudication.rules.rulesets import (
    Cited,
    Compensation,
    ConfirmationMethod,
    DamePolicy,
    DeadStones,
    EndOfPlay,
    HandicapForm,
    Ko,
    Komi,
    LongCycle,
    Resumption,
    RuleSet,
    Scoring,
    Unresolved,
)
from language.messages import gettext_lazy as _


class UnknownRuleSet(ValueError):  # noqa: N818 - says what it is, as Django's DoesNotExist does
    """No rule set has this key."""


FRENCH: Final = RuleSet(
    key="french",
    title=_("French rules (text)"),
    summary=_(
        "Stones and surrounded points count; no play may bring back a position you created before "
        "by a play; two passes stop the game."
    ),
    text="Fédération française de go",
    occupied=Cited(False, "Déroulement du jeu"),
    alternation=Cited(True, "Déroulement du jeu"),
    suicide=Cited(False, "Capture"),
    ko=Cited(Ko.NATURAL_SITUATIONAL, "Répétition"),
    long_cycle=Cited(LongCycle.FORBIDDEN, "Répétition"),
    illegal_move_loses=Cited(False),
    end_of_play=Cited(EndOfPlay.TWO_PASSES, "Fin de la partie"),
    resumption=Cited(Resumption.TURN_ORDER, "Fin de la partie"),
    unresolved=Cited(Unresolved.NOTHING_REMOVED, "Fin de la partie"),
    confirmation=Cited(ConfirmationMethod.NONE),
    dead_stones=Cited(DeadStones.LIFTED, "Fin de la partie"),
    scoring=Cited(Scoring.AREA, "Fin de la partie"),
    dame_policy=Cited(DamePolicy.LENIENT, "Fin de la partie"),
    text_is_strict=Cited(False),
    dead_stone_points=Cited(1),
    handicap_form=Cited(HandicapForm.CONSECUTIVE, "Handicap"),
    compensation=Cited(Compensation.N_MINUS_1),
    komi=Cited(Komi(7.5, 0.5), "Fin de la partie"),
    tie_winner=Cited(None),
    confirmed_is_final=Cited(False),
)

FRENCH_SSK: Final = replace(
    FRENCH,
    key="french-ssk",
    title=_("French rules (as practised)"),
    summary=_(
        "Stones and surrounded points count; no play may bring back a position you left before, by "
        "a play or a pass; two passes stop the game."
    ),
    ko=Cited(Ko.SITUATIONAL, "Répétition"),
)

NZ: Final = RuleSet(
    key="nz",
    title=_("New Zealand rules"),
    summary=_(
        "Stones and surrounded points count; suicide is allowed; no play may bring back a position "
        "you left before; play ends when both agree."
    ),
    text="New Zealand Go Society",
    occupied=Cited(False, "Jouer"),
    alternation=Cited(True, "Partie"),
    suicide=Cited(True, "Jouer"),
    ko=Cited(Ko.SITUATIONAL, "Coup (a)"),
    long_cycle=Cited(LongCycle.FORBIDDEN, "Coup (a)"),
    illegal_move_loses=Cited(False),
    end_of_play=Cited(EndOfPlay.AGREEMENT, "Partie"),
    resumption=Cited(Resumption.AGREED, "Partie"),
    unresolved=Cited(Unresolved.ALL_STAND, "Partie"),
    confirmation=Cited(ConfirmationMethod.NONE),
    dead_stones=Cited(DeadStones.LIFTED, "Partie"),
    scoring=Cited(Scoring.AREA, "Territoire"),
    dame_policy=Cited(DamePolicy.LENIENT, "Territoire"),
    text_is_strict=Cited(False),
    dead_stone_points=Cited(1),
    handicap_form=Cited(HandicapForm.WHITE_PASSES, "Komi"),
    compensation=Cited(Compensation.NONE, "Komi"),
    komi=Cited(Komi(7.0, 0.0), "Komi"),
    tie_winner=Cited(None),
    confirmed_is_final=Cited(False),
)

JAPANESE: Final = RuleSet(
    key="japanese",
    title=_("Japanese rules (1989)"),
    summary=_(
        "Surrounded points and prisoners count; basic ko; an illegal move loses; a result that "
        "both players confirmed never changes."
    ),
    text="Nihon Ki-in and Kansai Ki-in, 1989",
    occupied=Cited(False, "Art. 3"),
    alternation=Cited(True, "Art. 2"),
    suicide=Cited(False, "Art. 4"),
    ko=Cited(Ko.SIMPLE, "Art. 6"),
    long_cycle=Cited(LongCycle.NO_RESULT_IF_AGREED, "Art. 12"),
    illegal_move_loses=Cited(True, "Art. 14"),
    end_of_play=Cited(EndOfPlay.TWO_PASSES, "Art. 9.1"),
    resumption=Cited(Resumption.OPPONENT_OF_REQUESTER, "Art. 9.3"),
    unresolved=Cited(Unresolved.BOTH_LOSE, "Art. 13.1"),
    confirmation=Cited(ConfirmationMethod.HYPOTHETICAL_PLAY, "Art. 7.2"),
    dead_stones=Cited(DeadStones.LIFTED_IN_TERRITORY, "Art. 10.1"),
    scoring=Cited(Scoring.TERRITORY, "Art. 10.2"),
    dame_policy=Cited(DamePolicy.LENIENT),
    text_is_strict=Cited(True, "Art. 8"),
    dead_stone_points=Cited(2, "Art. 10.1"),
    handicap_form=Cited(HandicapForm.PLACED),
    compensation=Cited(Compensation.NONE),
    komi=Cited(Komi(6.5, 0.5)),
    tie_winner=Cited(None, "Art. 10.2"),
    confirmed_is_final=Cited(True, "Art. 10.4"),
)

JAPANESE_STRICT: Final = replace(
    JAPANESE,
    key="japanese-strict",
    title=_("Japanese rules (1989), Article 8 by the letter"),
    summary=_(
        "Surrounded points and prisoners count, but stones that touch an open dame are in seki and "
        "surround no territory; an illegal move loses."
    ),
    dame_policy=Cited(DamePolicy.STRICT, "Art. 8"),
)

BEGINNER: Final = RuleSet(
    key="beginner",
    title=_("Beginners' rules"),
    summary=_(
        "Surrounded points, captured and dead stones count; suicide is forbidden and a ko may not "
        "be retaken at once."
    ),
    text="Règles du jeu de go",
    occupied=Cited(False, "Pose des pierres"),
    alternation=Cited(True, "Pose des pierres"),
    suicide=Cited(False, "Suicide interdit"),
    ko=Cited(Ko.SIMPLE, "Répétition interdite (ko)"),
    long_cycle=Cited(LongCycle.UNSPECIFIED),
    illegal_move_loses=Cited(False),
    end_of_play=Cited(EndOfPlay.TWO_PASSES, "Fin de partie"),
    resumption=Cited(Resumption.TURN_ORDER),
    unresolved=Cited(Unresolved.UNSPECIFIED),
    confirmation=Cited(ConfirmationMethod.NONE),
    dead_stones=Cited(DeadStones.LIFTED, "Comptage des points"),
    scoring=Cited(Scoring.TERRITORY, "Comptage des points"),
    dame_policy=Cited(DamePolicy.LENIENT, "Comptage des points"),
    text_is_strict=Cited(False),
    dead_stone_points=Cited(2),
    handicap_form=Cited(HandicapForm.PLACED, "Partie à handicap"),
    compensation=Cited(Compensation.NONE),
    komi=Cited(Komi(0.0, 0.0)),
    tie_winner=Cited(None),
    confirmed_is_final=Cited(False),
)

AGA: Final = replace(
    FRENCH_SSK,
    key="aga",
    title=_("AGA rules"),
    text="American Go Association, 1991",
    occupied=Cited(False, "Rule 2"),
    alternation=Cited(True, "Rule 2"),
    suicide=Cited(False, "Rule 5"),
    ko=Cited(Ko.SITUATIONAL, "Rule 6"),
    long_cycle=Cited(LongCycle.FORBIDDEN, "Rule 6"),
    end_of_play=Cited(EndOfPlay.TWO_PASSES, "Rule 9"),
    resumption=Cited(Resumption.TURN_ORDER, "Rule 10"),
    unresolved=Cited(Unresolved.NOTHING_REMOVED, "Rule 10"),
    dead_stones=Cited(DeadStones.LIFTED, "Rule 9"),
    scoring=Cited(Scoring.AREA, "Rule 12"),
    dame_policy=Cited(DamePolicy.LENIENT, "Rule 12"),
    handicap_form=Cited(HandicapForm.PLACED, "Rule 4"),
    compensation=Cited(Compensation.N_MINUS_1, "Rule 4"),
    komi=Cited(Komi(7.5, 0.5), "Rule 3"),
)

CHINESE: Final = replace(
    FRENCH,
    key="chinese",
    title=_("Chinese rules (as practised)"),
    summary=_(
        "Stones and surrounded points count; a ko may not be retaken at once; two passes stop the "
        "game."
    ),
    text="Chinese Weiqi Association, 2002",
    occupied=Cited(False, "Art. 2"),
    alternation=Cited(True, "Art. 2"),
    suicide=Cited(False, "Art. 5"),
    ko=Cited(Ko.SIMPLE, "Art. 20"),
    long_cycle=Cited(LongCycle.UNSPECIFIED, "Art. 20"),
    end_of_play=Cited(EndOfPlay.TWO_PASSES, "Art. 7"),
    resumption=Cited(Resumption.TURN_ORDER),
    unresolved=Cited(Unresolved.UNSPECIFIED),
    dead_stones=Cited(DeadStones.LIFTED, "Art. 7"),
    scoring=Cited(Scoring.AREA, "Art. 8"),
    dame_policy=Cited(DamePolicy.LENIENT, "Art. 8"),
    handicap_form=Cited(HandicapForm.PLACED),
    compensation=Cited(Compensation.N),
    komi=Cited(Komi(7.5, 0.0)),
)

TROMP_TAYLOR: Final = replace(
    NZ,
    key="tromp-taylor",
    title=_("Tromp-Taylor rules"),
    summary=_(
        "Stones and surrounded points count; suicide is allowed; no play may bring back any "
        "earlier position; two passes end the game."
    ),
    text="John Tromp and Bill Taylor, 1995",
    occupied=Cited(False, "Rule 7"),
    alternation=Cited(True, "Rule 5"),
    suicide=Cited(True, "Rule 7"),
    ko=Cited(Ko.POSITIONAL, "Rule 6"),
    long_cycle=Cited(LongCycle.FORBIDDEN, "Rule 6"),
    end_of_play=Cited(EndOfPlay.TWO_PASSES, "Rule 8"),
    resumption=Cited(Resumption.TURN_ORDER),
    unresolved=Cited(Unresolved.ALL_STAND),
    dead_stones=Cited(DeadStones.LIFTED),
    scoring=Cited(Scoring.AREA, "Rule 9"),
    dame_policy=Cited(DamePolicy.LENIENT, "Rule 9"),
    handicap_form=Cited(HandicapForm.CONSECUTIVE),
    compensation=Cited(Compensation.NONE),
    komi=Cited(Komi(7.5, 7.5)),
    tie_winner=Cited(None, "Rule 10"),
)

ING: Final = replace(
    TROMP_TAYLOR,
    key="ing",
    title=_("Ing rules (ko approximated)"),
    summary=_(
        "Stones and surrounded points count; suicide is allowed; the Ing ko rule is approximated "
        "by forbidding any earlier position; Black wins ties."
    ),
    text="Ing Chang-ki Weichi Foundation",
    occupied=Cited(False),
    alternation=Cited(True),
    suicide=Cited(True),
    ko=Cited(Ko.POSITIONAL),
    long_cycle=Cited(LongCycle.FORBIDDEN),
    end_of_play=Cited(EndOfPlay.TWO_PASSES),
    scoring=Cited(Scoring.AREA),
    dame_policy=Cited(DamePolicy.LENIENT),
    komi=Cited(Komi(8.0, 0.0)),
    tie_winner=Cited(BLACK),
)

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        ruleset.key: ruleset
        for ruleset in (
            FRENCH,
            FRENCH_SSK,
            NZ,
            JAPANESE,
            JAPANESE_STRICT,
            BEGINNER,
            AGA,
            CHINESE,
            ING,
            TROMP_TAYLOR,
        )
    }
)
"""Every rule set by its key, in the order in which a form should offer them."""

# RU as records write it, normalised by _name (SPEC 1.9).
_RECORD_NAMES: Final = {
    **dict.fromkeys(("japanese", "korean", "japonaise"), JAPANESE),
    **dict.fromkeys(("chinese", "oldchinese", "chinoise"), CHINESE),
    "aga": AGA,
    **dict.fromkeys(("nz", "newzealand", "neozelandaise"), NZ),
    **dict.fromkeys(("french", "ffg", "francais", "francaise"), FRENCH),
    **dict.fromkeys(("goe", "ing"), ING),
    **dict.fromkeys(("tromptaylor", "tt"), TROMP_TAYLOR),
}
_RULES_WORD: Final = re.compile(r"^(?:regles?)(?=\w)|(?<=\w)rules?$")


def get_ruleset(key: str) -> RuleSet:
    """Return the rule set with this key. Raises UnknownRuleSet, which lists all keys."""
    try:
        return PRESETS[key]
    except KeyError:
        raise UnknownRuleSet(
            f"there is no rule set {key!r}; known are: {', '.join(PRESETS)}"
        ) from None


@lru_cache(maxsize=256)
def ruleset_of_record(text: str) -> RuleSet | None:
    """Return the rule set that a record's RU property names, None if it names none we know.

    Width, case, accents, spaces, hyphens, slashes and the word for rules do not matter.
    """
    return _RECORD_NAMES.get(_name(text))


def _name(text: str) -> str:
    """Return the name of a rule set in plain small letters, without the word for rules."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(
        c for c in letters if not (unicodedata.combining(c) or c.isspace() or c in "-/_'")
    )
    return _RULES_WORD.sub("", plain)
