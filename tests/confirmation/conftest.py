"""Proposals of dead stones are computed anew for every test."""

from collections.abc import Callable

import pytest

from adjudication.confirmation import proposal


@pytest.fixture(autouse=True)
def forget_proposals() -> Callable[[], None]:
    """Let each test compute its own proposals, and forget them in between where it calls this."""
    forget = proposal._judge.cache_clear
    forget()
    return forget
