"""A number and a PIN: how somebody without an account follows what they sent, and nobody else does.

The PIN follows from the token of the form and the site's secret, so that every answer to one form shows the same, and
it is kept nowhere: only a salted digest is, made with the secret as well.
"""

import hashlib
import hmac
import re
import secrets
import uuid

from django.conf import settings
from django.utils.crypto import salted_hmac

# No vowels (no words, no months, no exponents), nothing that reads like something else (0 O, 1 I L, 2 Z, 5 S, 8 B).
LETTERS = "CDFGHJKMNPQRTVWXY"
SIGNS = LETTERS + "34679"
_GROUPS, _LENGTH = 2, 5
_SHAPE = re.compile(rf"(?:[{LETTERS}][{SIGNS}]{{{_LENGTH - 1}}}){{{_GROUPS}}}")
_SEPARATORS = re.compile(r"[\s\-\u2010-\u2015.]+")
_ROUNDS = 20_000
_NO_RECORD = f"{'0' * 16}${'0' * 64}"


def pin_of(token: uuid.UUID) -> str:
    """The PIN that belongs to a form, such as ``KT4WM-XR7PC``: about 43 bits, each group beginning with a letter."""
    number = int.from_bytes(salted_hmac("sanitarian.pin", str(token), algorithm="sha256").digest())
    groups = []
    for _ in range(_GROUPS):
        signs = ""
        for choice in (LETTERS, *[SIGNS] * (_LENGTH - 1)):
            number, at = divmod(number, len(choice))
            signs += choice[at]
        groups.append(signs)
    return "-".join(groups)


def token_digest(token: uuid.UUID) -> str:
    """What is kept of a form's token, to know the form again: the token itself would tell the PIN."""
    return hashlib.sha256(token.bytes).hexdigest()


def normalise_pin(typed: str) -> str | None:
    """The PIN as it was given, from any spelling of it; None for what is no PIN."""
    signs = _SEPARATORS.sub("", typed[:60]).upper()
    return f"{signs[:_LENGTH]}-{signs[_LENGTH:]}" if _SHAPE.fullmatch(signs) else None


def pin_record(pin: str) -> str:
    """What is kept of a PIN."""
    salt = secrets.token_hex(8)
    return f"{salt}${_digest(pin, salt, settings.SECRET_KEY)}"


def pin_matches(typed: str, record: str | None) -> bool:
    """Whether this is the PIN of a record. Without a record the answer takes as long, and is no."""
    salt, _, kept = (record or _NO_RECORD).partition("$")
    pin = normalise_pin(typed) or ""
    known = [_digest(pin, salt, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    same = [hmac.compare_digest(kept, digest) for digest in known]
    return bool(pin and record) and any(same)


def _digest(pin: str, salt: str, secret: str | bytes) -> str:
    peppered = salted_hmac("sanitarian.pin.kept", pin, secret=secret, algorithm="sha256").digest()
    return hashlib.pbkdf2_hmac("sha256", peppered, salt.encode(), _ROUNDS).hex()
