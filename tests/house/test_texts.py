"""Every text is in the catalogue, and can be found by whoever collects them for translation."""

import ast

from tests.support.house import own_files

GETTEXTS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "npgettext"}


def calls_in_f_strings(source: str) -> list[int]:
    """Return the lines of the calls of gettext within f-strings, where xgettext sees none."""
    return [
        call.lineno
        for text in ast.walk(ast.parse(source))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", getattr(call.func, "attr", "")) in GETTEXTS
    ]


def test_no_text_is_translated_within_an_f_string():
    found = {
        f"{name}:{line}"
        for name, path in own_files().items()
        if path.suffix == ".py"
        for line in calls_in_f_strings(path.read_text(encoding="utf-8"))
    }
    assert not found


def test_a_text_within_an_f_string_is_seen():
    assert calls_in_f_strings("x = 1\ntext = f\"{a} {_('Before') % {}}\"") == [2]
    assert calls_in_f_strings("text = f\"{a} {_} {before(_)}\"; b = _('Before')") == []


SETTINGS = "config/settings.py"
"""Where the languages are named, and nowhere else."""


def languages_named(source: str) -> list[int]:
    """Return the lines that name a language: a text beside its translation, or a special case."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Constant) and node.value == "fr")
        or (isinstance(node, ast.keyword) and node.arg == "fr")
        or (isinstance(node, ast.Attribute) and node.attr == "fr")
    ]


def test_no_text_stands_beside_its_translation():
    found = {
        f"{name}:{line}"
        for name, path in own_files().items()
        if path.suffix == ".py"
        and name != SETTINGS
        and not name.startswith(("tests/", "benchmarks/"))
        for line in languages_named(path.read_text(encoding="utf-8"))
    }
    assert not found


def test_a_text_beside_its_translation_is_seen():
    assert languages_named('x = {"en": "Yes", "fr": "Oui"}') == [1]
    assert languages_named('x = Text(en="Yes", fr="Oui")') == [1]
    assert languages_named('if language == "fr":\n    x = "Oui"') == [1]
    assert languages_named('x = _("Yes")') == []
