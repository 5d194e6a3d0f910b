"""The installation's operator: signing in, slowed down after wrong passwords, and signing out."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.common.forms import Form, PageForm, posted
from tournament.staff.visitors import frame, personal, visitor_of


class ReturnForm(Form):
    """The page that somebody was sent from, to be led back to."""

    next = forms.CharField(required=False, widget=forms.HiddenInput)


class OperatorForm(PageForm, AuthenticationForm):
    """Name and password of the operator; after five wrong ones there is a wait.

    django-axes counts them (``AXES_`` in the settings), per name and IP address.
    """

    next = forms.CharField(required=False, widget=forms.HiddenInput)
    error_messages: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "invalid_login": _("The name or the password is wrong."),
        "inactive": _("The name or the password is wrong."),
        "no_operator": _("This account does not run the installation."),
        "wait": _("Too many wrong passwords. Please wait a quarter of an hour."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = _("Name")
        self.fields["password"].label = _("Password")

    def clean(self) -> dict[str, Any]:
        """Check the password, unless there were too many wrong ones recently."""
        try:
            return super().clean()
        except forms.ValidationError:
            if getattr(self.request, "axes_locked_out", False):
                raise forms.ValidationError(self.error_messages["wait"], code="wait") from None
            raise

    def confirm_login_allowed(self, user: User) -> None:
        """Accept only the operator of the installation."""
        super().confirm_login_allowed(user)
        if not user.is_superuser:
            raise forms.ValidationError(self.error_messages["no_operator"], code="no_operator")


@sensitive_post_parameters("password")
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def operator(request: HttpRequest) -> HttpResponse:
    """Let the operator sign in, and redirect to the page they were sent from."""
    asked = ReturnForm(request.GET)
    asked.full_clean()
    form = OperatorForm(request, posted(request), initial=asked.cleaned_data)
    visitor_of(request)  # queries about the old session come before there is a new one
    if form.is_valid():
        login(request, form.get_user())
        wanted = form.cleaned_data["next"]
        safe = url_has_allowed_host_and_scheme(
            wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
        # Only a path: `redirect` takes other words for names of views.
        inside = safe and wanted.startswith("/") and not wanted.startswith("//")
        return HttpResponseRedirect(wanted if inside else reverse("tournament:home"))
    status = 429 if form.has_error(NON_FIELD_ERRORS, "wait") else form.status
    context = {**frame(request), "form": form}
    return render(request, "settings/operator.html", context, status=status)


@personal
@require_POST
def operator_leave(request: HttpRequest) -> HttpResponse:
    """Sign the operator out; links that were opened on this device are forgotten too."""
    if visitor_of(request).superuser:
        logout(request)
    return redirect("tournament:home")


def name_of(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """Return the name that somebody wants to sign in with, normalised."""
    return str((credentials or {}).get("username") or "").casefold()
