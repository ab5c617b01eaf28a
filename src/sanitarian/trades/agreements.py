"""Agreements by which others inspect: recorded, the department's finding on the local law, ended (V.XI)."""

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Q

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.journal import digest
from sanitarian.core.records import keep_version, ref, tell
from sanitarian.county.models import Municipality
from sanitarian.trades.models import SKANEATELES, Agreement


@act("trades.agreement.record")
def record_agreement(
    actor: Actor, *, by: str, area: str, document: str, starts: date, ends: date | None = None
) -> Agreement:  # fmt: skip
    """Record that others inspect in an area from a day on, through another where one is set.

    ``area`` is a municipality's SWIS code, or ``SKANEATELES`` for the watershed inspectors. What the department finds
    of a municipality's law is an act of its own (F-23). The same agreement recorded twice is one.

    Raises:
        ActRefused: no paper, no such municipality, the days make no sense, or another agreement covers one of them.
    """
    document = document.strip()
    if not document:
        raise ActRefused("Name the paper, such as the local law or the letter and its day, so that it can be found.")
    if ends is not None and ends < starts:
        raise ActRefused("An agreement cannot end before it starts. Correct the last day.")
    _lock_area(by, area)
    facts = {"ends": ends, "document": document[:200]}
    known = Agreement.objects.filter(by=by, area=area, starts=starts).first()
    if known is not None and (known.ends, known.document) == (ends, document[:200]):
        return known
    _no_overlap(by, area, starts, ends)
    try:
        with transaction.atomic():
            made = Agreement.objects.create(by=by, area=area, starts=starts, recorded_by=actor.ref, **facts)
    except IntegrityError:
        raise ActRefused("This agreement is being recorded by somebody else. Look again.") from None
    tell(actor, [ref(made)], "agreement.recorded", "Agreement recorded", on=starts, detail=document, cite="V.XI")
    journal(actor, "trades.agreement.record", ref(made), by=by, area=area, starts=starts, ends=ends)
    return made


def _lock_area(by: str, area: str) -> None:
    """Hold the municipality, or all of them for the watershed, so that two recorded at once cannot overlap.

    Raises:
        ActRefused: there is no such area for this kind.
    """
    rows = Municipality.objects.select_for_update().order_by("pk")
    if by == Agreement.By.MUNICIPALITY:
        if not rows.filter(swis=area).first():
            raise ActRefused("There is no municipality with this code. Choose one from the list.")
    elif by == Agreement.By.WATERSHED and area == SKANEATELES:
        list(rows)
    else:
        raise ActRefused("Say who inspects: a municipality, or the watershed inspectors at Skaneateles Lake.")


def _no_overlap(by: str, area: str, starts: date, ends: date | None) -> None:
    later = Q(ends__isnull=True) | Q(ends__gte=starts)
    others = Agreement.objects.filter(later, by=by, area=area)
    if ends is not None:
        others = others.filter(starts__lte=ends)
    other = others.order_by("starts").first()
    if other is not None:
        through = f" through {other.ends:%m/%d/%Y}" if other.ends else ""
        raise ActRefused(
            f"An agreement for this area runs from {other.starts:%m/%d/%Y}{through} already. End that one first, "
            "or correct the days."
        )


@act("trades.agreement.find")
def find_law(
    actor: Actor, agreement_id: int, *, meets_minimum: bool, document: str, version: int | None = None
) -> Agreement:  # fmt: skip
    """Record the department's finding whether the municipality's law meets the minimum of Article V (F-23).

    It speaks for the whole agreement: where the law changes, the agreement is ended and a new one recorded.

    Raises:
        ActRefused: no paper, or the agreement rests on no local law.
    """
    document = document.strip()
    if not document:
        raise ActRefused("The department finds this in writing (F-23): name the paper.")
    agreement = lock(Agreement, agreement_id, version=version)
    if agreement.by != Agreement.By.MUNICIPALITY:
        raise ActRefused("Watershed inspectors rest on no local law; there is nothing to find (V.XI).")
    if (agreement.local_law_meets_minimum, agreement.finding_document) == (meets_minimum, document[:200]):
        return agreement
    keep_version(actor, "trades.agreement.find", agreement)
    agreement.local_law_meets_minimum, agreement.finding_document = meets_minimum, document[:200]
    agreement.found_on = today()
    agreement.save()
    found = "meets" if meets_minimum else "does not meet"
    tell(
        actor, [ref(agreement)], "agreement.found", f"Found that the local law {found} the minimum of Article V",
        on=today(), detail=document, cite="F-23",
    )  # fmt: skip
    journal(
        actor, "trades.agreement.find", ref(agreement), version=agreement.version, meets_minimum=meets_minimum,
        document=digest(document),
    )  # fmt: skip
    return agreement


@act("trades.agreement.end")
def end_agreement(
    actor: Actor, agreement_id: int, *, ends: date, reason: str, version: int | None = None
) -> Agreement:  # fmt: skip
    """Let an agreement end with a day, which counts still.

    Raises:
        ActRefused: no reason, before the agreement starts, or it ends by then already.
    """
    if not reason.strip():
        raise ActRefused("Write why the agreement ends, such as the Town Board's resolution and its day.")
    agreement = lock(Agreement, agreement_id, version=version)
    if ends < agreement.starts:
        raise ActRefused(f"The agreement starts on {agreement.starts:%m/%d/%Y}; it cannot end before. Correct the day.")
    if agreement.ends is not None and agreement.ends <= ends:
        raise ActRefused(f"The agreement ends with {agreement.ends:%m/%d/%Y} already. To go on, record a new one.")
    keep_version(actor, "trades.agreement.end", agreement)
    agreement.ends = ends
    agreement.save()
    tell(
        actor, [ref(agreement)], "agreement.ended", "Agreement ends", on=ends, detail=reason.strip(), cite="V.XI"
    )  # fmt: skip
    journal(actor, "trades.agreement.end", ref(agreement), version=agreement.version, ends=ends,
            reason=digest(reason.strip()))  # fmt: skip
    return agreement
