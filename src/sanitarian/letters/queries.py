"""What may be asked about letters."""

from dataclasses import dataclass

from sanitarian.letters.codes import normalise_code
from sanitarian.letters.kinds import kind_of
from sanitarian.letters.models import Letter
from sanitarian.letters.status import PublicStatus, public_status


@dataclass(frozen=True)
class Verification:
    """What a code confirms: the paper, its subject's status today, and whether the paper itself still stands."""

    title: str
    number: str
    dated: str
    status: PublicStatus | None
    withdrawn: bool
    replaced: bool


def by_code(typed: str) -> Letter | None:
    """The letter with this code, however it is spelled (case, spaces, dashes); None for a wrong code.

    One look-up on the unique index, for what has the shape of a code and for what has not, so that the time taken
    tells no more than the answer does.
    """
    return Letter.objects.filter(code=normalise_code(typed) or "").select_related("replaced_by").first()


def verification(typed: str) -> Verification | None:
    """What the public may learn from a code. It holds as soon as the letter is queued, before its PDF exists."""
    letter = by_code(typed)
    if letter is None:
        return None
    return Verification(
        title=kind_of(letter.kind).title,
        number=letter.number,
        dated=letter.dated.isoformat(),
        status=public_status(letter.subject),
        withdrawn=letter.withdrawn_on is not None,
        replaced=hasattr(letter, "replaced_by"),
    )


def letters_of(reference: str) -> list[Letter]:
    """The papers about a subject such as ``permit:12``, newest first."""
    return list(Letter.objects.filter(subject=reference).order_by("-id"))
