"""Drain pipes at the lakes: results, the owner's notice, the finding where the bacteria come from (III.G)."""

import dataclasses
from dataclasses import dataclass
from datetime import date
from typing import Any

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal
from sanitarian.core.dates import today
from sanitarian.core.journal import digest
from sanitarian.core.records import ref, tell
from sanitarian.law.drain_pipes import UNITS, read_result
from sanitarian.law.ruling import ImpossibleFacts
from sanitarian.wastewater.models import DrainPipe, DrainPipeResult, Report


@dataclass(frozen=True)
class NewPipeResult:
    """A laboratory's result for a drain pipe, in the laboratory's words; ``pipe`` is how the report calls the pipe."""

    pipe: str
    result: str
    unit: str
    sampled: date
    laboratory: str = ""
    laboratory_certified: bool | None = None
    is_retest: bool = False

    def values(self) -> tuple[Any, ...]:
        """Everything but the pipe."""
        return dataclasses.astuple(self)[1:]


def put_result(report: Report, item: NewPipeResult) -> DrainPipeResult:
    """Put a result on record; the same result twice is one. Part of an act.

    Raises:
        ActRefused: it is no laboratory result, or the report names no parcel on which the pipe could lie.
    """
    if report.parcel is None:
        raise ActRefused("Choose the property first: drain pipes lie on a parcel.")
    if not item.pipe.strip():
        raise ActRefused("Name the drain pipe, such as “north pipe”.")
    if item.unit not in UNITS:
        raise ActRefused(f"“{item.unit}” is no unit of a result. Use one of {', '.join(UNITS)}.")
    if item.sampled > today():
        raise ActRefused(f"The sample of the pipe “{item.pipe}” carries a day in the future. Correct the date.")
    try:
        read_result(item.result)
    except ImpossibleFacts as fault:
        raise ActRefused(f"Drain pipe “{item.pipe}”: {fault}.") from None
    pipe, _ = DrainPipe.objects.get_or_create(parcel=report.parcel, label=item.pipe.strip())
    values = {field.name: getattr(item, field.name) for field in dataclasses.fields(item) if field.name != "pipe"}
    row, _ = DrainPipeResult.objects.get_or_create(report=report, pipe=pipe, **values)
    return row


def _pipe(pipe_id: int) -> DrainPipe:
    pipe = DrainPipe.objects.select_for_update().filter(pk=pipe_id).first()
    if pipe is None:
        raise ActRefused("There is no drain pipe with this number.")
    return pipe


@act("wastewater.pipe.notify")
def notify_of_result(actor: Actor, pipe_id: int, *, on: date) -> DrainPipe:
    """Record the day on which the owner was given an exceeding result; the time for retests runs from it (A-4).

    Raises:
        ActRefused: the day lies in the future, or before the sample.
    """
    if on > today():
        raise ActRefused("The owner's notice carries a day in the future. Correct the date.")
    pipe = _pipe(pipe_id)
    first = pipe.results.filter(is_retest=False).last()
    if first is None or on < first.sampled:
        raise ActRefused("The owner cannot have been given a result before the sample was taken. Correct the date.")
    pipe.notified_on = on
    pipe.save(update_fields=["notified_on"])
    journal(actor, "wastewater.pipe.notify", ref(pipe), parcel=f"parcel:{pipe.parcel_id}", on=on)
    title = f"Owner notified of the result of the drain pipe “{pipe.label}”"
    tell(actor, [f"parcel:{pipe.parcel_id}"], "pipe.notified", title, on=on, cite="A-4")
    return pipe


@act("wastewater.pipe.find_origin")
def find_origin(actor: Actor, pipe_id: int, *, elsewhere: bool, evidence: str) -> DrainPipe:
    """Record an official's finding whether the bacteria are proven to come from elsewhere, with its evidence (A-8).

    Raises:
        ActRefused: no evidence is named.
    """
    if not evidence.strip():
        raise ActRefused("Write what proves it, such as samples from upstream (A-8).")
    pipe = _pipe(pipe_id)
    pipe.origin_elsewhere = elsewhere
    pipe.save(update_fields=["origin_elsewhere"])
    journal(
        actor, "wastewater.pipe.find_origin", ref(pipe), parcel=f"parcel:{pipe.parcel_id}",
        elsewhere=elsewhere, evidence=digest(evidence.strip()),
    )  # fmt: skip
    found = "proven to come from elsewhere" if elsewhere else "not proven to come from elsewhere"
    tell(
        actor, [f"parcel:{pipe.parcel_id}"], "pipe.origin", f"Drain pipe “{pipe.label}”: bacteria {found}",
        on=today(), detail=evidence.strip(), cite="A-8",
    )  # fmt: skip
    return pipe
