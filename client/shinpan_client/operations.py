"""The operations of the API. Written by ``manage.py api_schema``: do not edit."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

Part = str | int


class Operations(ABC):
    """A method for each operation of the API; :meth:`call` sends it."""

    @abstractmethod
    def call(
        self, method: str, path: str, where: tuple[Part, ...], fields: Mapping[str, Any]
    ) -> Any:
        """Call an operation; ``where`` fills the gaps of the path."""

    def delete_board(self, slug: Part, round_number: Part, game_id: Part, /) -> Any:
        """Remove a board."""
        path = "/api/v1/tournaments/{}/rounds/{}/boards/{}/"
        return self.call("DELETE", path, (slug, round_number, game_id), {})

    def delete_knock_out(self, slug: Part, /) -> Any:
        """Take the knock-out back."""
        path = "/api/v1/tournaments/{}/groups/knock-out/"
        return self.call("DELETE", path, (slug,), {})

    def delete_own_appeal(self, case_id: Part, /) -> Any:
        """Withdraw an appeal."""
        path = "/api/v1/cases/{}/appeal/"
        return self.call("DELETE", path, (case_id,), {})

    def delete_pairing(self, slug: Part, round_number: Part, /) -> Any:
        """Remove the boards."""
        path = "/api/v1/tournaments/{}/rounds/{}/pairing/"
        return self.call("DELETE", path, (slug, round_number), {})

    def delete_player_entered(self, slug: Part, number: Part, /) -> Any:
        """Remove a player."""
        path = "/api/v1/tournaments/{}/players/{}/entry/"
        return self.call("DELETE", path, (slug, number), {})

    def delete_publication(self, slug: Part, round_number: Part, /) -> Any:
        """Take a round back."""
        path = "/api/v1/tournaments/{}/rounds/{}/publication/"
        return self.call("DELETE", path, (slug, round_number), {})

    def delete_result(self, slug: Part, game_id: Part, /) -> Any:
        """Take a result back."""
        path = "/api/v1/tournaments/{}/games/{}/result/"
        return self.call("DELETE", path, (slug, game_id), {})

    def delete_round(self, slug: Part, round_number: Part, /) -> Any:
        """Delete a draft."""
        path = "/api/v1/tournaments/{}/rounds/{}/"
        return self.call("DELETE", path, (slug, round_number), {})

    def delete_token(self, slug: Part, token_id: Part, /) -> Any:
        """Revoke a token."""
        path = "/api/v1/tournaments/{}/tokens/{}/"
        return self.call("DELETE", path, (slug, token_id), {})

    def delete_webhook(self, slug: Part, webhook_id: Part, /) -> Any:
        """Remove a webhook."""
        path = "/api/v1/tournaments/{}/webhooks/{}/"
        return self.call("DELETE", path, (slug, webhook_id), {})

    def get_all_settings(self, slug: Part, /) -> Any:
        """Show the settings."""
        path = "/api/v1/tournaments/{}/settings/"
        return self.call("GET", path, (slug,), {})

    def get_bracket(self, slug: Part, /) -> Any:
        """Show the bracket."""
        path = "/api/v1/tournaments/{}/bracket/"
        return self.call("GET", path, (slug,), {})

    def get_bundle(self, slug: Part, number: Part, /) -> Any:
        """Show a bundle."""
        path = "/api/v1/tournaments/{}/bundles/{}/"
        return self.call("GET", path, (slug, number), {})

    def get_bundles(self, slug: Part, /) -> Any:
        """List bundles."""
        path = "/api/v1/tournaments/{}/bundles/"
        return self.call("GET", path, (slug,), {})

    def get_candidates(self, slug: Part, number: Part, /) -> Any:
        """List candidates."""
        path = "/api/v1/tournaments/{}/cases/{}/appeal/candidates/"
        return self.call("GET", path, (slug, number), {})

    def get_case(self, slug: Part, number: Part, /) -> Any:
        """Show a case."""
        path = "/api/v1/tournaments/{}/cases/{}/"
        return self.call("GET", path, (slug, number), {})

    def get_case_appeal(self, slug: Part, number: Part, /) -> Any:
        """Show an appeal."""
        path = "/api/v1/tournaments/{}/cases/{}/appeal/"
        return self.call("GET", path, (slug, number), {})

    def get_case_picture(self, slug: Part, number: Part, picture_id: Part, /) -> Any:
        """Read a picture."""
        path = "/api/v1/tournaments/{}/cases/{}/pictures/{}/"
        return self.call("GET", path, (slug, number, picture_id), {})

    def get_case_record(self, slug: Part, number: Part, statement_id: Part, /) -> Any:
        """Read a statement's record."""
        path = "/api/v1/tournaments/{}/cases/{}/statements/{}/record/"
        return self.call("GET", path, (slug, number, statement_id), {})

    def get_case_rulings(self, slug: Part, number: Part, /) -> Any:
        """List the rulings of a case."""
        path = "/api/v1/tournaments/{}/cases/{}/rulings/"
        return self.call("GET", path, (slug, number), {})

    def get_cases(self, slug: Part, /, **fields: Any) -> Any:
        """List cases."""
        path = "/api/v1/tournaments/{}/cases/"
        return self.call("GET", path, (slug,), fields)

    def get_check_ins(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """List who is here."""
        path = "/api/v1/tournaments/{}/rounds/{}/check-in/"
        return self.call("GET", path, (slug, round_number), fields)

    def get_clock(self, slug: Part, round_number: Part, /) -> Any:
        """Show the clock."""
        path = "/api/v1/tournaments/{}/rounds/{}/clock/"
        return self.call("GET", path, (slug, round_number), {})

    def get_confirmation(self, slug: Part, number: Part, confirmation: Part, /) -> Any:
        """Show a confirmation."""
        path = "/api/v1/tournaments/{}/cases/{}/confirmations/{}/"
        return self.call("GET", path, (slug, number, confirmation), {})

    def get_confirmation_certificate(
        self, slug: Part, number: Part, confirmation: Part, key: Part, /
    ) -> Any:
        """Read a certificate."""
        path = "/api/v1/tournaments/{}/cases/{}/confirmations/{}/certificates/{}/"
        return self.call("GET", path, (slug, number, confirmation, key), {})

    def get_confirmations(self, slug: Part, number: Part, /) -> Any:
        """List confirmations."""
        path = "/api/v1/tournaments/{}/cases/{}/confirmations/"
        return self.call("GET", path, (slug, number), {})

    def get_deliveries(self, slug: Part, webhook_id: Part, /, **fields: Any) -> Any:
        """List deliveries."""
        path = "/api/v1/tournaments/{}/webhooks/{}/deliveries/"
        return self.call("GET", path, (slug, webhook_id), fields)

    def get_differences(self, slug: Part, /) -> Any:
        """Compare with what was sent."""
        path = "/api/v1/tournaments/{}/bundles/differences/"
        return self.call("GET", path, (slug,), {})

    def get_export(self, slug: Part, kind: Part, /) -> Any:
        """Export a tournament."""
        path = "/api/v1/tournaments/{}/exports/{}/"
        return self.call("GET", path, (slug, kind), {})

    def get_exports(self, slug: Part, /) -> Any:
        """List formats."""
        path = "/api/v1/tournaments/{}/exports/"
        return self.call("GET", path, (slug,), {})

    def get_file(self, slug: Part, number: Part, /) -> Any:
        """Download a bundle."""
        path = "/api/v1/tournaments/{}/bundles/{}/file/"
        return self.call("GET", path, (slug, number), {})

    def get_game(self, game_id: Part, /) -> Any:
        """Show a game."""
        path = "/api/v1/games/{}/"
        return self.call("GET", path, (game_id,), {})

    def get_groups(self, slug: Part, /) -> Any:
        """Show the groups."""
        path = "/api/v1/tournaments/{}/groups/"
        return self.call("GET", path, (slug,), {})

    def get_history(self, slug: Part, /, **fields: Any) -> Any:
        """Read the audit trail."""
        path = "/api/v1/tournaments/{}/history/"
        return self.call("GET", path, (slug,), fields)

    def get_inquiries(self, game_id: Part, /) -> Any:
        """List questions to players."""
        path = "/api/v1/games/{}/inquiries/"
        return self.call("GET", path, (game_id,), {})

    def get_me(self) -> Any:
        """Show the caller."""
        path = "/api/v1/me/"
        return self.call("GET", path, (), {})

    def get_odds(self, slug: Part, /) -> Any:
        """Show the live odds."""
        path = "/api/v1/tournaments/{}/odds/"
        return self.call("GET", path, (slug,), {})

    def get_own_appeal(self, case_id: Part, /) -> Any:
        """Show the appeal of one's own case."""
        path = "/api/v1/cases/{}/appeal/"
        return self.call("GET", path, (case_id,), {})

    def get_own_cases(self, **fields: Any) -> Any:
        """List own cases."""
        path = "/api/v1/me/cases/"
        return self.call("GET", path, (), fields)

    def get_own_picture(self, case_id: Part, picture_id: Part, /) -> Any:
        """Read a picture of one's own case."""
        path = "/api/v1/cases/{}/pictures/{}/"
        return self.call("GET", path, (case_id, picture_id), {})

    def get_own_record(self, case_id: Part, statement_id: Part, /) -> Any:
        """Read a record of one's own case."""
        path = "/api/v1/cases/{}/statements/{}/record/"
        return self.call("GET", path, (case_id, statement_id), {})

    def get_own_stones(self, case_id: Part, /) -> Any:
        """Read which stones are alive, as the players say."""
        path = "/api/v1/cases/{}/stones/"
        return self.call("GET", path, (case_id,), {})

    def get_pairing(self, slug: Part, round_number: Part, /) -> Any:
        """Show a pairing."""
        path = "/api/v1/tournaments/{}/rounds/{}/pairing/"
        return self.call("GET", path, (slug, round_number), {})

    def get_participation(self, slug: Part, /, **fields: Any) -> Any:
        """List who takes part."""
        path = "/api/v1/tournaments/{}/participation/"
        return self.call("GET", path, (slug,), fields)

    def get_player(self, slug: Part, number: Part, /) -> Any:
        """Show a player."""
        path = "/api/v1/tournaments/{}/players/{}/"
        return self.call("GET", path, (slug, number), {})

    def get_player_entered(self, slug: Part, number: Part, /) -> Any:
        """Show an entry."""
        path = "/api/v1/tournaments/{}/players/{}/entry/"
        return self.call("GET", path, (slug, number), {})

    def get_players(self, slug: Part, /, **fields: Any) -> Any:
        """List players."""
        path = "/api/v1/tournaments/{}/players/"
        return self.call("GET", path, (slug,), fields)

    def get_poster(self, slug: Part, /) -> Any:
        """Show the page of the event."""
        path = "/api/v1/tournaments/{}/poster/"
        return self.call("GET", path, (slug,), {})

    def get_rating_search(self, slug: Part, /, **fields: Any) -> Any:
        """Search rating lists."""
        path = "/api/v1/tournaments/{}/rating-search/"
        return self.call("GET", path, (slug,), fields)

    def get_ratings(self, slug: Part, /) -> Any:
        """Show ratings."""
        path = "/api/v1/tournaments/{}/ratings/"
        return self.call("GET", path, (slug,), {})

    def get_referees(self, slug: Part, /) -> Any:
        """List referees."""
        path = "/api/v1/tournaments/{}/referees/"
        return self.call("GET", path, (slug,), {})

    def get_registration_requests(self, slug: Part, /, **fields: Any) -> Any:
        """List requests."""
        path = "/api/v1/tournaments/{}/requests/"
        return self.call("GET", path, (slug,), fields)

    def get_round(self, slug: Part, round_number: Part, /) -> Any:
        """Show a round."""
        path = "/api/v1/tournaments/{}/rounds/{}/"
        return self.call("GET", path, (slug, round_number), {})

    def get_rounds(self, slug: Part, /, **fields: Any) -> Any:
        """List rounds."""
        path = "/api/v1/tournaments/{}/rounds/"
        return self.call("GET", path, (slug,), fields)

    def get_ruling(self, ruling_id: Part, /) -> Any:
        """Show a ruling."""
        path = "/api/v1/rulings/{}/"
        return self.call("GET", path, (ruling_id,), {})

    def get_rulings(self, **fields: Any) -> Any:
        """Search rulings."""
        path = "/api/v1/rulings/"
        return self.call("GET", path, (), fields)

    def get_schedule(self, slug: Part, /, **fields: Any) -> Any:
        """List the dates of the rounds."""
        path = "/api/v1/tournaments/{}/schedule/"
        return self.call("GET", path, (slug,), fields)

    def get_seal(self, slug: Part, /) -> Any:
        """Show the seal of the record."""
        path = "/api/v1/tournaments/{}/seal/"
        return self.call("GET", path, (slug,), {})

    def get_settings_of_disputes(self, slug: Part, /) -> Any:
        """Show the settings."""
        path = "/api/v1/tournaments/{}/settings/disputes/"
        return self.call("GET", path, (slug,), {})

    def get_settings_of_event(self, slug: Part, /) -> Any:
        """Show the settings."""
        path = "/api/v1/tournaments/{}/settings/event/"
        return self.call("GET", path, (slug,), {})

    def get_settings_of_results(self, slug: Part, /) -> Any:
        """Show the settings."""
        path = "/api/v1/tournaments/{}/settings/results/"
        return self.call("GET", path, (slug,), {})

    def get_settings_of_status(self, slug: Part, /) -> Any:
        """Show the status."""
        path = "/api/v1/tournaments/{}/settings/status/"
        return self.call("GET", path, (slug,), {})

    def get_settings_of_system(self, slug: Part, /) -> Any:
        """Show the settings."""
        path = "/api/v1/tournaments/{}/settings/system/"
        return self.call("GET", path, (slug,), {})

    def get_settings_of_time(self, slug: Part, /) -> Any:
        """Show the settings."""
        path = "/api/v1/tournaments/{}/settings/time/"
        return self.call("GET", path, (slug,), {})

    def get_standings(self, slug: Part, /, **fields: Any) -> Any:
        """Show the standings."""
        path = "/api/v1/tournaments/{}/standings/"
        return self.call("GET", path, (slug,), fields)

    def get_submission(self, submission_id: Part, /) -> Any:
        """Show a report."""
        path = "/api/v1/submissions/{}/"
        return self.call("GET", path, (submission_id,), {})

    def get_submission_proposal(self, submission_id: Part, /) -> Any:
        """Propose dead stones for a report."""
        path = "/api/v1/submissions/{}/proposal/"
        return self.call("GET", path, (submission_id,), {})

    def get_submission_record(self, submission_id: Part, /) -> Any:
        """Read a record."""
        path = "/api/v1/submissions/{}/record/"
        return self.call("GET", path, (submission_id,), {})

    def get_submissions(self, game_id: Part, /, **fields: Any) -> Any:
        """List the reports on a game."""
        path = "/api/v1/games/{}/submissions/"
        return self.call("GET", path, (game_id,), fields)

    def get_the_own_case(self, case_id: Part, /) -> Any:
        """Show one's own case."""
        path = "/api/v1/cases/{}/"
        return self.call("GET", path, (case_id,), {})

    def get_tokens(self, slug: Part, /, **fields: Any) -> Any:
        """List the staff's tokens."""
        path = "/api/v1/tournaments/{}/tokens/"
        return self.call("GET", path, (slug,), fields)

    def get_tournament(self, slug: Part, /) -> Any:
        """Show a tournament."""
        path = "/api/v1/tournaments/{}/"
        return self.call("GET", path, (slug,), {})

    def get_tournament_games(self, slug: Part, /, **fields: Any) -> Any:
        """List games."""
        path = "/api/v1/tournaments/{}/games/"
        return self.call("GET", path, (slug,), fields)

    def get_tournaments(self, **fields: Any) -> Any:
        """List tournaments."""
        path = "/api/v1/tournaments/"
        return self.call("GET", path, (), fields)

    def get_verification(self, slug: Part, round_number: Part, /) -> Any:
        """Check a draw."""
        path = "/api/v1/tournaments/{}/rounds/{}/verification/"
        return self.call("GET", path, (slug, round_number), {})

    def get_webhook(self, slug: Part, webhook_id: Part, /) -> Any:
        """Show a webhook."""
        path = "/api/v1/tournaments/{}/webhooks/{}/"
        return self.call("GET", path, (slug, webhook_id), {})

    def get_webhooks(self, slug: Part, /) -> Any:
        """List webhooks."""
        path = "/api/v1/tournaments/{}/webhooks/"
        return self.call("GET", path, (slug,), {})

    def get_why_paired(self, slug: Part, round_number: Part, number: Part, /) -> Any:
        """Explain a pairing."""
        path = "/api/v1/tournaments/{}/rounds/{}/why/{}/"
        return self.call("GET", path, (slug, round_number, number), {})

    def patch_board(self, slug: Part, round_number: Part, game_id: Part, /, **fields: Any) -> Any:
        """Change a board."""
        path = "/api/v1/tournaments/{}/rounds/{}/boards/{}/"
        return self.call("PATCH", path, (slug, round_number, game_id), fields)

    def patch_player_entered(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Change an entry."""
        path = "/api/v1/tournaments/{}/players/{}/entry/"
        return self.call("PATCH", path, (slug, number), fields)

    def patch_poster(self, slug: Part, /, **fields: Any) -> Any:
        """Change the page of the event."""
        path = "/api/v1/tournaments/{}/poster/"
        return self.call("PATCH", path, (slug,), fields)

    def patch_settings_of_disputes(self, slug: Part, /, **fields: Any) -> Any:
        """Change disputes."""
        path = "/api/v1/tournaments/{}/settings/disputes/"
        return self.call("PATCH", path, (slug,), fields)

    def patch_settings_of_event(self, slug: Part, /, **fields: Any) -> Any:
        """Change the event."""
        path = "/api/v1/tournaments/{}/settings/event/"
        return self.call("PATCH", path, (slug,), fields)

    def patch_settings_of_results(self, slug: Part, /, **fields: Any) -> Any:
        """Change who reports."""
        path = "/api/v1/tournaments/{}/settings/results/"
        return self.call("PATCH", path, (slug,), fields)

    def patch_settings_of_status(self, slug: Part, /, **fields: Any) -> Any:
        """Publish or hide a tournament."""
        path = "/api/v1/tournaments/{}/settings/status/"
        return self.call("PATCH", path, (slug,), fields)

    def patch_settings_of_system(self, slug: Part, /, **fields: Any) -> Any:
        """Change the system."""
        path = "/api/v1/tournaments/{}/settings/system/"
        return self.call("PATCH", path, (slug,), fields)

    def patch_settings_of_time(self, slug: Part, /, **fields: Any) -> Any:
        """Change the times."""
        path = "/api/v1/tournaments/{}/settings/time/"
        return self.call("PATCH", path, (slug,), fields)

    def patch_webhook(self, slug: Part, webhook_id: Part, /, **fields: Any) -> Any:
        """Change a webhook."""
        path = "/api/v1/tournaments/{}/webhooks/{}/"
        return self.call("PATCH", path, (slug, webhook_id), fields)

    def post_acceptance(self, game_id: Part, /, **fields: Any) -> Any:
        """Accept the opponent's report."""
        path = "/api/v1/games/{}/acceptance/"
        return self.call("POST", path, (game_id,), fields)

    def post_approval(self, slug: Part, /, **fields: Any) -> Any:
        """Approve requests."""
        path = "/api/v1/tournaments/{}/requests/approval/"
        return self.call("POST", path, (slug,), fields)

    def post_boards(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Seat two players."""
        path = "/api/v1/tournaments/{}/rounds/{}/boards/"
        return self.call("POST", path, (slug, round_number), fields)

    def post_bulk_records(self, slug: Part, /, **fields: Any) -> Any:
        """Import records."""
        path = "/api/v1/tournaments/{}/records/"
        return self.call("POST", path, (slug,), fields)

    def post_bundles(self, slug: Part, /, **fields: Any) -> Any:
        """Make a bundle."""
        path = "/api/v1/tournaments/{}/bundles/"
        return self.call("POST", path, (slug,), fields)

    def post_case_handover(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Hand a case over."""
        path = "/api/v1/tournaments/{}/cases/{}/handover/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_keeping(self, slug: Part, number: Part, /) -> Any:
        """Keep a case."""
        path = "/api/v1/tournaments/{}/cases/{}/keep/"
        return self.call("POST", path, (slug, number), {})

    def post_case_questions(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Ask the players."""
        path = "/api/v1/tournaments/{}/cases/{}/questions/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_reading(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Say how a record is read."""
        path = "/api/v1/tournaments/{}/cases/{}/reading/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_return(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Give a case back."""
        path = "/api/v1/tournaments/{}/cases/{}/return/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_right_record(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Say which record is right."""
        path = "/api/v1/tournaments/{}/cases/{}/right-record/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_rulings(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Rule on a case."""
        path = "/api/v1/tournaments/{}/cases/{}/rulings/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_settlement(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Settle a case."""
        path = "/api/v1/tournaments/{}/cases/{}/settlement/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_statements(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Write a statement."""
        path = "/api/v1/tournaments/{}/cases/{}/statements/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_stones(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Say whether stones stay."""
        path = "/api/v1/tournaments/{}/cases/{}/stones/"
        return self.call("POST", path, (slug, number), fields)

    def post_case_taking(self, slug: Part, number: Part, /) -> Any:
        """Take a case."""
        path = "/api/v1/tournaments/{}/cases/{}/take/"
        return self.call("POST", path, (slug, number), {})

    def post_cases(self, slug: Part, /, **fields: Any) -> Any:
        """Open a case."""
        path = "/api/v1/tournaments/{}/cases/"
        return self.call("POST", path, (slug,), fields)

    def post_clock(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Set the clock."""
        path = "/api/v1/tournaments/{}/rounds/{}/clock/"
        return self.call("POST", path, (slug, round_number), fields)

    def post_closing(self, slug: Part, /, **fields: Any) -> Any:
        """Close a tournament."""
        path = "/api/v1/tournaments/{}/closing/"
        return self.call("POST", path, (slug,), fields)

    def post_closure(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Close a vote."""
        path = "/api/v1/tournaments/{}/cases/{}/appeal/closure/"
        return self.call("POST", path, (slug, number), fields)

    def post_colours(self, slug: Part, round_number: Part, game_id: Part, /) -> Any:
        """Exchange colours."""
        path = "/api/v1/tournaments/{}/rounds/{}/boards/{}/colours/"
        return self.call("POST", path, (slug, round_number, game_id), {})

    def post_confirmation(self, submission_id: Part, /, **fields: Any) -> Any:
        """Confirm a report."""
        path = "/api/v1/submissions/{}/confirmation/"
        return self.call("POST", path, (submission_id,), fields)

    def post_confirmation_cancelling(self, slug: Part, number: Part, confirmation: Part, /) -> Any:
        """Cancel a confirmation."""
        path = "/api/v1/tournaments/{}/cases/{}/confirmations/{}/cancel/"
        return self.call("POST", path, (slug, number, confirmation), {})

    def post_confirmation_outlook(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Look at a question."""
        path = "/api/v1/tournaments/{}/cases/{}/confirmations/outlook/"
        return self.call("POST", path, (slug, number), fields)

    def post_confirmations(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Ask whether stones are alive."""
        path = "/api/v1/tournaments/{}/cases/{}/confirmations/"
        return self.call("POST", path, (slug, number), fields)

    def post_contest_comparison(self, submission_id: Part, /, **fields: Any) -> Any:
        """Compare a record."""
        path = "/api/v1/submissions/{}/contest/comparison/"
        return self.call("POST", path, (submission_id,), fields)

    def post_contesting(self, submission_id: Part, /, **fields: Any) -> Any:
        """Contest a report."""
        path = "/api/v1/submissions/{}/contest/"
        return self.call("POST", path, (submission_id,), fields)

    def post_correction_of_colours(self, slug: Part, game_id: Part, /, **fields: Any) -> Any:
        """Correct the colours."""
        path = "/api/v1/tournaments/{}/games/{}/correction/colours/"
        return self.call("POST", path, (slug, game_id), fields)

    def post_correction_of_players(self, slug: Part, game_id: Part, /, **fields: Any) -> Any:
        """Correct who played."""
        path = "/api/v1/tournaments/{}/games/{}/correction/players/"
        return self.call("POST", path, (slug, game_id), fields)

    def post_correction_of_result(self, slug: Part, game_id: Part, /, **fields: Any) -> Any:
        """Correct a result."""
        path = "/api/v1/tournaments/{}/games/{}/correction/"
        return self.call("POST", path, (slug, game_id), fields)

    def post_correction_of_terms(self, slug: Part, game_id: Part, /, **fields: Any) -> Any:
        """Correct the terms."""
        path = "/api/v1/tournaments/{}/games/{}/correction/terms/"
        return self.call("POST", path, (slug, game_id), fields)

    def post_correction_to_none(self, slug: Part, game_id: Part, /, **fields: Any) -> Any:
        """Take any result back."""
        path = "/api/v1/tournaments/{}/games/{}/correction/none/"
        return self.call("POST", path, (slug, game_id), fields)

    def post_delivery_again(self, slug: Part, delivery_id: Part, /) -> Any:
        """Deliver again."""
        path = "/api/v1/tournaments/{}/deliveries/{}/replay/"
        return self.call("POST", path, (slug, delivery_id), {})

    def post_draw(self, slug: Part, /) -> Any:
        """Draw the groups."""
        path = "/api/v1/tournaments/{}/groups/draw/"
        return self.call("POST", path, (slug,), {})

    def post_freeze(self, slug: Part, /, **fields: Any) -> Any:
        """Freeze the standings."""
        path = "/api/v1/tournaments/{}/standings/freeze/"
        return self.call("POST", path, (slug,), fields)

    def post_inquiry_answer(self, inquiry_id: Part, /, **fields: Any) -> Any:
        """Answer a question."""
        path = "/api/v1/inquiries/{}/answer/"
        return self.call("POST", path, (inquiry_id,), fields)

    def post_lost_on_time(self, game_id: Part, /, **fields: Any) -> Any:
        """Agree to have lost on time."""
        path = "/api/v1/games/{}/lost-on-time/"
        return self.call("POST", path, (game_id,), fields)

    def post_matter_withdrawal(self, game_id: Part, /, **fields: Any) -> Any:
        """Withdraw a matter that one raised."""
        path = "/api/v1/games/{}/matters/withdrawal/"
        return self.call("POST", path, (game_id,), fields)

    def post_matters(self, game_id: Part, /, **fields: Any) -> Any:
        """Raise a matter."""
        path = "/api/v1/games/{}/matters/"
        return self.call("POST", path, (game_id,), fields)

    def post_motions(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Put a motion."""
        path = "/api/v1/tournaments/{}/cases/{}/appeal/motions/"
        return self.call("POST", path, (slug, number), fields)

    def post_objection(self, game_id: Part, /, **fields: Any) -> Any:
        """Object to a result."""
        path = "/api/v1/games/{}/objection/"
        return self.call("POST", path, (game_id,), fields)

    def post_own_appeal(self, case_id: Part, /, **fields: Any) -> Any:
        """Appeal."""
        path = "/api/v1/cases/{}/appeal/"
        return self.call("POST", path, (case_id,), fields)

    def post_own_statements(self, case_id: Part, /, **fields: Any) -> Any:
        """Write a statement in one's own case."""
        path = "/api/v1/cases/{}/statements/"
        return self.call("POST", path, (case_id,), fields)

    def post_own_stones(self, case_id: Part, /, **fields: Any) -> Any:
        """Say which stones are alive."""
        path = "/api/v1/cases/{}/stones/"
        return self.call("POST", path, (case_id,), fields)

    def post_pairing(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Pair a round."""
        path = "/api/v1/tournaments/{}/rounds/{}/pairing/"
        return self.call("POST", path, (slug, round_number), fields)

    def post_players(self, slug: Part, /, **fields: Any) -> Any:
        """Enter a player."""
        path = "/api/v1/tournaments/{}/players/"
        return self.call("POST", path, (slug,), fields)

    def post_players_in_bulk(self, slug: Part, /, **fields: Any) -> Any:
        """Enter many players."""
        path = "/api/v1/tournaments/{}/players/bulk/"
        return self.call("POST", path, (slug,), fields)

    def post_record_proposal(self, game_id: Part, /, **fields: Any) -> Any:
        """Propose dead stones."""
        path = "/api/v1/games/{}/proposal/"
        return self.call("POST", path, (game_id,), fields)

    def post_record_removal(self, submission_id: Part, /, **fields: Any) -> Any:
        """Remove a wrong record."""
        path = "/api/v1/submissions/{}/removal/"
        return self.call("POST", path, (submission_id,), fields)

    def post_records(self, game_id: Part, /, **fields: Any) -> Any:
        """Add a record."""
        path = "/api/v1/games/{}/records/"
        return self.call("POST", path, (game_id,), fields)

    def post_refusal(self, slug: Part, /, **fields: Any) -> Any:
        """Refuse requests."""
        path = "/api/v1/tournaments/{}/requests/refusal/"
        return self.call("POST", path, (slug,), fields)

    def post_reopening(self, slug: Part, /, **fields: Any) -> Any:
        """Reopen a tournament."""
        path = "/api/v1/tournaments/{}/reopening/"
        return self.call("POST", path, (slug,), fields)

    def post_replay(self, slug: Part, webhook_id: Part, /, **fields: Any) -> Any:
        """Deliver again since a given time."""
        path = "/api/v1/tournaments/{}/webhooks/{}/replay/"
        return self.call("POST", path, (slug, webhook_id), fields)

    def post_report_withdrawal(self, submission_id: Part, /) -> Any:
        """Withdraw a report."""
        path = "/api/v1/submissions/{}/withdrawal/"
        return self.call("POST", path, (submission_id,), {})

    def post_right_record(self, submission_id: Part, /, **fields: Any) -> Any:
        """Accept a record."""
        path = "/api/v1/submissions/{}/right-record/"
        return self.call("POST", path, (submission_id,), fields)

    def post_rounds(self, slug: Part, /, **fields: Any) -> Any:
        """Prepare a round."""
        path = "/api/v1/tournaments/{}/rounds/"
        return self.call("POST", path, (slug,), fields)

    def post_ruling_preview(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Preview a ruling."""
        path = "/api/v1/tournaments/{}/cases/{}/rulings/preview/"
        return self.call("POST", path, (slug, number), fields)

    def post_ruling_revision(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Revise a ruling."""
        path = "/api/v1/tournaments/{}/cases/{}/rulings/revision/"
        return self.call("POST", path, (slug, number), fields)

    def post_sending(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Note that a bundle was sent."""
        path = "/api/v1/tournaments/{}/bundles/{}/sending/"
        return self.call("POST", path, (slug, number), fields)

    def post_server_games(self, slug: Part, /, **fields: Any) -> Any:
        """Send a finished game for its players."""
        path = "/api/v1/tournaments/{}/server-games/"
        return self.call("POST", path, (slug,), fields)

    def post_statement_record(self, game_id: Part, /, **fields: Any) -> Any:
        """Accept the record of a statement."""
        path = "/api/v1/games/{}/right-record/"
        return self.call("POST", path, (game_id,), fields)

    def post_submissions(self, game_id: Part, /, **fields: Any) -> Any:
        """Report a result."""
        path = "/api/v1/games/{}/submissions/"
        return self.call("POST", path, (game_id,), fields)

    def post_swap(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Exchange two players."""
        path = "/api/v1/tournaments/{}/rounds/{}/swap/"
        return self.call("POST", path, (slug, round_number), fields)

    def post_thaw(self, slug: Part, /) -> Any:
        """Thaw the standings."""
        path = "/api/v1/tournaments/{}/standings/thaw/"
        return self.call("POST", path, (slug,), {})

    def post_tokens(self, slug: Part, /, **fields: Any) -> Any:
        """Issue a token."""
        path = "/api/v1/tournaments/{}/tokens/"
        return self.call("POST", path, (slug,), fields)

    def post_tournaments(self, **fields: Any) -> Any:
        """Create a tournament."""
        path = "/api/v1/tournaments/"
        return self.call("POST", path, (), fields)

    def post_votes(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Vote."""
        path = "/api/v1/tournaments/{}/cases/{}/appeal/votes/"
        return self.call("POST", path, (slug, number), fields)

    def post_webhook_secret(self, slug: Part, webhook_id: Part, /) -> Any:
        """Renew the secret."""
        path = "/api/v1/tournaments/{}/webhooks/{}/secret/"
        return self.call("POST", path, (slug, webhook_id), {})

    def post_webhook_test(self, slug: Part, webhook_id: Part, /) -> Any:
        """Send a test."""
        path = "/api/v1/tournaments/{}/webhooks/{}/test/"
        return self.call("POST", path, (slug, webhook_id), {})

    def post_webhooks(self, slug: Part, /, **fields: Any) -> Any:
        """Add a webhook."""
        path = "/api/v1/tournaments/{}/webhooks/"
        return self.call("POST", path, (slug,), fields)

    def post_withdrawal(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Withdraw a player."""
        path = "/api/v1/tournaments/{}/players/{}/withdrawal/"
        return self.call("POST", path, (slug, number), fields)

    def put_absent(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Set who is absent."""
        path = "/api/v1/tournaments/{}/rounds/{}/absent/"
        return self.call("PUT", path, (slug, round_number), fields)

    def put_bye(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Give the bye."""
        path = "/api/v1/tournaments/{}/rounds/{}/bye/"
        return self.call("PUT", path, (slug, round_number), fields)

    def put_check_in(self, slug: Part, round_number: Part, number: Part, /, **fields: Any) -> Any:
        """Check a player in."""
        path = "/api/v1/tournaments/{}/rounds/{}/check-in/{}/"
        return self.call("PUT", path, (slug, round_number, number), fields)

    def put_committee(self, slug: Part, number: Part, /, **fields: Any) -> Any:
        """Appoint the committee."""
        path = "/api/v1/tournaments/{}/cases/{}/appeal/committee/"
        return self.call("PUT", path, (slug, number), fields)

    def put_finish(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Close a round."""
        path = "/api/v1/tournaments/{}/rounds/{}/finish/"
        return self.call("PUT", path, (slug, round_number), fields)

    def put_knock_out(self, slug: Part, /, **fields: Any) -> Any:
        """Start the knock-out."""
        path = "/api/v1/tournaments/{}/groups/knock-out/"
        return self.call("PUT", path, (slug,), fields)

    def put_players_round(
        self, slug: Part, number: Part, round_number: Part, /, **fields: Any
    ) -> Any:
        """Set whether a player takes part."""
        path = "/api/v1/tournaments/{}/players/{}/rounds/{}/"
        return self.call("PUT", path, (slug, number, round_number), fields)

    def put_publication(self, slug: Part, round_number: Part, /, **fields: Any) -> Any:
        """Publish a round."""
        path = "/api/v1/tournaments/{}/rounds/{}/publication/"
        return self.call("PUT", path, (slug, round_number), fields)

    def put_result(self, slug: Part, game_id: Part, /, **fields: Any) -> Any:
        """Enter a result."""
        path = "/api/v1/tournaments/{}/games/{}/result/"
        return self.call("PUT", path, (slug, game_id), fields)

    def put_resumption(self, slug: Part, /) -> Any:
        """Let the dates count again."""
        path = "/api/v1/tournaments/{}/schedule/resumption/"
        return self.call("PUT", path, (slug,), {})
