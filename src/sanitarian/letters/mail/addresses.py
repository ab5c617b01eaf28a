"""What may stand in the head of a message: one address, and texts of one line."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from sanitarian.core.acts import ActRefused
from sanitarian.letters.clean import clean_text

_LONGEST = 254  # of an address (RFC 5321, erratum 1690)


def is_address(text: str) -> bool:
    """Whether ``text`` is one plain e-mail address, which can be written to."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= _LONGEST


def checked_address(text: str) -> str:
    """The address without space around it.

    Raises:
        ActRefused: it is not one plain e-mail address.
    """
    address = text.strip()
    if not is_address(address):
        raise ActRefused(f"{address[:80]!r} is not an e-mail address. Correct it; it looks like name@example.com.")
    return address


def one_line(text: str, longest: int = 200) -> str:
    """The text on one line, without control characters: no line end of it can begin a header of its own."""
    return " ".join(clean_text(text).split())[:longest].rstrip()
