"""What the forms of a report refuse, and what they take."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.translation import override

from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.submissions.forms import (
    LONGEST_DEAD,
    AnswerForm,
    BringForm,
    ContestForm,
    RecordForm,
    ReportForm,
)
from adjudication.submissions.services.answers import LONGEST_NOTE
from adjudication.submissions.views.report_form import form_content

WON = {"winner": "black", "reason": "score", "margin": "3.5"}


def errors(form: Any) -> dict[str, str]:
    return {name: str(texts[0]) for name, texts in form.errors.items()}


@pytest.mark.parametrize(
    ("changed", "field", "text"),
    [
        ({"winner": ""}, "winner", "Say who won."),
        ({"winner": "both"}, "winner", "Say who won."),
        ({"reason": ""}, "reason", "Say how the game was won."),
        ({"reason": "void"}, "reason", "Say how the game was won."),
        ({"margin": ""}, "margin", "Write the margin in points"),
        ({"margin": "-3"}, "margin", "Write the margin in points"),
        ({"margin": "3.25"}, "margin", "Write the margin in points"),
        ({"margin": "1251"}, "margin", "Write the margin in points"),
        ({"margin": "0"}, "margin", "a draw (jigo)"),
        ({"dead": "Q16 " * LONGEST_DEAD}, "dead", "one stone of each dead chain is enough"),
        ({"version": "-1"}, "version", ""),
    ],
)
def test_a_report_that_cannot_be_is_refused_beside_its_field(
    changed: dict[str, str], field: str, text: str
) -> None:
    form = ReportForm({**WON, **changed})
    found = errors(form)
    assert list(found) == [field]
    assert text in found[field]
    if field in ("margin", "dead"):
        assert form_content(form).margin == {**WON, **changed}["margin"]


@pytest.mark.parametrize(
    ("typed", "half"), [("3.5", 7), ("3,5", 7), ("3½", 7), (" 12 ", 24), ("12.0", 24)]
)
def test_a_margin_is_written_in_any_usual_way(typed: str, half: int) -> None:
    form = ReportForm({**WON, "margin": typed})
    assert form.is_valid()
    assert form.cleaned_data["margin"] == half


@pytest.mark.parametrize(
    ("winner", "reason", "expected"),
    [
        ("draw", "resignation", "score"),
        ("none", "", "void"),
        ("none", "nonsense", "void"),
        ("white", "time", "time"),
    ],
)
def test_a_result_without_points_has_no_margin(winner: str, reason: str, expected: str) -> None:
    form = ReportForm({"winner": winner, "reason": reason, "margin": "much"})
    assert form.is_valid(), form.errors
    report = form_content(form)
    assert (report.reason, report.margin) == (expected, "")


def test_a_record_above_the_limit_is_refused_and_what_is_carried_is_cut() -> None:
    large = SimpleUploadedFile("large.sgf", b"x" * (MAX_RECORD_BYTES + 1))
    small = SimpleUploadedFile("small.sgf", b"(;)")
    files = MultiValueDict({"record": [small, large]})
    assert "512 kB" in errors(RecordForm({}, files))["record"]
    form = RecordForm({"key": "k" * 100, "marks": "9" * 99}, MultiValueDict({"record": [small]}))
    assert form.is_valid()
    assert [len(form.cleaned_data[name]) for name in ("key", "marks")] == [64, 20]
    assert [upload.name for upload in form.cleaned_data["record"]] == ["small.sgf"]


@pytest.mark.parametrize("name", ["", "x", "12-", "-3", "1-2-3", "1" * 30, "٣-1", "1-1\n"])
def test_an_answer_names_its_report(name: str) -> None:
    assert set(errors(AnswerForm({"submission": name}))) == {"submission"}


def test_an_answer_knows_what_the_page_was_opened_with() -> None:
    form = AnswerForm({"submission": "12-3", "seen": "12-3", "sure": "12-2"})
    assert form.is_valid()
    assert (form.version, form.repeats("seen"), form.repeats("sure")) == (3, True, False)
    without = AnswerForm({"submission": "12"})
    assert without.is_valid()
    assert without.version == -1


def test_a_note_counts_a_line_s_end_once() -> None:
    note = "a\r\n" * (LONGEST_NOTE // 2)
    assert ContestForm({"submission": "1-1", "note": note}).is_valid()
    found = errors(ContestForm({"submission": "1-1", "note": f"{note}long"}))
    told = f"Write at most {LONGEST_NOTE} characters: this text has {LONGEST_NOTE + 4}."
    assert found == {"note": told}


def test_records_in_bulk_want_a_file() -> None:
    assert errors(BringForm({}, MultiValueDict())) == {"files": "Choose records or a zip archive."}


@pytest.mark.parametrize("margin", ["B+3,5", " b + 3.5", "N+3½"])
def test_a_margin_may_be_written_with_who_won(margin: str) -> None:
    form = ReportForm({**WON, "margin": margin})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["margin"] == 7


@pytest.mark.parametrize("margin", ["3½ points", "3,5 pts", "3.5 point", "Black + 3.5"])
def test_a_margin_may_be_written_with_its_unit_and_in_words(margin: str) -> None:
    form = ReportForm({**WON, "margin": margin})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["margin"] == 7


@pytest.mark.parametrize(
    ("language", "winner", "margin", "asked"),
    [
        ("en", "black", "W+3.5", True),
        ("en", "white", "B+6.5", True),
        ("en", "white", "N+6.5", True),
        ("en", "white", "W+6.5", False),
        ("fr", "white", "B+6,5", False),
        ("fr", "black", "B+6,5", True),
        ("fr", "white", "Noir+6,5", True),
    ],
)
def test_a_margin_with_another_winner_than_chosen_is_asked_about(
    language: str, winner: str, margin: str, asked: bool
) -> None:
    with override(language):
        found = errors(ReportForm({**WON, "winner": winner, "margin": margin}))
    assert (margin in found.get("margin", "")) is asked
    assert found.keys() == ({"margin"} if asked else set())
