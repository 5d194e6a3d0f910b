"""Archives as tests look into them."""

import io

from adjudication.services.archive import write_archive
from tournament.models import Tournament


def archive_of(tournament: Tournament) -> bytes:
    stream = io.BytesIO()
    write_archive(tournament_id=tournament.pk, stream=stream)
    return stream.getvalue()
