"""The form that retries jobs."""

from django import forms

from tournament.common.forms import Form


class RetryForm(Form):
    """Retry a job that was given up, or all of them if none is named."""

    job = forms.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, widget=forms.HiddenInput
    )
