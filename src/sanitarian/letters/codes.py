"""Verification codes: unguessable, readable aloud, and nothing that a spreadsheet takes for a number or a date."""

import re
import secrets

from sanitarian.core.pins import LETTERS, SIGNS

_GROUPS, _LENGTH = 4, 5
_SHAPE = re.compile(rf"(?:[{LETTERS}][{SIGNS}]{{{_LENGTH - 1}}}){{{_GROUPS}}}")
_SEPARATORS = re.compile(r"[\s\-\u2010-\u2015.]+")


def new_code() -> str:
    """A new code such as ``KT4WM-XR7PC-N3GHV-D9QYF``; each group begins with a letter (about 88 bits)."""
    return "-".join(
        secrets.choice(LETTERS) + "".join(secrets.choice(SIGNS) for _ in range(_LENGTH - 1)) for _ in range(_GROUPS)
    )


def normalise_code(typed: str) -> str | None:
    """The code as it is kept, from what somebody typed: any case, any spaces and dashes. None for what is no code."""
    signs = _SEPARATORS.sub("", typed[:100]).upper()
    if not _SHAPE.fullmatch(signs):
        return None
    return "-".join(signs[start : start + _LENGTH] for start in range(0, len(signs), _LENGTH))
