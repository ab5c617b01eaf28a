"""What staff record about parcels themselves: which became which."""

from collections.abc import Sequence
from itertools import product

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.records import ref, tell
from sanitarian.county.models import Parcel, ParcelLink

_TITLES = {
    ParcelLink.Kind.SPLIT: ("Split into {others}", "Split from {others}"),
    ParcelLink.Kind.MERGE: ("Merged into {others}", "Merged from {others}"),
}


@act("county.parcels.link")
def link_parcels(actor: Actor, before: Sequence[int], after: Sequence[int], kind: str) -> list[ParcelLink]:
    """Record that a parcel was split into others, or that several were merged into one.

    Nothing attached to a parcel moves by itself: which system stands on which lot is said by acts of its own. Links
    that are on record already stay as they are.

    Raises:
        ActRefused: unknown parcels or kind, a split of several or a merger into several, or a link the other way.
    """
    if kind not in _TITLES:
        raise ActRefused("Say whether the parcels were split or merged.")
    if not before or not after:
        raise ActRefused("Name the parcels before and after.")
    if kind == ParcelLink.Kind.SPLIT and len(before) > 1:
        raise ActRefused("A split begins with one parcel. Record each parcel's split by itself.")
    if kind == ParcelLink.Kind.MERGE and len(after) > 1:
        raise ActRefused("A merger ends in one parcel. Name the one that the others became.")
    parcels = {pk: lock(Parcel, pk) for pk in sorted({*before, *after})}
    if set(before) & set(after):
        raise ActRefused("A parcel cannot become itself. Leave out the one that kept its number.")
    if ParcelLink.objects.filter(before__in=after, after__in=before).exists():
        raise ActRefused("It is on record that these parcels became each other the other way round.")
    at, links, news = now(), [], False
    for old, new in product(dict.fromkeys(before), dict.fromkeys(after)):
        link, made = ParcelLink.objects.get_or_create(
            before=parcels[old], after=parcels[new], defaults={"kind": kind, "at": at, "by": actor.ref}
        )
        links.append(link)
        news = news or made
        if made:
            journal(actor, "county.parcels.link", ref(parcels[old]), kind=kind, after=ref(parcels[new]))
    if news:
        _tell(actor, [parcels[pk] for pk in before], [parcels[pk] for pk in after], ParcelLink.Kind(kind))
    return links


def _tell(actor: Actor, before: list[Parcel], after: list[Parcel], kind: ParcelLink.Kind) -> None:
    for parcels, others, title in ((before, after, _TITLES[kind][0]), (after, before, _TITLES[kind][1])):
        names = ", ".join(other.shown_key for other in others)
        tell(actor, map(ref, parcels), "county.parcel.linked", title.format(others=names), on=today())
