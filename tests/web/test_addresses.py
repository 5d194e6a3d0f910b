"""Whole addresses and their QR codes."""

import re

import segno
from django.test import RequestFactory, override_settings

from tournament.common.addresses import QUIET, code_of, link_address


def test_a_code_is_drawn_as_it_was_computed() -> None:
    text = "https://go.example.org/l/AAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB/"
    matrix = [list(map(bool, row)) for row in segno.make(text, error="m", micro=False).matrix]
    code = code_of(text)
    assert code.side == len(matrix) + 2 * QUIET
    drawn = [[False] * len(matrix) for _ in matrix]
    for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", code.path):
        for place in range(int(length)):
            drawn[int(y) - QUIET][int(x) - QUIET + place] = True
    assert drawn == matrix


def test_a_link_has_the_address_that_others_reach() -> None:
    request = RequestFactory().get("/", headers={"host": "localhost:8131"})
    with override_settings(SHINPAN_BASE_URL="https://go.example.org", SHINPAN_DEMO=False):
        assert link_address(request, "a.b") == "https://go.example.org/l/a.b/"
    with override_settings(SHINPAN_BASE_URL="http://127.0.0.1:8000", SHINPAN_DEMO=True):
        assert link_address(request, "a.b") == "http://localhost:8131/l/a.b/"
