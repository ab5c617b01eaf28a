"""What can be found about permits: the permit by its number and its holder."""

from collections.abc import Iterator, Sequence

from sanitarian.core.search import Doc, key_words, name_words, place_words
from sanitarian.permits.models import Permit

KINDS = {"permit": 4}
_CHUNK = 2_000


def docs(ids: Sequence[int] | None) -> Iterator[Doc]:
    """Documents of these permits, or of all."""
    permits = Permit.objects.select_related("holder").order_by("pk")
    if ids is not None:
        permits = permits.filter(pk__in=ids)
    for permit in permits.iterator(chunk_size=_CHUNK):
        yield _doc(permit)


def _doc(permit: Permit) -> Doc:
    holder = permit.holder.name if permit.holder else ""
    ended = "revoked" if permit.revoked_on else "surrendered" if permit.surrendered_on else ""
    term = f"{permit.starts.year}–{permit.through.year}" if permit.through else f"from {permit.starts.year}"
    return Doc(
        kind="permit",
        ref=f"permit:{permit.pk}",
        title=permit.number,
        subtitle=" · ".join(
            part for part in (f"{permit.kind} permit {term}".capitalize(), holder, permit.place) if part
        ),
        town=permit.town,
        note=ended,
        head=f"{key_words(permit.number)} {name_words(holder)}",
        more=f"{place_words(permit.place)} {place_words(permit.town)}",
        standing=1 if ended else 0,
    )
