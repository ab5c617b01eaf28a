"""Where mail goes is one address; a wrong one is refused with what to write, and without its password."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from sanitarian.config.settings.mail import mail_address, mail_from_url


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "password", "starttls", "ssl"),
    [
        ("smtp://relay.county.example", "relay.county.example", 25, "", "", False, False),
        ("smtp://relay:2525/", "relay", 2525, "", "", False, False),
        ("smtp://u%40x:p%23%2F%3A@relay?tls=starttls", "relay", 587, "u@x", "p#/:", True, False),
        ("smtps://u:p@relay", "relay", 465, "u", "p", False, True),
        ("smtp://[::1]:26", "::1", 26, "", "", False, False),
    ],
)
def test_a_mail_server(url: str, host: str, port: int, user: str, password: str, starttls: bool, ssl: bool) -> None:
    found = mail_from_url(url)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == (host, port)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == (user, password)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (starttls, ssl)
    assert found["EMAIL_TIMEOUT"] == 20


def test_a_folder() -> None:
    assert mail_from_url("file:///var/my%20mail")["EMAIL_FILE_PATH"] == "/var/my mail"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "an address without a scheme is not known"),
        ("relay.county.example", "without a scheme"),
        ("http://relay", "http is not known"),
        ("smtp://", "the name of the mail server is missing"),
        ("smtp://relay/inbox", "something stands behind it"),
        ("smtp://relay:99999", "the port is not a number"),
        ("smtp://user:s3cret#1@relay", "written in percent signs"),
        ("smtp://user:s3cret/1@relay", "the port is not a number"),
        ("smtp://user@relay", "go together"),
        ("smtp://:s3cret@relay", "go together"),
        ("smtp://relay?tls=ssl", "only smtp://…?tls=starttls"),
        ("smtp://relay?tls=", "only smtp://…?tls=starttls"),
        ("smtps://relay?tls=starttls", "encrypted already"),
        ("smtp://relay?ssl=1", "ssl is not known"),
        ("smtp://[::1", "is not well formed"),
        ("file://mail", "three slashes"),
        ("file:mail", "three slashes"),
    ],
)
def test_a_wrong_address_is_refused_in_words_without_the_password(url: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SANITARIAN_EMAIL_URL") as refused:
        mail_from_url(url)
    assert said in str(refused.value)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("value", ["nobody", "a@b\nBcc: c@d", "a@b, c@d", "<>", "a b@c"])
def test_a_wrong_sender_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANITARIAN_FROM_EMAIL", value)
    with pytest.raises(ImproperlyConfigured, match="SANITARIAN_FROM_EMAIL"):
        mail_address("SANITARIAN_FROM_EMAIL", "x@localhost")


def test_senders(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mail_address("SANITARIAN_FROM_EMAIL", "sanitarian@localhost") == "sanitarian@localhost"
    monkeypatch.setenv("SANITARIAN_FROM_EMAIL", " Health, Dept. <health@county.example> ")
    with pytest.raises(ImproperlyConfigured):
        mail_address("SANITARIAN_FROM_EMAIL", "")
    monkeypatch.setenv("SANITARIAN_FROM_EMAIL", '"Health, Dept." <health@county.example>')
    assert mail_address("SANITARIAN_FROM_EMAIL", "") == '"Health, Dept." <health@county.example>'


@pytest.mark.parametrize("value", ["Bounces <bounce@county.example>", "bounce+x@county.example", "bounce"])
def test_the_address_for_returns_is_a_bare_one_that_takes_a_token(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANITARIAN_BOUNCE_ADDRESS", value)
    with pytest.raises(ImproperlyConfigured, match="SANITARIAN_BOUNCE_ADDRESS"):
        mail_address("SANITARIAN_BOUNCE_ADDRESS", "", bare=True)


def test_the_command_line_says_it_without_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess
    import sys

    monkeypatch.setenv("SANITARIAN_EMAIL_URL", "smtp://user:s3cret@relay:port")
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "sanitarian.config.settings")
    done = subprocess.run(
        [sys.executable, "-m", "sanitarian.config.cli", "letters", "sweep"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("sanitarian: SANITARIAN_EMAIL_URL: the port is not a number")
    assert done.stderr.count("\n") == 1
