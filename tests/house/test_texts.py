"""Every text can be found by whoever collects them for translation."""

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
