"""What is looked for among pages, settings, words and players."""

from tournament.common.forms import Form
from tournament.fields.forms import CutField


class FindForm(Form):
    """The words that somebody types."""

    q = CutField(80, strip=True)

    @property
    def text(self) -> str:
        """Return them."""
        self.full_clean()
        return str(self.cleaned_data.get("q", ""))
