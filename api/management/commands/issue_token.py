"""``manage.py issue_token``: a token of the API from the command line."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from api.models import Scope
from api.services.tokens import (
    DEFAULT_DAYS,
    SCOPES_OF,
    issue_operator_token,
    issue_staff_token,
)
from tournament.errors import UserError
from tournament.models import Role
from tournament.tournaments.selectors.public import tournament_terms

ROLES = [str(role) for role in SCOPES_OF if role != Role.PLAYER]


class Command(BaseCommand):
    """Issue a token of an operator, or of a role in a tournament."""

    help = "Print a new token: of an operator (--operator), or of a role in a tournament."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whose token it is and what it is for."""
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--operator", metavar="NAME", help="the login of an operator")
        whose.add_argument("--tournament", metavar="SLUG", help="the address of a tournament")
        parser.add_argument("--role", choices=ROLES, default=str(Role.DIRECTOR))
        parser.add_argument("--label", required=True, help="what the token is for")
        parser.add_argument(
            "--scope",
            action="append",
            choices=Scope.values,
            help="once or more; all of the role where there is none",
        )
        parser.add_argument("--days", type=int, default=DEFAULT_DAYS, help="how long it works")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the token."""
        more = {"label": options["label"], "days": options["days"]}
        try:
            if options["operator"]:
                user = User.objects.filter(username=options["operator"]).first()
                scopes = options["scope"] or SCOPES_OF[Role.DIRECTOR]
                issued = issue_operator_token(user_id=user.pk if user else 0, scopes=scopes, **more)
            else:
                terms = tournament_terms(options["tournament"])
                scopes = options["scope"] or SCOPES_OF[options["role"]]
                issued = issue_staff_token(
                    tournament_id=terms.id if terms else 0,
                    role=options["role"],
                    scopes=scopes,
                    **more,
                )
        except UserError as error:
            raise CommandError(str(error.text)) from error
        self.stdout.write(issued.text)
