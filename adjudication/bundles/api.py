"""Bundles for rating officers, for programs."""

from django.conf import settings
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.bundles.selectors import bundle_data, bundle_page, bundles_of, differences_in
from adjudication.bundles.services import make_bundle, note_sent
from adjudication.models import Bundle
from api.pagination import WholeList
from api.permissions import DirectorsCorrect, DirectorsRead
from api.problems import no_such_thing
from api.serializers import ModelBody, choices
from api.viewsets import TournamentViewSet
from tournament.common.addresses import absolute_url
from tournament.exchange.selectors import RESULT_LISTS
from tournament.formats.recognise import Format

MEDIA_TYPE = "application/zip"


class BundleWanted(ModelBody):
    """What a bundle is to hold."""

    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=choices(RESULT_LISTS)),
        min_length=1,
        max_length=len(RESULT_LISTS),
        help_text="The formats of the rating lists.",
    )
    language = serializers.ChoiceField(
        choices=choices(dict(settings.LANGUAGES)), help_text="That of the letter."
    )

    class Meta:
        """The reason for a correction, if what was sent differs."""

        model = Bundle
        fields = ("kinds", "language", "reason")


class BundleSent(ModelBody):
    """To whom a bundle was sent."""

    class Meta:
        """As the bundle keeps it."""

        model = Bundle
        fields = ("recipient",)
        extra_kwargs = {"recipient": {"required": True, "allow_blank": False}}


class BundleFileShown(serializers.Serializer):
    """A result file of a bundle."""

    kind = serializers.CharField(help_text="h9, tou or aga.")
    name = serializers.CharField()
    sha256 = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")


class BundleShown(serializers.Serializer):
    """A bundle that was made."""

    number = serializers.IntegerField()
    draft = serializers.BooleanField(help_text="Made before the tournament was closed.")
    language = serializers.CharField()
    files = BundleFileShown(many=True)
    sha256 = serializers.CharField(help_text="Of the zip.")
    events = serializers.IntegerField(help_text="Steps of the record at that moment.")
    seal = serializers.CharField(help_text="The seal of the last of them.")
    corrects = serializers.IntegerField(
        allow_null=True, help_text="The number of the bundle that it puts right."
    )
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()
    sent_at = serializers.DateTimeField(allow_null=True)
    recipient = serializers.CharField()
    erased = serializers.BooleanField(
        help_text="Somebody in it was erased: only the digests are left."
    )


class LinesShown(serializers.Serializer):
    """Lines of a file that replace others."""

    line = serializers.IntegerField(help_text="Of the file that was sent, from 1.")
    before = serializers.ListField(child=serializers.CharField())
    after = serializers.ListField(child=serializers.CharField())


class RatingDifferenceShown(serializers.Serializer):
    """A rating after the event for which the dry run now gives another value."""

    name = serializers.CharField()
    sent = serializers.CharField()
    now = serializers.CharField()


class DifferenceShown(serializers.Serializer):
    """How a list differs from what was sent last."""

    kind = serializers.CharField(help_text="h9, tou or aga.")
    bundle = serializers.IntegerField(source="number", help_text="The bundle that was sent.")
    sent_at = serializers.DateTimeField()
    facts = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="What changed, a sentence each; null where what was sent was erased.",
    )
    lines = LinesShown(many=True, allow_null=True)
    ratings = RatingDifferenceShown(many=True)


class BundleViewSet(TournamentViewSet):
    """What is sent to rating officers."""

    tag = "standings"
    lookup_url_kwarg, lookup_value_converter = "number", "int"
    permission_classes = (DirectorsRead | DirectorsCorrect,)
    serializer_class = BundleShown
    body_class = BundleWanted
    list_actions = ("list", "differences")
    pagination_class = WholeList

    def list(self, request: Request, slug: str) -> Response:
        """List bundles.

        Return the bundles that were made, the newest first.
        """
        return self.answer_list(bundles_of(self.terms.id))

    def create(self, request: Request, slug: str) -> Response:
        """Make a bundle.

        Make a zip of result files, letter and dry run. It is a draft until the tournament is
        closed; if a list differs from what was sent, the bundle corrects that and needs a reason.
        """
        made = make_bundle(
            tournament_id=self.terms.id,
            kinds=[Format(kind) for kind in self.body["kinds"]],
            language=self.body["language"],
            base=absolute_url(request, "/"),
            reason=self.body.get("reason", ""),
        )
        return self._shown(made.number)

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Show a bundle.

        Return one bundle, with its digests.
        """
        return self._shown(number)

    @action(detail=True, media_types=(MEDIA_TYPE,), url_path="file")
    def file(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Download a bundle.

        Return the zip as it was made.
        """
        data = bundle_data(self.terms.id, number)
        if not data:
            raise no_such_thing()
        return HttpResponse(data, content_type=MEDIA_TYPE)

    @action(detail=True, methods=["post"], body_class=BundleSent)
    def sending(self, request: Request, slug: str, number: int) -> Response:
        """Note that a bundle was sent.

        Note to whom it was sent; from then on, any difference from it is reported.
        """
        note_sent(tournament_id=self.terms.id, number=number, **self.body)
        return self._shown(number)

    @action(detail=False, serializer_class=DifferenceShown)
    def differences(self, request: Request, slug: str) -> Response:
        """Compare with what was sent.

        Return the lists that now differ from what was sent last, and how.
        """
        return self.answer_list(differences_in(self.terms.id))

    def _shown(self, number: int) -> Response:
        page = bundle_page(self.terms.id, number)
        if page is None:
            raise no_such_thing()
        return self.answer(page.row)
