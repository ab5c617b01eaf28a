"""Reading what mail servers send back: delivery status notifications (RFC 3464), and what is left of mangled ones.

Nothing here knows the database. A message is known by its token alone, which nobody guesses.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message as Mail
from email.utils import getaddresses

from sanitarian.letters.mail.reasons import reason_known

FAILED, DELAYED, DELIVERED, UNCLEAR = "failed", "delayed", "delivered", "unclear"
_TOKEN = r"([0-9a-f]{32})"  # noqa: S105 - what tokens look like
_IN_ADDRESS = re.compile(rf"\+{_TOKEN}@", re.I)
_IN_MESSAGE_ID = re.compile(rf"(?<![0-9a-z]){_TOKEN}@", re.I)
_ADDRESS_FIELDS = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To")
_MOST_TOKENS, _MOST_PARTS, _MOST_TEXT = 20, 50, 200_000
_MAIL_SYSTEM = re.compile(r"^(mailer-daemon|postmaster|mail-daemon|microsoftexchange[0-9a-f]*)$", re.I)
_STILL_TRIES = re.compile(
    r"warning only|only a warning|will (continue|keep|be retried|retry|try)|still (try|being tried)|"
    r"not yet been delivered|delivery (is |has been |status notification \()?delay",
    re.I,
)
_ORIGINAL_BEGINS = re.compile(r"^-{2,}.*\b(copy|original|message|below)\b", re.I)
_REPLY_LINE = re.compile(r"(?<![\d.])[45]\d\d[ -]|(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)")
_ACTIONS = {"failed": FAILED, "delayed": DELAYED, "delivered": DELIVERED, "relayed": DELIVERED, "expanded": DELIVERED}


@dataclass(frozen=True)
class Return:
    """What came back: for which message (tokens, the surest first), with what verdict, and what the server said."""

    tokens: tuple[str, ...]
    verdict: str
    said: str


def read_return(raw: bytes) -> Return:
    """Make out what a mail that came to the address for returns says; ``unclear`` where it is no return at all."""
    try:
        mail = message_from_bytes(raw)
        parts = [part for part, _ in zip(mail.walk(), range(_MOST_PARTS), strict=False)]
        tokens = tuple(dict.fromkeys(_tokens(mail, parts)))[:_MOST_TOKENS]
        verdict, said = _status(parts) or _from_text(mail)
    except Exception:  # noqa: BLE001 - whatever strangers send, it must not stop the next one
        return Return((), UNCLEAR, "")
    return Return(tokens, verdict, " ".join(said.split())[:2000])


def _tokens(mail: Mail, parts: list[Mail]) -> Iterator[str]:
    """Tokens in the order of trust: the address it came to, the returned head, any text."""
    for field in _ADDRESS_FIELDS:
        for value in mail.get_all(field, []):
            yield from (token.lower() for token in _IN_ADDRESS.findall(str(value)))
    for part in parts[1:]:
        yield from (token.lower() for token in _IN_MESSAGE_ID.findall(str(part.get("Message-ID", ""))))
    for part in parts:
        yield from (token.lower() for token in _IN_MESSAGE_ID.findall(_text(part)))


def _status(parts: list[Mail]) -> tuple[str, str] | None:
    """The verdict of the machine-readable part, the worst of all recipients; None where there is none."""
    found = []
    for part in parts:
        if part.get_content_type() in {"message/delivery-status", "message/global-delivery-status"}:
            fields = part.get_payload() if part.is_multipart() else [message_from_bytes(_text(part).encode())]
            found += [_of_recipient(block) for block in fields if isinstance(block, Mail) and block.get("Action")]
    for verdict in (FAILED, DELAYED, DELIVERED):
        for own, said in found:
            if own == verdict:
                return own, said
    return None


def _of_recipient(block: Mail) -> tuple[str, str]:
    action = str(block.get("Action", "")).split("(")[0].strip().lower()
    diagnostic = str(block.get("Diagnostic-Code", "")).partition(";")[2] or str(block.get("Diagnostic-Code", ""))
    status = str(block.get("Status", "")).split("(")[0].strip()
    said = diagnostic if status and status in diagnostic else f"{status} {diagnostic}"
    return _ACTIONS.get(action, UNCLEAR), said


def _from_text(mail: Mail) -> tuple[str, str]:
    """The verdict from words, for a mail that a mail system wrote; a person's answer is none."""
    local = "".join(address for _, address in getaddresses([str(mail.get("From", ""))])[:1]).partition("@")[0]
    declared = str(mail.get_param("report-type", "")).lower() == "delivery-status"
    if not (declared or mail.get("X-Failed-Recipients") or _MAIL_SYSTEM.match(local)):
        return UNCLEAR, ""
    subject = str(mail.get("Subject", ""))
    lines = [subject, *_lines_of_the_server(mail)]
    said = next((line for line in lines if _REPLY_LINE.search(line)), "")
    said = said or next((line for line in lines if reason_known(line)), subject)
    tries = any(_STILL_TRIES.search(line) for line in lines)
    return (DELAYED if tries else FAILED), said


def _lines_of_the_server(mail: Mail) -> Iterator[str]:
    """What the mail server wrote, without the message that it returns: whose words would be taken for its own."""
    if mail.get_content_type() in {"message/rfc822", "text/rfc822-headers"}:
        return
    if mail.is_multipart():
        for part in mail.get_payload():
            if isinstance(part, Mail):
                yield from _lines_of_the_server(part)
        return
    for line in _text(mail).splitlines():
        if _ORIGINAL_BEGINS.match(line):
            return
        yield line


def _text(part: Mail) -> str:
    """The text of a part that is no multipart, decoded as far as it can be."""
    payload = part.get_payload(decode=True)
    return payload[:_MOST_TEXT].decode("utf-8", "replace") if isinstance(payload, bytes) else ""
