"""The table of pages holds every address that answers with a page: none escapes the other tests."""

from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from tests.support.world import World
from tests.web.routes.tables import PAGES, ROUTES

# Answers that are files or data for programs, or nothing to look at.
NO_PAGES = {
    "healthz",
    "readyz",
    "adjudication:confirmation_proof",
    "adjudication:record",
    "adjudication:proof",
    "adjudication:desk_picture",
    "adjudication:desk_record",
    "adjudication:own_record",
    "tournament:calendar",
    "tournament:card",
    "tournament:standings_file",
    "tournament:pairings_file",
    "tournament:export",
    "tournament:print_file",
    "tournament:archive",
    "tournament:prize_list_file",
    "tournament:trail",
}


@pytest.mark.by_turns
def test_every_page_there_is_is_in_the_table(filled: World) -> None:
    looked_at = set()
    for name, (visitor, address) in PAGES.items():
        visitor(filled)  # some addresses are those of what a visitor's coming makes
        if name != "not found":
            looked_at.add(resolve(urlsplit(address(filled)).path).view_name)
    answering = {name for name, (get, _, _) in ROUTES.items() if 200 in get.values()}
    assert answering - looked_at == NO_PAGES
