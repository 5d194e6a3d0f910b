"""E-mail addresses to which result files are sent, each with the public text that names it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.recognise import Format


@dataclass(frozen=True, slots=True)
class Destination:
    """An e-mail address for result files, the lists it is for, and the text that names it."""

    kinds: tuple[Format, ...]
    address: str
    source: Message


_FRANCE: Final = "FR"
_FFG: Final = "echelle@jeudego.org"
_OF_FFG: Final = _(
    "the FFG’s, for the French ladder: pairgoth, its pairing program, names it since version "
    "%(version)s"
) % {"version": "0.24"}
_AGA: Final = Destination(
    (Format.AGA,), "ratings@usgo.org", _("the AGA’s: the program library Games::Go::AGA names it")
)


def destinations_of(kinds: Collection[Format], country: str) -> tuple[Destination, ...]:
    """Return the known addresses for these lists' files; ``country`` is the event's.

    The FFG also takes EGF files for events in France. For other countries no address is known:
    their files go to the rating officer of the country's federation.
    """
    french = (Format.TOU, *([Format.H9] if country == _FRANCE else ()))
    found = (Destination(french, _FFG, _OF_FFG), _AGA)
    wanted = ((one, tuple(kind for kind in one.kinds if kind in kinds)) for one in found)
    return tuple(
        Destination(for_lists, one.address, one.source) for one, for_lists in wanted if for_lists
    )
