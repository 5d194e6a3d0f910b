"""That a record agrees is no result: it never has the word or the colour of one that is final."""

import pytest
from django.utils.translation import override

from adjudication.cases.views.words import case_badge
from adjudication.models import CaseState
from adjudication.rules.verdicts import Verdict
from adjudication.verdicts.views import state_badge, verdict_badge
from tournament.games.selectors import SETTLED


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_replay_says_looks_like_nothing_that_is_final(language: str) -> None:
    with override(language):
        replayed = [verdict_badge(verdict) for verdict in Verdict]
        final = [state_badge(state) for state in SETTLED]
        final += [case_badge(state) for state in (CaseState.FINAL, CaseState.SETTLED)]
        said = {one.word for one in replayed if one}
        assert not said & {one.word for one in final}
        assert not any(word in one for one in said for word in ("confirm", "final", "conforme"))
        tones = {one.tone for one in replayed if one}
        assert not tones & {one.tone for one in final}


def test_who_confirmed_is_said() -> None:
    assert state_badge("confirmed").word == "confirmed by both"
    agrees = verdict_badge(Verdict.CONFIRMED)
    assert agrees is not None
    assert agrees.word == "record agrees"
    with override("fr"):
        assert verdict_badge(Verdict.CONFIRMED).word == "l’enregistrement concorde"  # type: ignore[union-attr]
