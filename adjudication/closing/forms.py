"""Forms that close a tournament and open it again."""

from django.utils.translation import gettext_lazy as _

from tournament.audit.forms import ReasonField
from tournament.common.forms import Form, KeysField


class CloseForm(Form):
    """The numbers of the cases to leave undecided."""

    leaves = KeysField(label=_("Cases and appeals that are not decided"))


class ReopenForm(Form):
    """Why a closed tournament is opened again."""

    note = ReasonField(
        label=_("Why? It is written into the history."),
        error_messages={"required": _("Say in a few words why the tournament is opened again.")},
    )
