"""Requests for an account, from people whom the department has not invited."""

from sanitarian.access.models import AccountRequest
from sanitarian.core.actors import OUTSIDE_ROLES, Actor, Role
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now
from sanitarian.core.records import close_tasks, keep_version, open_task, ref

ASKED = "access.account"
ROLES_TO_ASK_FOR = tuple(role for role in Role if role in OUTSIDE_ROLES - {Role.VARIANCE_MEMBER})
"""The Board appoints the Variance Committee (V.VIII.A): nobody asks to be on it here."""


@act("access.account.ask")
def ask_for_account(actor: Actor, *, name: str, firm: str, email: str, role: Role, note: str = "") -> AccountRequest:
    """Put a request on the clerks' worklist; the same one asked again brings the first up to date.

    Whether the address has an account is not looked up here: the answer must not tell.

    Raises:
        ActRefused: the role is none that can be asked for.
    """
    if role not in ROLES_TO_ASK_FOR:
        raise ActRefused("Choose what you are from the list.")
    asked, _ = AccountRequest.objects.update_or_create(
        email=email.strip().lower(), role=role, state=AccountRequest.State.OPEN,
        defaults={"name": name.strip(), "firm": firm.strip(), "note": note.strip(), "asked_at": now()},
    )  # fmt: skip
    title = f"{asked.name} asks for an account: {role.label.lower()}"
    open_task(ASKED, ref(asked), title, where=asked.firm, role=Role.CLERK.value)
    journal(actor, "access.account.ask", ref(asked), role=role.value)
    return asked


@act("access.account.decline")
def decline_account(actor: Actor, request_id: int, *, reason: str) -> AccountRequest:
    """Answer a request with no. Nothing is mailed: the address is not proven to be theirs who asked."""
    asked = lock(AccountRequest, request_id)
    if asked.state != AccountRequest.State.OPEN:
        raise ActRefused("This request for an account has been answered already.")
    if not reason.strip():
        raise ActRefused("Write why, for whoever is asked about it later.")
    keep_version(actor, "access.account.decline", asked)
    asked.state, asked.reason = AccountRequest.State.DECLINED, reason.strip()[:200]
    asked.save(update_fields=["state", "reason", "version"])
    close_tasks(actor, ref(asked))
    journal(actor, "access.account.decline", ref(asked))
    return asked
