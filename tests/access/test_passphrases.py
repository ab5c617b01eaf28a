"""Which passphrases are good: long, in any characters, and not what others would try first (NIST SP 800-63B-4)."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from sanitarian.parties.models import User

HAL = User(email="hal.pumpernickel@septicworks.example", name="Hal Pumpernickel")


@pytest.mark.parametrize(
    "passphrase",
    [
        "seven herons by the outlet",
        "abcqwzjkvmtyxpf",
        "fünf graue Reiher am Abfluß",
        "五隻蒼鷺在湖的出口捕魚吃飯睡覺",
        "correct horse battery",
        "purple tractor county fair",
        "     five     herons    ",
        "seven herons by the outlet " * 10,
        "alllowercaseletters",
        "41 92 77 30 58 26 19",
    ],
)
def test_length_is_enough(passphrase: str) -> None:
    validate_password(passphrase, HAL)


@pytest.mark.parametrize(
    ("passphrase", "says"),
    [
        ("fourteen chars", "at least 15 characters"),
        ("sanitarian sanitarian", "others would try first"),
        ("CayugaCountyHealth2026", "others would try first"),
        ("cayuga county auburn 1", "others would try first"),
        ("HalPumpernickel123456", "others would try first"),
        ("septicworks septicworks", "others would try first"),
        ("passwordpassword1234", "others would try first"),
        ("qwertyuiopasdfghjkl", "others would try first"),
        ("abcdefghijklmnopqrst", "others would try first"),
        ("zyxwvutsrqponmlkjihg", "others would try first"),
        ("aaaaaaaaaaaaaaaaaaaa", "again and again"),
        ("abab abab abab abab abab", "again and again"),
    ],
)
def test_what_others_would_try_is_refused(passphrase: str, says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        validate_password(passphrase, HAL)


def test_another_persons_name_is_no_fault() -> None:
    validate_password("hal pumpernickel waltz", User(email="ina@lake.example", name="Ina Lake"))
