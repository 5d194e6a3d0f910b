"""Forms as pages draw them, and two people at one form."""

import re
from typing import Any

import pytest
from django import forms as django_forms
from django.db import models as django_models
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test.utils import isolate_apps
from django.utils.html import strip_tags

from tournament.common.forms import Form, VersionedModelForm
from tournament.common.versions import StaleVersion, VersionField
from tournament.errors import UserError
from tournament.fields import models
from tournament.fields.forms import LineField, TextField


@isolate_apps("tournament")
def _sample() -> type[django_models.Model]:
    class Sample(django_models.Model):  # noqa: DJ008
        name = models.LineField("name", max_length=20)
        club = models.LineField("club", max_length=8, blank=True, default="", help_text="In short.")
        komi_half = models.HalfPointsField("komi", default=13, limits=(-20, 20))
        local = django_models.BooleanField("local", default=False)
        version = VersionField()

        class Meta:
            app_label = "tournament"

        def __copy__(self) -> "Sample":
            values = {column.attname: getattr(self, column.attname) for column in self._meta.fields}
            return Sample(**values)

    return Sample


SAMPLE: Any = _sample()


class SampleForm(VersionedModelForm):
    rounds = django_forms.TypedMultipleChoiceField(
        choices=[(1, "1"), (2, "2"), (3, "3")],
        coerce=int,
        required=False,
        widget=django_forms.CheckboxSelectMultiple,
    )
    fieldsets = (("More <b>", {"fields": ["club", "local"], "classes": ["collapse"]}),)

    class Meta:
        model = SAMPLE
        fields = ("name", "club", "komi_half", "local")


def page_of(row: Any, rounds: list[int]) -> SampleForm:
    return SampleForm(instance=row, initial={"rounds": rounds})


def sent_back(page: str) -> QueryDict:
    """What a browser sends of a page in which nothing was typed."""
    data = QueryDict(mutable=True)
    for tag in re.findall(r"<input [^>]*>", page):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        boxes = given["type"] in ("checkbox", "radio")
        if not boxes or " checked" in tag:
            data.appendlist(given["name"], given.get("value", "on" if boxes else ""))
    return data


def sent(data: QueryDict, row: Any, rounds: list[int]) -> SampleForm:
    return SampleForm(data, instance=row, initial={"rounds": rounds})


def row(**values: Any) -> Any:
    return SAMPLE(
        **{"pk": 1, "name": "Aki", "club": "38Gr", "komi_half": 13, "local": True, **values}
    )


def test_a_field_is_drawn_with_all_that_helps() -> None:
    page = str(page_of(row(), [2]))
    name = re.search(r'<input type="text" name="name"[^>]*>', page)
    assert name
    for part in ('value="Aki"', 'maxlength="20"', " required", 'id="name"', 'autocomplete="off"'):
        assert part in name[0]
    assert '<label for="name">' in page
    club = re.search(r'<input type="text" name="club"[^>]*>', page)
    assert club
    assert 'aria-describedby="club_helptext"' in club[0]
    assert 'id="club_helptext">In short.' in page
    komi = re.search(r'<input type="text" name="komi_half"[^>]*>', page)
    assert komi
    assert 'inputmode="decimal"' in komi[0]
    assert 'value="6.5"' in komi[0]
    assert "<summary>More &lt;b&gt;</summary>" in page
    assert " style=" not in page
    assert "<details open" not in page


def test_what_is_wrong_stands_beside_the_field_and_leads_there() -> None:
    data = sent_back(str(page_of(row(), [2])))
    data["name"], data["club"], data["komi_half"] = "", "x" * 9, "<6>"
    form = sent(data, row(), [2])
    assert not form.is_valid()
    assert form.status == 400
    page = str(form)
    for field in ("name", "club", "komi_half"):
        assert f'<a href="#{field}">' in page
        assert f'<p class="error" id="{field}_error">' in page
        tag = re.search(rf'<input type="text" name="{field}"[^>]*>', page)
        assert tag
        assert 'aria-invalid="true"' in tag[0]
        assert f"{field}_error" in tag[0]
    assert "<details open" in page
    assert 'value="&lt;6&gt;"' in page
    assert "<6>" not in page


class LetterForm(Form):
    letter = TextField(max_length=20)


class AskingForm(Form):
    why = LineField(label="Why is that?", error_messages={"required": "Say why."})
    name = LineField(label="Name", error_messages={"required": "Write it."})


def test_the_summary_sets_no_colon_after_a_label_that_has_its_own_end() -> None:
    form = AskingForm(QueryDict(""))
    form.is_valid()
    text = strip_tags(render_to_string("django/forms/summary.html", {"form": form}))
    assert "Why is that? Say why." in text
    assert "Name: Write it." in text


def test_a_long_text_is_never_cut_but_comes_back_with_what_is_too_much() -> None:
    drawn = str(LetterForm())
    area = re.search(r"<textarea [^>]*>", drawn)
    assert area
    assert "maxlength" not in area[0]
    assert 'data-most="20"' in area[0]
    assert 'aria-live="polite"' in drawn
    form = LetterForm(QueryDict("letter=" + "x" * 23))
    assert not form.is_valid()
    assert form.status == 400
    told = " ".join(form.errors["letter"])
    assert "20" in told
    assert "23" in told
    assert "x" * 23 in str(form)


class ReasonsForm(Form):
    reason = LineField(max_length=500)
    name = LineField(max_length=60)


def test_a_line_as_long_as_a_reason_is_never_cut_and_a_short_one_as_before() -> None:
    form = ReasonsForm(QueryDict("name=Aki&reason=" + "x" * 503))
    reason, name = re.findall(r"<input [^>]*>", str(form))
    assert "maxlength" not in reason
    assert 'data-most="500"' in reason
    assert f'value="{"x" * 503}"' in reason
    assert 'maxlength="60"' in name
    assert str(form).count('aria-live="polite"') == 1
    assert "503" in " ".join(form.errors["reason"])


def test_nothing_typed_changes_nothing() -> None:
    form = sent(sent_back(str(page_of(row(), [2]))), row(), [2])
    assert form.is_valid()
    assert form.changes == {}


def test_what_only_one_of_two_changed_is_merged() -> None:
    data = sent_back(str(page_of(row(), [1, 2])))
    data["club"] = "Lyon"
    later = row(name="Béa", komi_half=15, local=False, version=1)
    form = sent(data, later, [3])
    assert form.is_valid(), form.errors
    assert form.changes == {"club": "Lyon"}
    page = str(form)
    assert 'value="Béa"' in page
    assert 'value="7.5"' in page


@pytest.mark.parametrize(("choice", "changes"), [("theirs", {}), ("mine", {"club": "Lyon"})])
def test_what_both_changed_is_asked_until_it_is_answered(
    choice: str, changes: dict[str, str]
) -> None:
    data = sent_back(str(page_of(row(), [2])))
    data["club"] = "Lyon"
    later = row(club="Brest", komi_half=15, version=1)
    for press in range(3):
        form = sent(data, later, [2])
        assert not form.is_valid()
        assert form.status == 409
        page = str(form)
        assert "<strong>Brest</strong>" in page
        assert "<strong>Lyon</strong>" in page
        assert ("choice-club-error" in page) == (press > 0)
        assert '"komi_half"' in page
        assert 'value="7.5"' in page
        data = sent_back(page)
    data["choice-club"] = choice
    form = sent(data, later, [2])
    assert form.is_valid(), form.errors
    assert form.changes == changes
    # A third person's value was in no question.
    data["choice-club"] = "mine"
    assert not sent(data, row(club="Dinan", komi_half=15, version=2), [2]).is_valid()


def test_the_same_change_by_both_is_no_question() -> None:
    data = sent_back(str(page_of(row(), [2])))
    data["komi_half"] = "7,5"
    data.setlist("rounds", ["3"])
    form = sent(data, row(komi_half=15, version=1), [3])
    assert form.is_valid(), form.errors
    assert form.changes == {}


def test_several_values_and_boxes_are_asked_in_words() -> None:
    data = sent_back(str(page_of(row(), [])))
    data.setlist("rounds", ["1", "3"])
    del data["local"]
    form = sent(data, row(local=True, version=1), [2])
    assert not form.is_valid()
    (both,) = form.both_changed
    assert (both.name, both.theirs, both.mine) == ("rounds", "2", "1, 3")


@pytest.mark.parametrize("junk", ["", "x", "-1", "9" * 400])
def test_a_form_that_no_page_of_ours_made_is_taken_or_refused(junk: str) -> None:
    data = QueryDict(mutable=True)
    data.update({"name": "Zoé", "version": junk, "asked": "name nothing", "initial-komi_half": "y"})
    assert sent(data, row(version=3), [1]).status in (200, 400, 409)
    str(sent(data, row(version=3), [1]))


def test_a_services_refusal_stands_beside_its_field() -> None:
    data = sent_back(str(page_of(row(), [2])))
    form = sent(data, row(), [2])
    assert form.is_valid()
    form.refuse(UserError("club", field="club", text="No such club."))
    assert form.status == 400
    assert form.errors["club"] == ["No such club."]
    form.refuse(StaleVersion())
    assert form.status == 409
    assert "Somebody else changed" in str(form)


def test_form_sets_are_tables_with_a_name_for_every_field() -> None:
    class Prize(Form):
        name = django_forms.CharField(max_length=80)
        places = django_forms.IntegerField()

    prizes = django_forms.formset_factory(Prize, extra=2)
    page = prizes(data={"form-TOTAL_FORMS": "2", "form-INITIAL_FORMS": "0", "form-0-name": "x"})
    assert not page.is_valid()
    text = page.as_table()
    assert text.count("<tr>") == 3
    assert text.count("<th ") == 2
    for name in ("form-0-name", "form-0-places", "form-1-name", "form-1-places"):
        assert f'<label for="id_{name}">' in text
        assert f'id="id_{name}"' in text
