"""What pages show hundreds of is found by templates at the first try."""

from dataclasses import dataclass

import pytest
from django.template import Context, Template

from tournament.common.rows import Row

pytestmark = pytest.mark.once


@dataclass(frozen=True, slots=True)
class Line(Row):
    """A line of a page."""

    name: str

    @property
    def louder(self) -> str:
        """Return the name, louder."""
        return self.name.upper()


def test_a_template_finds_columns_and_properties_by_their_names():
    shown = Template("{{ line.name }} {{ line.louder }} {{ line.nothing }}|")
    assert shown.render(Context({"line": Line("Aki")})) == "Aki AKI |"
    assert Line("Aki")["name"] == "Aki"


def test_what_is_not_there_is_the_usual_error():
    with pytest.raises(AttributeError):
        Line("Aki")["nothing"]
