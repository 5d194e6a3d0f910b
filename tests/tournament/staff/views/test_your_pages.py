"""Where a visitor has roles, as the header of every page lists it."""

import re

import pytest
from django.template.loader import render_to_string

from tournament.models import Role
from tournament.staff.selectors import Identity, Visitor


@pytest.mark.parametrize(("count", "folded"), [(3, 0), (4, 4)])
def test_more_than_three_tournaments_fold(count: int, folded: int) -> None:
    staff = tuple(
        Identity(number, Role.DIRECTOR, number, f"Cup {number}", f"cup{number}", None, "")
        for number in range(count)
    )
    player = Identity(99, Role.PLAYER, 1, "Cup 1", "cup1", 5, "Aki")
    page = render_to_string("parts/your_pages.html", {"visitor": Visitor((*staff, player))})
    inside = page.partition("<details")[2].partition("</details>")[0]
    assert len(re.findall(r'href="/director/cup\d/"', page)) == count
    assert len(re.findall(r'href="/director/cup\d/"', inside)) == folded
    assert 'href="/me/"' in page
    assert 'href="/me/"' not in inside
