"""Forms that cannot be read before their view runs."""

import pytest
from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.middleware import UnreadFormMiddleware
from tournament.common.body_sizes import handles_unread_form


class Gone:
    """A sender whose connection broke."""

    def read(self, *_size: int) -> bytes:
        raise OSError("the connection was reset")

    readline = read


def test_a_form_whose_sender_is_gone_is_left_to_the_check_against_forged_forms():
    form = {"CONTENT_TYPE": "multipart/form-data; boundary=x", "CONTENT_LENGTH": "1000"}
    sent = {**form, "REQUEST_METHOD": "POST", "wsgi.input": Gone()}
    request = WSGIRequest(RequestFactory()._base_environ(**sent))

    @handles_unread_form(lambda *_: HttpResponse("too large"))
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    middleware = UnreadFormMiddleware(view)
    assert middleware.process_view(request, view, (), {}) is None


def test_a_form_whose_view_answers_nothing_takes_no_more_files_than_others():
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    def send(many: int) -> HttpResponse | None:
        files = [SimpleUploadedFile(f"{number}.sgf", b"(;)") for number in range(many)]
        request = RequestFactory().post("/", {"files": files})
        return UnreadFormMiddleware(view).process_view(request, view, (), {})

    assert send(settings.SHINPAN_MAX_FORM_FILES) is None
    with pytest.raises(TooManyFilesSent):
        send(settings.SHINPAN_MAX_FORM_FILES + 1)
