"""Where somebody is signed in."""

from allauth.usersessions.models import UserSession

from sanitarian.parties.models import User


def end_sessions(user: User, *, but: str | None = None) -> int:
    """Sign somebody out everywhere, at once; return from how many places.

    ``but`` is the key of a session that goes on.
    """
    sessions = list(UserSession.objects.filter(user=user).exclude(session_key=but or ""))
    for session in sessions:
        session.end()
    return len(sessions)
