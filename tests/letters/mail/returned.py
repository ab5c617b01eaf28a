"""What mail servers send back, as the common ones word it. ``TOKEN`` stands for the message's token."""

TOKEN = "0123456789abcdef0123456789abcdef"


def notification(
    *, action: str = "failed", status: str = "5.1.1", diagnostic: str = "smtp; 550 5.1.1 User unknown",
    to: str = "health@county.example", original: str = f"Message-ID: <{TOKEN}@county.example>",
    original_type: str = "message/rfc822", sender: str = "MAILER-DAEMON@mx.example",
) -> bytes:  # fmt: skip
    """A delivery status notification by the book (RFC 3464)."""
    return f"""\
Return-Path: <>
From: Mail Delivery System <{sender}>
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.
I'm sorry to have to inform you that your message could not be delivered.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Mon, 15 Jun 2026 08:00:00 -0400 (EDT)

Final-Recipient: rfc822; rita@inspections.example
Action: {action}
Status: {status}
Diagnostic-Code: {diagnostic}

--B
Content-Type: {original_type}

From: health@county.example
{original}
Subject: Inspection report

We will try to help you.
--B--
""".encode()


def plain(text: str, *, head: str = "From: MAILER-DAEMON@mx.example", subject: str = "failure notice") -> bytes:
    """A mail of plain text."""
    return f"{head}\nTo: health@county.example\nSubject: {subject}\n\n{text}".encode()


QMAIL = plain(
    f"""Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<rita@inspections.example>:
192.0.2.5 does not like recipient.
Remote host said: 550 5.2.2 Mailbox full
Giving up on 192.0.2.5.

--- Below this line is a copy of the message.

Message-ID: <{TOKEN}@county.example>

We will try to help you.
"""
)
EXIM = plain(
    f"""This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  rita@inspections.example
    Unrouteable address: no such user here

------ This is a copy of the message, including all the headers. ------

Message-Id: <{TOKEN.upper()}@county.example>
""",
    head="From: Mail Delivery System <Mailer-Daemon@mx.example>\nX-Failed-Recipients: rita@inspections.example\n"
    "Auto-Submitted: auto-replied",
    subject="Mail delivery failed: returning message to sender",
)
EXIM_WARNING = plain(
    f"""A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.

The message identifier is: 1abcde  <{TOKEN}@county.example>
No action is required on your part. Delivery attempts will continue for some time.
  rita@inspections.example
    Connection timed out
""",
    head="From: Mail Delivery System <Mailer-Daemon@mx.example>",
    subject="Warning: message delayed 24 hours",
)
OUT_OF_OFFICE = plain(
    f"I am away until Monday. Error 550 on my side.\n\n> Message-ID: <{TOKEN}@county.example>",
    head="Return-Path: <>\nFrom: Rita <rita@inspections.example>\nAuto-Submitted: auto-replied\n"
    f"In-Reply-To: <{TOKEN}@county.example>",
    subject="Out of office",
)
READ_RECEIPT = f"""\
From: Rita <rita@inspections.example>
To: bounce+{TOKEN}@county.example
Subject: Read: Inspection report
Content-Type: multipart/report; report-type=disposition-notification; boundary="B"

--B
Content-Type: text/plain

Your message was read.
--B
Content-Type: message/disposition-notification

Final-Recipient: rfc822; rita@inspections.example
Original-Message-ID: <{TOKEN}@county.example>
Disposition: manual-action/MDN-sent-manually; displayed
--B--
""".encode()
