"""Files to keep: the page they came from stays."""

from django.http import HttpResponse


def download(data: bytes, filename: str, media_type: str) -> HttpResponse:
    """Return a file that the browser keeps under this name and does not take for another kind."""
    return HttpResponse(
        data,
        content_type=media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "X-Content-Type-Options": "nosniff",
        },
    )
