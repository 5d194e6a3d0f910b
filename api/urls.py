"""The addresses of the API, subject by subject; any other address gets a problem in JSON, too."""

from django.urls import path, re_path
from rest_framework.routers import SimpleRouter

from adjudication.bundles.api import BundleViewSet
from adjudication.closing.api import ClosingViewSet
from adjudication.corrections.api import HistoryViewSet, ResultViewSet
from adjudication.inquiries.api import GameInquiryViewSet, InquiryViewSet
from adjudication.life_and_death.api.proposals.views import (
    RecordProposalViewSet,
    SubmissionProposalViewSet,
)
from adjudication.life_and_death.api.saying import SaidStonesViewSet
from adjudication.life_and_death.api.views import ConfirmationViewSet
from adjudication.lifecycle.api import StatusViewSet
from adjudication.referee.api.views import CaseViewSet, RefereeViewSet
from adjudication.result_entry.api import RoundClosingViewSet
from adjudication.rulings.api.appeals import AppealViewSet, OwnAppealViewSet
from adjudication.rulings.api.own_cases import OwnCasesViewSet, OwnCaseViewSet
from adjudication.rulings.api.views import CaseRulingViewSet, RulingViewSet
from adjudication.submissions.api.games import TournamentGameViewSet
from adjudication.submissions.api.records import BulkRecordViewSet
from adjudication.submissions.api.server_games import ServerGameViewSet
from adjudication.submissions.api.views import GameSubmissionViewSet, SubmissionViewSet
from adjudication.verdicts.api import GameViewSet
from api.me import MeViewSet
from api.tokens import TokenViewSet
from api.views import SchemaFile, docs, nothing_here
from api.webhooks import DeliveryViewSet, WebhookViewSet
from tournament.players.api.views import (
    CheckInViewSet,
    ParticipationViewSet,
    PlayerViewSet,
    RatingSearchViewSet,
    RegistrationRequestViewSet,
)
from tournament.public.api import FreezingViewSet, PosterViewSet, SealViewSet, StandingsViewSet
from tournament.rounds.api.groups import GroupsViewSet
from tournament.rounds.api.views import BoardViewSet, PairingViewSet, RoundViewSet, ScheduleViewSet
from tournament.settings.api.settings import SettingsViewSet
from tournament.settings.api.tournaments import TournamentsViewSet

app_name = "api"
T = "tournaments/<slug:slug>"

router = SimpleRouter(use_regex_path=False)
router.register("", MeViewSet, "me")
router.register("tournaments", TournamentsViewSet, "tournament")
router.register("tournaments", ClosingViewSet, "closing")
router.register("tournaments", SettingsViewSet, "settings")
router.register("tournaments", StatusViewSet, "status")
router.register(f"{T}/rounds", RoundViewSet, "round")
router.register(f"{T}/rounds", RoundClosingViewSet, "round_closing")
router.register("tournaments", ScheduleViewSet, "schedule")
router.register(f"{T}/rounds", PairingViewSet, "pairing")
router.register("tournaments", GroupsViewSet, "groups")
router.register(f"{T}/rounds/<int:round_number>/boards", BoardViewSet, "board")
router.register(f"{T}/games", ResultViewSet, "result")
router.register("tournaments", FreezingViewSet, "freezing")
router.register("tournaments", StandingsViewSet, "standings")
router.register(f"{T}/bundles", BundleViewSet, "bundle")
router.register("tournaments", PosterViewSet, "poster")
router.register("tournaments", SealViewSet, "seal")
router.register("tournaments", HistoryViewSet, "history")
router.register(f"{T}/players", PlayerViewSet, "player")
router.register("tournaments", ParticipationViewSet, "participation")
router.register(f"{T}/rounds/<int:round_number>/check-in", CheckInViewSet, "check_in")
router.register(f"{T}/requests", RegistrationRequestViewSet, "registration_request")
router.register("tournaments", RatingSearchViewSet, "rating_search")
router.register(f"{T}/games", TournamentGameViewSet, "tournament_game")
router.register("games", GameViewSet, "game")
router.register("games", GameSubmissionViewSet, "game_submission")
router.register("submissions", SubmissionViewSet, "submission")
router.register("tournaments", BulkRecordViewSet, "bulk_record")
router.register("tournaments", ServerGameViewSet, "server_game")
router.register("games", RecordProposalViewSet, "proposal")
router.register("submissions", SubmissionProposalViewSet, "submission_proposal")
router.register("games", GameInquiryViewSet, "game_inquiry")
router.register("inquiries", InquiryViewSet, "inquiry")
router.register(f"{T}/referees", RefereeViewSet, "referee")
router.register(f"{T}/cases", CaseViewSet, "case")
router.register("me/cases", OwnCasesViewSet, "own_case")
router.register("cases", OwnCaseViewSet, "the_own_case")
router.register("cases", SaidStonesViewSet, "said_stones")
router.register(f"{T}/cases/<int:number>/confirmations", ConfirmationViewSet, "confirmation")
router.register(f"{T}/cases", CaseRulingViewSet, "case_ruling")
router.register("rulings", RulingViewSet, "ruling")
router.register(f"{T}/cases", AppealViewSet, "appeal")
router.register("cases", OwnAppealViewSet, "own_appeal")
router.register(f"{T}/tokens", TokenViewSet, "token")
router.register(f"{T}/webhooks", WebhookViewSet, "webhook")
router.register(f"{T}/deliveries", DeliveryViewSet, "delivery")

urlpatterns = [
    path("schema/", SchemaFile.as_view(), name="schema"),
    path("docs/", docs, name="docs"),
    *router.urls,
    re_path(r"^[\s\S]*$", nothing_here, name="nothing"),
]
