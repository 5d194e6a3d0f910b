"""What a refused pairing says."""

from tournament.pairing.pairing import PairingError
from tournament.state.state import StateError


def said(error: PairingError | StateError) -> PairingError | StateError:
    """The error, after a look that it is two whole sentences, English and French."""
    assert str(error) == error.text.en != error.text.fr
    for sentence in (error.text.en, error.text.fr):
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
    return error
