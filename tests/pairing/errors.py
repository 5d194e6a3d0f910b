"""What a refused pairing says."""

from tests.support.catalogues import french
from tournament.pairing.pairing import PairingError
from tournament.state.state import StateError


def said(error: PairingError | StateError) -> PairingError | StateError:
    """The error, after a look that it is two whole sentences, English and French."""
    assert str(error) == str(error.text) != french(error.text)
    for sentence in (str(error.text), french(error.text)):
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
    return error
