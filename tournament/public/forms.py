"""What addresses of public pages ask for: a name, a part of the standings."""

from django import forms

from tournament.common.forms import Form


class FindForm(Form):
    """What is looked for among the tournaments."""

    find = forms.CharField(required=False)

    @property
    def text(self) -> str:
        """Return what is looked for."""
        self.full_clean()
        return str(self.cleaned_data.get("find", ""))


class FilterForm(Form):
    """Which part of the standings is shown: a group, a category, a club, ranks ``from`` and ``to``.

    What is no rank is passed over.
    """

    group = forms.CharField(required=False)
    category = forms.CharField(required=False)
    club = forms.CharField(required=False, strip=False)
    to = forms.CharField(required=False)

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["from"] = forms.CharField(required=False)

    @property
    def wanted(self) -> dict[str, str]:
        """Return what is asked for, by the names of the fields."""
        self.full_clean()
        return self.cleaned_data
