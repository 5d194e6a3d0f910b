"""Forms of webhooks."""

from collections.abc import Iterator
from datetime import timedelta

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from notices.models import SUBSCRIBED, Webhook
from tournament.common.forms import Form, KeyField, ModelForm

PERIODS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7)}


def topic_choices() -> Iterator[tuple[str, SafeString]]:
    """Yield the topics, each with its name in messages."""
    for topic in SUBSCRIBED:
        yield (
            topic.value,
            format_html('<span>{} <code class="meta">{}</code></span>', topic.label, topic.value),
        )


class WebhookForm(ModelForm):
    """Change a webhook."""

    topics = forms.MultipleChoiceField(
        label=_("Topics"),
        choices=topic_choices,
        required=False,  # the service says what is wrong, as to programs
        widget=forms.CheckboxSelectMultiple(attrs={"class": "explained"}),
    )

    class Meta:
        """The URL as the column allows it; the service checks where it leads."""

        model = Webhook
        fields: tuple[str, ...] = ("url", "topics", "enabled")
        labels = {"url": _("Address"), "enabled": _("Switched on")}  # noqa: RUF012
        widgets = {  # noqa: RUF012
            "url": forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://"})
        }


class NewWebhookForm(WebhookForm):
    """Add a webhook."""

    class Meta(WebhookForm.Meta):
        """A new webhook is switched on."""

        fields = ("url", "topics")


class ReplayForm(Form):
    """The time from which to send messages again."""

    since = forms.ChoiceField(
        label=_("Send again messages from"),
        choices=[
            ("hour", _("the last hour")),
            ("day", _("the last day")),
            ("week", _("the last week")),
        ],
    )


class DeliveriesForm(Form):
    """Which page of the deliveries to show: those before one of them."""

    before = KeyField()

    @property
    def older(self) -> int | None:
        """Return the delivery that the page's are older than; None for the newest page."""
        self.full_clean()
        return self.cleaned_data.get("before")
