"""One environment variable says how mail leaves: `smtp://…`, `smtps://…`, or `file:///folder` (the default)."""

import os
import re
from email.utils import getaddresses
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TIMEOUT_SECONDS = 20
_FORMS = "smtp://USER:PASSWORD@HOST:587?tls=starttls, smtps://USER:PASSWORD@HOST, or file:///FOLDER"
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


def mail_from_url(url: str) -> dict[str, Any]:
    """Return Django's settings for a mail server's address.

    ``smtp`` goes to port 25 as it is, or with ``?tls=starttls`` to port 587 and never unencrypted; ``smtps`` is
    encrypted from the start, on port 465. A user name or password with ``@ : /`` in it is written in percent signs.

    Raises:
        ImproperlyConfigured: the address is malformed; the message says how, without the password.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise _fault("it is not well formed") from None
    if parts.fragment:
        raise _fault("signs such as # in a password are written in percent signs (%23)")
    if parts.scheme == "file":
        if parts.netloc or not parts.path.startswith("/"):
            raise _fault("a folder is named by its whole path, with three slashes: file:///var/mail")
        return {"EMAIL_BACKEND": "sanitarian.letters.mail.folder.EmailBackend", "EMAIL_FILE_PATH": unquote(parts.path)}
    if parts.scheme not in {"smtp", "smtps"}:
        raise _fault(f"{parts.scheme or 'an address without a scheme'} is not known")
    starttls = _starttls(parts.scheme, parts.query)
    try:
        port = parts.port or (465 if parts.scheme == "smtps" else 587 if starttls else 25)
    except ValueError:
        raise _fault("the port is not a number up to 65535") from None
    if not parts.hostname or parts.path not in {"", "/"}:
        raise _fault("the name of the mail server is missing, or something stands behind it")
    if bool(parts.username) != bool(parts.password):
        raise _fault("a user name and a password go together")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": starttls,
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": _TIMEOUT_SECONDS,
    }


def _starttls(scheme: str, query: str) -> bool:
    options = dict(parse_qsl(query, keep_blank_values=True))
    if unknown := sorted(set(options) - {"tls"}):
        raise _fault(f"{', '.join(unknown)} is not known behind the question mark; only tls=starttls is")
    if options.get("tls", "starttls") != "starttls" or (options and scheme == "smtps"):
        raise _fault("only smtp://…?tls=starttls asks for encryption by name; smtps:// is encrypted already")
    return bool(options)


def _fault(what: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"SANITARIAN_EMAIL_URL: {what}. Write {_FORMS}.")


def mail_address(variable: str, default: str, *, bare: bool = False) -> str:
    """An address from the environment, with a name before it unless it is to be ``bare``.

    Raises:
        ImproperlyConfigured: it is no address; or not a bare one, or one that has a ``+`` already.
    """
    value = os.environ.get(variable, "").strip()
    if not value:
        return default
    address = value if bare else ",".join(found for _, found in getaddresses([value]))
    if not value.isprintable() or not _ADDRESS.fullmatch(address) or (bare and "+" in value):
        example = "bounce@county.example" if bare else "Health Department <health@county.example>"
        raise ImproperlyConfigured(f"{variable}: {value!r} is not an address; write one such as {example}.")
    return value
