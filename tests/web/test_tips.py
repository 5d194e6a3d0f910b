"""Words of the glossary are explained beside labels and heads, without any script."""

import re

from django.test import Client

from tests.support.world import World


def opened(page: str) -> dict[str, str]:
    """Return what the buttons beside words open."""
    tips = re.findall(r'id="(tip-[^"]+)" class="tip">(.*?)</span>', page)
    assert [name for name, _ in tips] == re.findall(r'popovertarget="(tip-[^"]+)"', page)
    assert len(tips) == len(dict(tips))
    return dict(tips)


def test_settings_explain_the_words_of_their_labels(director: Client, world: World):
    tips = opened(director.get("/director/coupe/settings/system/").text)
    assert "starts a McMahon tournament with the same points" in tips["tip-bar"]
    assert "half point means that no game is drawn" in tips["tip-komi"]


def test_the_heads_of_standings_explain_their_criteria(world: World):
    tips = opened(Client().get("/t/coupe/standings/").text)
    assert "tip-standings-SOSM" in tips


def test_the_glossary_is_in_the_order_of_its_letters_and_so_are_the_tie_breaks(db: None):
    for language in ("en", "fr"):
        page = Client().get("/help/words/", headers={"Accept-Language": language}).text
        words, _, tie_breaks = page.partition('id="tie-breaks"')
        letters = re.findall(r'id="letter-(.)"', words)
        assert letters == sorted(set(letters))
        assert re.findall(r'href="#letter-(.)"', words) == letters
        names = re.findall(r"<dt>([^<]+)</dt>", tie_breaks)
        assert names == sorted(names)
        assert "SOSM" in names
