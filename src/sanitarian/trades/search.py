"""What can be found about inspectors and firms: by name and by number."""

from collections.abc import Iterator, Sequence

from sanitarian.core.search import Doc, key_words, name_words, place_words
from sanitarian.trades.models import Firm, Inspector

KINDS = {"inspector": 6}
FIRM_KINDS = {"firm": 7}


def docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these inspectors, or of all."""
    inspectors = Inspector.objects.select_related("party").order_by("pk")
    if ids is not None:
        inspectors = inspectors.filter(pk__in=ids)
    for inspector in inspectors:
        yield Doc(
            kind="inspector",
            ref=f"inspector:{inspector.pk}",
            title=inspector.party.name,
            subtitle=f"Inspector {inspector.number}",
            note="certificate revoked" if inspector.revoked_on else "",
            head=f"{key_words(inspector.number)} {name_words(inspector.party.name)}",
            more=f"inspector {place_words(inspector.party.mail_city)}",
            standing=1 if inspector.revoked_on else 0,
        )


def firm_docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these firms, or of all."""
    firms = Firm.objects.select_related("party").order_by("pk")
    if ids is not None:
        firms = firms.filter(pk__in=ids)
    for firm in firms:
        trades = [name for name, does in (("hauler", firm.hauls), ("installer", firm.installs)) if does]
        yield Doc(
            kind="firm",
            ref=f"firm:{firm.pk}",
            title=firm.party.name,
            subtitle=f"{' and '.join(trades).capitalize()} {firm.number}",
            note="out of business" if firm.ended_on else "",
            head=f"{key_words(firm.number)} {name_words(firm.party.name)}",
            more=f"firm {' '.join(trades)} {place_words(firm.party.mail_city)}",
            standing=1 if firm.ended_on else 0,
        )
