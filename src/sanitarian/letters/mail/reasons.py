"""Why a mail server would not take a message, in the words of a clerk."""

import re

_ENHANCED = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
# Enhanced status codes of RFC 3463 without their class.
_WORDS = {
    "1.0": "the address was not accepted",
    "1.1": "the mailbox is unknown",
    "1.2": "the domain is unknown",
    "1.3": "the address is not well formed",
    "1.6": "the mailbox has moved",
    "1.10": "the domain takes no mail",
    "2.0": "the mailbox does not take mail",
    "2.1": "the mailbox is closed",
    "2.2": "the mailbox is full",
    "2.3": "the message is too large",
    "3.4": "the message is too large",
    "4.1": "their mail server did not answer",
    "4.3": "their mail server could not be found",
    "4.4": "their mail server could not be found",
    "4.7": "their mail server did not answer in time",
    "7.0": "their mail server refuses it",
    "7.1": "their mail server refuses it",
}
_PHRASES = (
    (
        re.compile(r"(user|mailbox|recipient|address|account)\W+(is\W+)?(unknown|not found|invalid|rejected)", re.I),
        "1.1",
    ),
    (
        re.compile(r"(unknown|no such|invalid) (local )?(user|mailbox|recipient|address)|does ?n[o']t exist", re.I),
        "1.1",
    ),
    (re.compile(r"(host|domain)( name)? (unknown|not found)|name or service not known|NXDOMAIN", re.I), "1.2"),
    (re.compile(r"(mailbox|quota|storage).{0,30}(full|exceeded)|over.?quota", re.I), "2.2"),
    (re.compile(r"too (large|big)|size limit|message size exceeds", re.I), "3.4"),
    (re.compile(r"timed? ?out|no route|connection refused", re.I), "4.1"),
    (re.compile(r"spam|blocked|policy|denied|blacklist|blocklist|DMARC|SPF", re.I), "7.1"),
)


def reason_known(said: str) -> str:
    """The reason in words, from the enhanced status code in what a server said, or else from its phrases; or blank."""
    codes = [f"{subject}.{detail}" for _, subject, detail in _ENHANCED.findall(said)]
    phrases = [code for phrase, code in _PHRASES if phrase.search(said)]
    return next((_WORDS[code] for code in [*codes, *phrases] if code in _WORDS), "")


def reason_in_words(said: str) -> str:
    """The reason in words, whatever the server said."""
    return reason_known(said) or "it could not be delivered"
