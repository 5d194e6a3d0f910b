"""Lines of text as a programme and as sponsors; Markdown as HTML that is safe."""

from datetime import date, time

import pytest
from django.core.exceptions import ValidationError

from tournament.public.markdown import html_of, plain_summary
from tournament.public.programme import MOST_LINES, Sponsor, programme_of, sponsors_of

pytestmark = pytest.mark.once


def test_a_day_holds_for_the_lines_below_it() -> None:
    text = "9:00 Registration\n10h Ronde 1\n\n2026-11-23:\n9.30 R2\n12h30-14:00 Lunch\nPrizes"
    found = programme_of(text, date(2026, 11, 22))
    saturday, sunday = date(2026, 11, 22), date(2026, 11, 23)
    assert [(item.day, item.at, item.until, item.round) for item in found] == [
        (saturday, time(9), None, 0),
        (saturday, time(10), None, 1),
        (sunday, time(9, 30), None, 2),
        (sunday, time(12, 30), time(14), 0),
        (sunday, None, None, 0),
    ]
    assert found[3].words == "Lunch"


def test_without_a_first_day_a_line_has_none() -> None:
    assert programme_of("9:00 Registration")[0].day is None
    assert programme_of("23/11/2026 9:00 Go")[0].day == date(2026, 11, 23)


def test_a_number_is_no_time() -> None:
    assert programme_of("2 boards are free\n3hours of play")[1].at is None


@pytest.mark.parametrize(
    ("text", "line"),
    [("Go\n25:00 Registration", 2), ("2026-02-30 Go", 1), ("9:75 Go", 1), ("9:00", 1)],
)
def test_what_does_not_exist_is_named_by_its_line(text: str, line: int) -> None:
    with pytest.raises(ValidationError, match=f"Line {line} has"):
        programme_of(text)


def test_a_programme_has_an_end() -> None:
    with pytest.raises(ValidationError, match="at most"):
        programme_of("Go\n" * (MOST_LINES + 1))


def test_sponsors_are_names_with_or_without_an_address() -> None:
    assert sponsors_of("Go Shop, https://example.org/a\nMairie de Brest\nhttp://example.org") == (
        Sponsor("Go Shop", "https://example.org/a"),
        Sponsor("Mairie de Brest", ""),
        Sponsor("http://example.org", "http://example.org"),
    )
    with pytest.raises(ValidationError, match="web address"):
        sponsors_of("Evil javascript://x")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://example.org/x.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html,x)",
        "<a href='https://example.org' onclick='x'>x</a>",
    ],
)
def test_nothing_but_marks_of_markdown_becomes_html(text: str) -> None:
    html = html_of(text)
    for bad in ("<script", "<img", "<a"):
        assert bad not in html


def test_headings_stand_below_those_of_the_page_and_links_give_no_weight() -> None:
    html = html_of(
        "# One\n\n##### Five\n\n*a* [b](https://example.org)\n\n| a | b |\n|-|-|\n| 1 | 2 |"
    )
    assert "<h3>One</h3>" in html
    assert "<h6>Five</h6>" in html
    assert 'rel="noopener noreferrer nofollow"' in html
    assert "<td>2</td>" in html


def test_a_text_in_short_has_no_marks_and_ends_at_a_word() -> None:
    assert plain_summary("# One\n\n**two** three four", 12) == "One two…"
    assert plain_summary("One & two", 20) == "One & two"
