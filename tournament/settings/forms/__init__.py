"""The steps of the setup as forms, each in a module of its own."""

from tournament.settings.forms.disputes import DisputesForm
from tournament.settings.forms.event import EventForm, NewTournamentForm
from tournament.settings.forms.order import CriteriaForm
from tournament.settings.forms.results import ResultsForm
from tournament.settings.forms.step import Preset, SetupStepForm
from tournament.settings.forms.system import SystemForm
from tournament.settings.forms.time import TimeForm

STEPS: tuple[type[SetupStepForm], ...] = (
    EventForm,
    SystemForm,
    CriteriaForm,
    TimeForm,
    ResultsForm,
    DisputesForm,
)

__all__ = ["STEPS", "NewTournamentForm", "Preset", "SetupStepForm"]
