"""Whole addresses and their QR codes."""

import re
import time

import segno
from django.test import RequestFactory, override_settings

from tournament.common.addresses import MASK, QUIET, code_of, link_address


def test_a_code_is_drawn_as_it_was_computed() -> None:
    text = "https://go.example.org/l/AAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBBBBBBBB/"
    made = segno.make(text, error="m", micro=False, mask=MASK)
    matrix = [list(map(bool, row)) for row in made.matrix]
    code = code_of(text)
    assert code.side == len(matrix) + 2 * QUIET
    drawn = [[False] * len(matrix) for _ in matrix]
    for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", code.path):
        for place in range(int(length)):
            drawn[int(y) - QUIET][int(x) - QUIET + place] = True
    assert drawn == matrix


def test_codes_of_hundreds_of_badges_do_not_try_every_mask() -> None:
    texts = [f"https://go.example.org/l/{number:052}/" for number in range(20)]
    started = time.process_time()
    for text in texts:
        segno.make(text, error="m", micro=False)
    trying = time.process_time() - started
    started = time.process_time()
    for text in texts:
        code_of(text)
    assert time.process_time() - started < trying / 2


def test_a_link_has_the_address_that_others_reach() -> None:
    request = RequestFactory().get("/", headers={"host": "localhost:8131"})
    with override_settings(SHINPAN_BASE_URL="https://go.example.org", SHINPAN_DEMO=False):
        assert link_address(request, "a.b") == "https://go.example.org/l/a.b/"
    with override_settings(SHINPAN_BASE_URL="http://127.0.0.1:8000", SHINPAN_DEMO=True):
        assert link_address(request, "a.b") == "http://localhost:8131/l/a.b/"
