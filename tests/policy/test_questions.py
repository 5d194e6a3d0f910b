"""The guided forms: every path ends, what answers come to, and that colours change nothing."""

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.policy.articles import ARTICLES, article_of
from adjudication.policy.causes import Cause
from adjudication.policy.codec import DISPUTE_RULES
from adjudication.policy.forms.results import DIFFERS
from adjudication.policy.policy import DEFAULT, EventPolicy, IllegalMove, NoResult
from adjudication.policy.questions import (
    AnswersOutcome,
    FormKind,
    after_resumption,
    final_words,
    first_question,
    first_to_move,
    next_question,
    outcome_of,
    questions_of,
    subject_for,
)
from adjudication.policy.reason_words import CAUSE, SETTLED
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.phases import GameEnd as End
from adjudication.rules.phases import GamePhase, Phase
from adjudication.rules.phases import ResumptionAnswer as Said
from adjudication.rules.presets import (
    BEGINNER,
    CHINESE,
    FRENCH,
    JAPANESE,
    JAPANESE_STRICT,
    NZ,
    PRESETS,
    TROMP_TAYLOR,
)
from adjudication.rules.rulesets import Resumption, RuleSet
from tests.support.catalogues import french

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
KINDS = st.sampled_from(FormKind)
RULES = st.sampled_from(list(PRESETS.values()))
POLICIES = st.builds(
    EventPolicy,
    illegal_move=st.sampled_from(IllegalMove),
    no_result=st.sampled_from(NoResult),
    dispute_rules=st.sampled_from(["", *DISPUTE_RULES]),
)
SWAPPED = {"black_moves": "white_moves", "white_moves": "black_moves"}


def paths(kind: str, ruleset: RuleSet, policy: EventPolicy) -> list[tuple[str, ...]]:
    """Every way through a form, as the words said."""
    found: list[tuple[str, ...]] = []
    open_ends: list[tuple[str, ...]] = [()]
    while open_ends:
        said = open_ends.pop()
        question = next_question(kind, ruleset, policy, said)
        if question is None:
            found.append(said)
        else:
            open_ends += [(*said, answer.word) for answer in question.answers]
    return found


@UNHURRIED
@given(KINDS, RULES, POLICIES)
def test_every_path_ends_in_a_final_word_and_every_final_word_has_a_path(
    kind: str, ruleset: RuleSet, policy: EventPolicy
) -> None:
    ways = paths(kind, ruleset, policy)
    words = final_words(kind, ruleset, policy)
    assert {way[-1] for way in ways} == set(words)
    assert len(set(words)) == len(words)
    assert all(len(word) <= 20 for word in words)
    assert {len(way) for way in ways} <= {1, 2}


@UNHURRIED
@given(KINDS, RULES, POLICIES)
def test_a_form_says_everything_in_both_languages_and_names_its_article(
    kind: str, ruleset: RuleSet, policy: EventPolicy
) -> None:
    questions = questions_of(kind, ruleset, policy)
    assert questions[0] == first_question(kind, ruleset, policy)
    assert len({question.key for question in questions}) == len(questions)
    for question in questions:
        assert question.article in ARTICLES
        assert len(question.answers) > 1
        texts = [question.text]
        texts += [text for one in question.answers for text in (one.text, one.leads_to)]
        for text in texts:
            assert str(text).strip() == str(text) != french(text) == french(text).strip() != ""


@UNHURRIED
@given(KINDS, RULES, POLICIES, st.booleans(), st.data())
def test_swapping_the_colours_swaps_nothing_but_the_colours(
    kind: str, ruleset: RuleSet, policy: EventPolicy, same: bool, data: st.DataObject
) -> None:
    words = st.sampled_from(final_words(kind, ruleset, policy))
    black, white = data.draw(words), data.draw(words)
    other = [SWAPPED.get(word, word) for word in (white, black)]
    outcome = outcome_of(kind, ruleset, policy, black, white, same=same)
    assert outcome_of(kind, ruleset, policy, *other, same=same) is outcome
    if outcome is AnswersOutcome.RESUME:
        first = first_to_move(ruleset, policy, black, white, asked_first="black")
        swapped = first_to_move(ruleset, policy, *other, asked_first="white")
        assert {first, swapped} in ({"black", "white"}, {""})


@UNHURRIED
@given(KINDS, RULES, POLICIES)
def test_a_word_that_is_not_offered_is_refused(
    kind: str, ruleset: RuleSet, policy: EventPolicy
) -> None:
    word = final_words(kind, ruleset, policy)[0]
    with pytest.raises(ValueError, match="refuse"):
        outcome_of(kind, ruleset, policy, word, "refuse")
    with pytest.raises(ValueError, match="refuse"):
        next_question(kind, ruleset, policy, ["refuse"])
    ended = next(way for way in paths(kind, ruleset, policy) if way[-1] == word)
    with pytest.raises(ValueError, match=word):
        next_question(kind, ruleset, policy, [*ended, word])


def table(
    kind: str, ruleset: RuleSet, policy: EventPolicy = DEFAULT, *, same: bool = True
) -> dict[tuple[str, str], AnswersOutcome]:
    words = final_words(kind, ruleset, policy)
    return {
        (black, white): outcome_of(kind, ruleset, policy, black, white, same=same)
        for black, white in product(words, words)
    }


@pytest.mark.parametrize("ruleset", [JAPANESE, JAPANESE_STRICT], ids=lambda one: one.key)
@pytest.mark.parametrize("order", [(BLACK, WHITE), (WHITE, BLACK)])
def test_13_1_every_answer_ends_as_the_phases_say(ruleset: RuleSet, order: tuple[int, int]) -> None:
    ends = {
        Phase.PLAY: AnswersOutcome.RESUME,
        Phase.STOP: AnswersOutcome.GAME_OVER,
        Phase.END: AnswersOutcome.BOTH_LOSE,
    }
    for (black, white), outcome in table(FormKind.EFFECTIVE_MOVE, ruleset).items():
        if "unsure" in (black, white):
            assert outcome is (
                AnswersOutcome.RESUME if "resume" in (black, white) else AnswersOutcome.CASE
            )
            continue
        said = {BLACK: black, WHITE: white}
        game = GamePhase().pass_turn(BLACK).pass_turn(WHITE).find_effective_move()
        for colour in order:
            if game.phase is Phase.STOP:
                game = game.answer(colour, Said(said[colour]))
        assert ends[game.phase] is outcome, (black, white)
        if outcome is AnswersOutcome.RESUME:
            asked = next(c for c in order if said[c] == "resume")
            first = first_to_move(
                ruleset, DEFAULT, black, white, asked_first="black" if asked == BLACK else "white"
            )
            assert first == ("black" if game.to_move == BLACK else "white")
        if outcome is AnswersOutcome.BOTH_LOSE:
            assert game.article is not None
            assert article_of(ruleset.key, game.article) is ARTICLES["j1989:13.1"]


def test_13_1_is_asked_in_the_order_of_the_articles() -> None:
    questions = questions_of(FormKind.EFFECTIVE_MOVE, JAPANESE, DEFAULT)
    assert [one.article for one in questions] == ["j1989:9.3", "j1989:13.1"]
    assert next_question(FormKind.EFFECTIVE_MOVE, JAPANESE, DEFAULT, ["resume"]) is None
    assert (
        next_question(FormKind.EFFECTIVE_MOVE, JAPANESE, DEFAULT, ["no_resumption"]) == questions[1]
    )


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_12_no_result_needs_both_as_the_phases_say(ruleset: RuleSet) -> None:
    for (black, white), outcome in table(FormKind.NO_RESULT, ruleset).items():
        game = GamePhase().play(BLACK, repeats=True)
        for colour, said in ((WHITE, white), (BLACK, black)):
            if said == "yes":
                game = game.agree_no_result(colour)
        ended = game.outcome is End.NO_RESULT
        assert outcome is (AnswersOutcome.NO_RESULT if ended else AnswersOutcome.CASE)


@pytest.mark.parametrize("same", [True, False])
def test_13_2_every_answer_ends_as_the_phases_say(same: bool) -> None:
    for (black, white), outcome in table(FormKind.DISPLACED_STONE, JAPANESE, same=same).items():
        if {"unsure", "not_moved"} & {black, white}:
            agreed = black == white == "not_moved"
            assert outcome is (AnswersOutcome.GO_ON if agreed else AnswersOutcome.CASE)
            continue
        agreed = (black, white) == ("put_back", "put_back") and same
        game = GamePhase().play(BLACK).displaced_stone(put_back=agreed)
        assert outcome is (
            AnswersOutcome.BOTH_LOSE if game.phase is Phase.END else AnswersOutcome.GO_ON
        )


def test_13_2_asks_where_it_belongs_before_whether_it_can_go_back() -> None:
    questions = questions_of(FormKind.DISPLACED_STONE, JAPANESE, DEFAULT)
    assert [one.key for one in questions] == ["where", "back"]
    assert {one.article for one in questions} == {"j1989:13.2"}
    assert next_question(FormKind.DISPLACED_STONE, JAPANESE, DEFAULT, ["elsewhere"]) is None


@pytest.mark.parametrize("ruleset", [FRENCH, NZ, BEGINNER, CHINESE], ids=lambda one: one.key)
def test_a_displaced_stone_goes_back_or_to_the_referee_where_the_text_is_silent(
    ruleset: RuleSet,
) -> None:
    said = table(FormKind.DISPLACED_STONE, ruleset)
    assert {one for one, outcome in said.items() if outcome is AnswersOutcome.GO_ON} == {
        ("put_back", "put_back"),
        ("not_moved", "not_moved"),
    }
    assert set(said.values()) == {AnswersOutcome.GO_ON, AnswersOutcome.CASE}
    assert first_question(FormKind.DISPLACED_STONE, ruleset, DEFAULT).article == "event:displaced"


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("kind", FormKind)
def test_who_does_not_know_says_only_that_and_it_loses_no_game(
    kind: FormKind, ruleset: RuleSet
) -> None:
    for question in questions_of(kind, ruleset, DEFAULT):
        for answer in question.answers:
            assert ("know" in str(answer.text)) == (answer.word == "unsure")
            assert "or I do" not in str(answer.text)
    ends = {AnswersOutcome.CASE, AnswersOutcome.RESUME}  # to play on is the opponent's right
    for said, outcome in table(kind, ruleset).items():
        assert "unsure" not in said or outcome in ends


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (FormKind.DISPLACED_STONE, ["unsure"]),
        (FormKind.DISPLACED_STONE, ["there", "unsure"]),
        (FormKind.EFFECTIVE_MOVE, ["no_resumption", "unsure"]),
        (FormKind.WRONG_RECORD, ["unsure"]),
        (FormKind.ILLEGAL_MOVE, ["unsure"]),
        (FormKind.DAMAGED_RECORD, ["unsure"]),
    ],
)
def test_not_to_know_can_be_said_where_something_is_to_be_known(
    kind: FormKind, said: list[str]
) -> None:
    assert next_question(kind, JAPANESE, DEFAULT, said) is None


@pytest.mark.parametrize("policy", IllegalMove)
@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_14_forfeits_and_elsewhere_a_move_is_taken_back_if_the_policy_and_both_say_so(
    ruleset: RuleSet, policy: IllegalMove
) -> None:
    said = table(FormKind.ILLEGAL_MOVE, ruleset, EventPolicy(illegal_move=policy))
    if ruleset.text == JAPANESE.text:
        game = GamePhase().illegal_move(BLACK)
        assert game.outcome is End.FORFEIT
        known = {outcome for words, outcome in said.items() if "unsure" not in words}
        assert known == {AnswersOutcome.FORFEIT}
        return
    taken_back = {one for one, outcome in said.items() if outcome is AnswersOutcome.TAKE_BACK}
    agreed = {("take_back", "take_back")}
    assert taken_back == (agreed if policy is IllegalMove.TAKE_BACK else set())
    assert set(said.values()) <= {AnswersOutcome.TAKE_BACK, AnswersOutcome.CASE}


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_10_3_both_confirm_anew_and_nobody_can_refuse(ruleset: RuleSet) -> None:
    offered = {answer.word for answer in first_question("objection", ruleset, DEFAULT).answers}
    assert offered == {"confirm", "other"}
    assert table(FormKind.OBJECTION, ruleset) == {
        ("confirm", "confirm"): AnswersOutcome.CONFIRM,
        ("confirm", "other"): AnswersOutcome.CASE,
        ("other", "confirm"): AnswersOutcome.CASE,
        ("other", "other"): AnswersOutcome.CONFIRM,
    }
    assert (
        outcome_of("objection", ruleset, DEFAULT, "other", "other", same=False)
        is AnswersOutcome.CASE
    )


def test_a_record_that_fits_but_was_sent_twice_is_not_said_to_differ() -> None:
    asked = questions_of(FormKind.WRONG_RECORD, JAPANESE, DEFAULT, {DIFFERS: []})[0]
    assert "does not fit" not in str(asked.text)
    assert "does not fit" not in str(CAUSE[Cause.WRONG_RECORD])
    assert "does not fit" not in str(SETTLED[Cause.WRONG_RECORD])


def test_a_wrong_record_is_mended_or_set_aside_only_by_both() -> None:
    for (black, white), outcome in table(FormKind.WRONG_RECORD, FRENCH).items():
        agreed = {
            "mend": AnswersOutcome.MEND,
            "ours": AnswersOutcome.JUDGE_AGAIN,
            "not_this_game": AnswersOutcome.DROP_RECORD,
        }
        assert outcome is (
            agreed.get(black, AnswersOutcome.CASE) if black == white else AnswersOutcome.CASE
        )
    assert set(table(FormKind.WRONG_RECORD, FRENCH, same=False).values()) == {AnswersOutcome.CASE}


def test_dead_stones_french_play_on_and_then_nothing_is_removed() -> None:
    assert table(FormKind.DEAD_STONES, FRENCH) == {
        ("accept", "accept"): AnswersOutcome.GO_ON,
        ("accept", "resume"): AnswersOutcome.CONFIRM,
        ("resume", "accept"): AnswersOutcome.CONFIRM,
        ("resume", "resume"): AnswersOutcome.RESUME,
        ("accept", "resumed"): AnswersOutcome.CONFIRM,
        ("resumed", "accept"): AnswersOutcome.CONFIRM,
        ("resume", "resumed"): AnswersOutcome.CASE,
        ("resumed", "resume"): AnswersOutcome.CASE,
        ("resumed", "resumed"): AnswersOutcome.ALL_STAND,
        ("accept", "again"): AnswersOutcome.GO_ON,
        ("again", "accept"): AnswersOutcome.GO_ON,
        ("again", "again"): AnswersOutcome.GO_ON,
        ("again", "resume"): AnswersOutcome.RESUME,
        ("resume", "again"): AnswersOutcome.RESUME,
        ("again", "resumed"): AnswersOutcome.CASE,
        ("resumed", "again"): AnswersOutcome.CASE,
    }
    assert first_to_move(FRENCH, DEFAULT, "resume", "resume") == ""
    assert after_resumption(FRENCH, DEFAULT) is AnswersOutcome.ALL_STAND
    assert first_question(FormKind.DEAD_STONES, FRENCH, DEFAULT).article == "french:end.5"


def test_dead_stones_nz_play_on_if_they_agree_who_moves_else_all_stand() -> None:
    said = table(FormKind.DEAD_STONES, NZ)
    assert said["black_moves", "black_moves"] is AnswersOutcome.RESUME
    assert said["black_moves", "white_moves"] is AnswersOutcome.ALL_STAND
    assert said["accept", "white_moves"] is AnswersOutcome.CONFIRM
    assert first_to_move(NZ, DEFAULT, "white_moves", "white_moves") == "white"
    assert first_to_move(NZ, DEFAULT, "black_moves", "white_moves") == ""
    assert after_resumption(NZ, DEFAULT) is AnswersOutcome.GAME_OVER
    who = next_question(FormKind.DEAD_STONES, NZ, DEFAULT, ["resume"])
    assert who is not None
    assert who.article == "nz:game.4"


def test_dead_stones_japanese_resume_on_request_with_the_requesters_opponent() -> None:
    for (black, white), outcome in table(FormKind.DEAD_STONES, JAPANESE).items():
        if "resume" not in (black, white):
            continue
        assert outcome is AnswersOutcome.RESUME
        for asked in ("black", "white"):
            if {"black": black, "white": white}[asked] != "resume":
                continue
            colour = BLACK if asked == "black" else WHITE
            game = GamePhase().pass_turn(BLACK).pass_turn(WHITE).request_resumption(colour)
            first = first_to_move(JAPANESE, DEFAULT, black, white, asked_first=asked)
            assert first == ("black" if game.to_move == BLACK else "white")
    assert after_resumption(JAPANESE, DEFAULT) is AnswersOutcome.GAME_OVER


def test_dead_stones_japanese_without_a_request_are_for_the_referee() -> None:
    said = table(FormKind.DEAD_STONES, JAPANESE)
    assert said["keep", "keep"] is AnswersOutcome.CASE
    assert said["keep", "accept"] is said["accept", "keep"] is AnswersOutcome.CONFIRM
    assert said["accept", "accept"] is AnswersOutcome.GO_ON


@pytest.mark.parametrize("ruleset", [JAPANESE, FRENCH])
def test_who_alone_marked_dead_stones_may_take_the_marks_back(ruleset: RuleSet) -> None:
    about = {"black": ["B8"], "white": None}
    words = {
        colour: final_words("dead_stones", ruleset, DEFAULT, subject_for(colour, about))
        for colour in ("black", "white")
    }
    assert "concede" in words["black"]
    assert "accept" not in words["black"]
    assert "concede" not in words["white"]
    leads_to = {
        colour: {
            answer.word: str(answer.leads_to)
            for answer in questions_of("dead_stones", ruleset, DEFAULT, subject_for(colour, about))[
                0
            ].answers
        }
        for colour in ("black", "white")
    }
    # Nobody accepts marks that White never made: nothing is promised or feared of that.
    assert "gives up their own marks" in leads_to["white"]["accept"]
    assert not any("accept" in text for text in leads_to["white"].values())
    outcomes = {
        word: outcome_of("dead_stones", ruleset, DEFAULT, "concede", word, about=about)
        for word in words["white"]
    }
    # They mark again, but for a request to play on where that is everybody's right (J1989 9.3).
    asks = outcomes.pop("resume")
    assert asks is (AnswersOutcome.RESUME if ruleset is JAPANESE else AnswersOutcome.GO_ON)
    assert set(outcomes.values()) == {AnswersOutcome.GO_ON}


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_where_both_marked_either_may_say_that_neither_is_right_everywhere(
    ruleset: RuleSet,
) -> None:
    about = {"black": ["B8"], "white": ["G3"]}
    assert "again" in final_words("dead_stones", ruleset, DEFAULT, subject_for("black", about))
    for white in (None, []):
        one_alone = subject_for("white", {"black": ["B8"], "white": white})
        offered = "again" in final_words("dead_stones", ruleset, DEFAULT, one_alone)
        assert offered is (white is not None), "whoever marked nothing has nothing to correct"
    come_to = {
        word: outcome_of("dead_stones", ruleset, DEFAULT, "again", word, about=about)
        for word in final_words("dead_stones", ruleset, DEFAULT, subject_for("white", about))
    }
    # Nobody's marks count, nothing is counted as it stands, and whoever wants to play on may.
    assert come_to.pop("resume", AnswersOutcome.RESUME) is AnswersOutcome.RESUME
    for word in ("resumed", "black_moves", "white_moves"):
        assert come_to.pop(word, AnswersOutcome.CASE) is AnswersOutcome.CASE
    assert come_to
    assert set(come_to.values()) == {AnswersOutcome.GO_ON}


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_where_nobody_marked_dead_stones_nobody_is_asked_about_marks(ruleset: RuleSet) -> None:
    about = {"black": None, "white": None}
    form = questions_of("dead_stones", ruleset, DEFAULT, subject_for("black", about))
    both_marked = questions_of("dead_stones", ruleset, DEFAULT)
    assert form[0].text != both_marked[0].text
    for answer in form[0].answers:
        told = f"{answer.text} {answer.leads_to}".lower()
        assert not any(text in told for text in ("my marks", "your marks", "own marks", "s marks"))
    words = final_words("dead_stones", ruleset, DEFAULT, subject_for("white", about))
    assert "concede" in words
    assert "accept" not in words
    come_to = outcome_of("dead_stones", ruleset, DEFAULT, "concede", "concede", about=about)
    assert come_to is AnswersOutcome.GO_ON


def test_dead_stones_beginners_play_on_and_then_the_referee_decides() -> None:
    assert table(FormKind.DEAD_STONES, BEGINNER)["resume", "resume"] is AnswersOutcome.RESUME
    assert after_resumption(BEGINNER, DEFAULT) is AnswersOutcome.CASE
    assert first_question(FormKind.DEAD_STONES, BEGINNER, DEFAULT).article == "event:dispute"


@pytest.mark.parametrize("way", DISPUTE_RULES)
def test_dead_stones_beginners_go_the_way_the_tournament_names(way: str) -> None:
    policy = EventPolicy(dispute_rules=way)
    assert questions_of("dead_stones", BEGINNER, policy) == questions_of(
        "dead_stones", PRESETS[way], DEFAULT
    )
    assert table(FormKind.DEAD_STONES, BEGINNER, policy) == table(
        FormKind.DEAD_STONES, PRESETS[way]
    )
    assert after_resumption(BEGINNER, policy) is after_resumption(PRESETS[way], DEFAULT)


@pytest.mark.parametrize("key", DISPUTE_RULES)
def test_a_text_with_a_way_of_its_own_goes_it_whatever_the_tournament_names(key: str) -> None:
    for named in DISPUTE_RULES:
        policy = EventPolicy(dispute_rules=named)
        assert table(FormKind.DEAD_STONES, PRESETS[key], policy) == table(
            FormKind.DEAD_STONES, PRESETS[key]
        )


def test_dead_stones_all_stand_at_once_after_playing_on_where_nobody_names_a_mover() -> None:
    assert TROMP_TAYLOR.resumption.value is Resumption.TURN_ORDER
    assert after_resumption(TROMP_TAYLOR, DEFAULT) is AnswersOutcome.ALL_STAND


def test_a_move_found_after_the_stop_elsewhere_plays_on_if_either_wants() -> None:
    said = table(FormKind.EFFECTIVE_MOVE, FRENCH)
    assert said["game_over", "game_over"] is AnswersOutcome.GAME_OVER
    assert {said["resume", "game_over"], said["resume", "resume"]} == {AnswersOutcome.RESUME}
    nz = table(FormKind.EFFECTIVE_MOVE, NZ)
    assert (
        nz["game_over", "black_moves"] is nz["black_moves", "black_moves"] is AnswersOutcome.RESUME
    )
    assert nz["black_moves", "white_moves"] is AnswersOutcome.ALL_STAND
    beginner = table(FormKind.EFFECTIVE_MOVE, BEGINNER)
    assert beginner["resume", "game_over"] is AnswersOutcome.CASE
    assert beginner["resume", "resume"] is AnswersOutcome.RESUME


@pytest.mark.parametrize(
    ("becomes", "said"), [("half", "half a point"), ("replay", "play it again"), ("void", "count")]
)
def test_no_result_says_what_it_becomes_in_this_tournament(becomes: str, said: str) -> None:
    question = first_question("no_result", JAPANESE, EventPolicy(no_result=NoResult(becomes)))
    assert said in str(question.answers[0].leads_to)
    assert question.article == "j1989:12"
