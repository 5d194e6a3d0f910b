"""All rooms' tables as one."""

from tests.web.routes import (
    adjudication,
    asked,
    closing,
    corrections,
    desk,
    frame,
    law,
    life,
    notices,
    operations,
    paper,
    player,
    public,
    registration,
    rounds,
    setup,
    staff,
)
from tests.web.routes.visitors import Pages, Routes

_ROOMS = (
    adjudication,
    asked,
    closing,
    corrections,
    desk,
    frame,
    law,
    life,
    notices,
    operations,
    paper,
    player,
    public,
    registration,
    rounds,
    setup,
    staff,
)

ROUTES: Routes = {name: row for room in _ROOMS for name, row in room.ROUTES.items()}
PAGES: Pages = {name: page for room in _ROOMS for name, page in room.PAGES.items()}
STAFF_PAGES = frozenset(
    name
    for room in (
        *(closing, corrections, desk, life, notices, operations, paper),
        *(registration, rounds, setup, staff),
    )
    for name in room.PAGES
)
"""The pages of the staff, which may ask the database a little more often."""
