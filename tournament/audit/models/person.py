"""Somebody whom the record of a tournament tells of, behind a number that says nothing."""

from secrets import token_hex

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament import triggers
from tournament.players.models import Player
from tournament.staff.models import AccessLink
from tournament.tournaments.models import Tournament

UID_LENGTH = 16


def new_uid() -> str:
    """Return a person's id: it says nothing of who it is."""
    return token_hex(UID_LENGTH // 2)


class Person(models.Model):
    """Whoever acted in a tournament. Events, statements and rulings hold only the ``uid``.

    The name stands here, or with the player, and can be erased: what refers to the person stays
    as it was written. A player is one person whatever link he comes by; of the staff every link
    is one, and the installation's operators are theirs by ``user_id``.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="persons")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, editable=False)
    name = models.CharField(max_length=80, blank=True, default="")
    """Whom a staff link was made for; a player's name stands with the player."""
    role = models.CharField(max_length=9)
    """A role, or ``superuser``."""
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="person", null=True, blank=True
    )
    link = models.OneToOneField(
        AccessLink, on_delete=models.PROTECT, related_name="person", null=True, blank=True
    )
    user_id = models.PositiveBigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Once each; what was erased has no name."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "uid"], name="person_uid"),
            models.UniqueConstraint(fields=["tournament", "user_id"], name="person_user"),
            models.CheckConstraint(
                condition=Q(erased_at=None) | Q(name=""), name="person_erased_nameless"
            ),
            triggers.Unchanging(
                fields=["tournament", "uid", "role", "link", "user_id"],
                name="tournament_person_stays",
                violation_error_message="a person stays who it is",
            ),
            triggers.Unchanging(
                fields=["player"],
                when="NEW.player_id IS NOT NULL",
                name="tournament_person_player",
                violation_error_message="a person stays who it is",
            ),
            triggers.Unchanging(
                fields=["name"],
                when="NEW.name <> ''",
                name="tournament_person_name",
                violation_error_message="a name can only be erased",
            ),
            triggers.Undeletable(
                name="tournament_person_kept",
                violation_error_message="a person is kept for ever",
            ),
        )

    def __str__(self) -> str:
        return self.uid
