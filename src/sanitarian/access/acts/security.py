"""Acts that keep accounts safe: warnings, and a new start for whoever has lost the second step."""

from allauth.mfa.models import Authenticator

from sanitarian.access.mail import mail_account
from sanitarian.core.actors import Actor, Role
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.models import Task
from sanitarian.core.records import close_tasks, open_task, ref
from sanitarian.parties.models import User
from sanitarian.parties.sessions import end_sessions

ATTACKED = "access.attacked"


@act("access.account.warn")
def warn_of_attack(actor: Actor, user_id: int) -> None:
    """Tell the holder and the administrators that others try an account. Nothing is blocked: that would help them."""
    user = lock(User, user_id)
    open_task(
        ATTACKED, ref(user), f"Others try the account of {user.name}: many failed sign-ins",
        role=Role.ADMINISTRATOR.value,
    )  # fmt: skip
    mail_account(
        user,
        "Others try to sign in to your account",
        "Today there were many failed tries to sign in to your account, from places that are not yours.\n\n"
        "Your account is not locked, and you need do nothing if your passphrase is known to nobody. If you use it "
        "elsewhere too, choose another one: sign in and open “Passphrase”, or use “Forgot the passphrase?” on the "
        "sign-in page. A passkey or an authenticator app keeps others out even if they know the passphrase.",
    )
    journal(actor, "access.account.warn", ref(user))


def is_warned_about(user: User) -> bool:
    """Whether a warning about the account is on the worklist."""
    return Task.objects.filter(kind=ATTACKED, subject=ref(user), closed_at__isnull=True).exists()


@act("access.account.acknowledge")
def acknowledge_attack(actor: Actor, user_id: int) -> None:
    """Take the warning about an account off the worklist."""
    user = lock(User, user_id)
    if not close_tasks(actor, ref(user), [ATTACKED]):
        raise ActRefused("There is no warning about this account.")
    journal(actor, "access.account.acknowledge", ref(user))


@act("access.mfa.reset")
def reset_second_step(actor: Actor, user_id: int, *, reason: str) -> User:
    """Take away every second step of somebody who has lost theirs; they are signed out and set up another one.

    The administrator has made sure that it is them: in person, or by a call to a number on record.

    Raises:
        ActRefused: it is the actor's own account, there is no second step, or no reason is written.
    """
    user = lock(User, user_id)
    if user.pk == actor.user_id:
        raise ActRefused("You cannot take away your own second step here. Ask another administrator.")
    if not reason.strip():
        raise ActRefused("Write how you made sure that it is them who ask.")
    taken, _ = Authenticator.objects.filter(user=user).delete()
    if not taken:
        raise ActRefused(f"{user.name} has no second step at sign-in.")
    end_sessions(user)
    mail_account(
        user,
        "Your second step at sign-in was taken away",
        "An administrator of the department has taken away the second step of your account (authenticator app, "
        "passkeys and recovery codes), because you or somebody in your name asked for it. You are signed out.\n\n"
        f"The reason on record: {reason.strip()}\n\n"
        "Sign in with your passphrase and set up a new second step at once. If it was not you who asked, "
        "call the department now.",
    )
    journal(actor, "access.mfa.reset", ref(user), reason=reason.strip()[:500])
    return user
