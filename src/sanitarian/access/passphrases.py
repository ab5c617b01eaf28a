"""Which passphrases are good enough, after NIST SP 800-63B-4, 3.1.1.2.

Fifteen characters where a passphrase stands alone, no rules of composition, no end on a calendar; refused is what
others would guess: common ones, and those made of this service's own words and of runs of keys.
"""

import re
from collections.abc import Iterator

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from sanitarian.core.acts import ActRefused
from sanitarian.county.counties import the_county
from sanitarian.parties.models import User

MINIMUM_LEFT = 8
"""So many characters must remain when everything that is easy to guess is taken out."""
_DIFFERENT = 5
_SERVICE_WORDS = (
    "sanitarian", "sanitary", "sanitation", "septic", "wastewater", "health", "department", "county", "code", "permit",
    "inspector", "inspection", "commissioner", "newyork", "password", "passphrase", "welcome", "letmein", "admin",
    "administrator", "secret", "changeme", "login", "spring", "summer", "autumn", "winter",
)  # fmt: skip
_RUNS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_RUN = 4
_NOT_WORD = re.compile(r"[\W_]+")


class ExpectedWordsValidator:
    """Refuses what is made of the service's words, the person's own name and address, and runs of keys."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Check a passphrase.

        Raises:
            ValidationError: too little is left when what everybody would guess is taken out.
        """
        left = _NOT_WORD.sub("", password.lower())
        if len(set(left)) < _DIFFERENT:
            raise ValidationError("This is a few characters again and again. Choose a few words instead.")
        for word in sorted(_expected(user), key=len, reverse=True):
            left = left.replace(word, "")
        if len(_without_runs(left)) < MINIMUM_LEFT:
            raise ValidationError(
                "This is made of words that others would try first, such as the county’s or your own name, or of keys "
                "in a row. Choose a few other words."
            )

    def get_help_text(self) -> str:
        return "Not made of the county’s or your own name, or of keys in a row."


def _expected(user: User | None) -> Iterator[str]:
    yield from _SERVICE_WORDS
    county = the_county()
    names = [county.name, *(place.name for place in county.municipalities)]
    if user is not None:
        names += [user.name, user.email.partition("@")[0], user.email.partition("@")[2].partition(".")[0]]
    for name in names:
        yield from (part for part in _NOT_WORD.split(name.lower()) if len(part) >= 3)


def _without_runs(text: str) -> str:
    """The text without pieces of the alphabet, of the numbers or of a row of keys, in either direction."""
    for run in (*_RUNS, *(run[::-1] for run in _RUNS)):
        for length in range(len(run), _RUN - 1, -1):
            for start in range(len(run) - length + 1):
                text = text.replace(run[start : start + length], "")
    return text


def check_passphrase(passphrase: str, user: User) -> None:
    """Refuse a passphrase that is not good enough for somebody.

    Raises:
        ActRefused: says in which ways.
    """
    try:
        validate_password(passphrase, user)
    except ValidationError as fault:
        raise ActRefused(" ".join(fault.messages)) from None
