"""Bringing the register up to a county's parcel file."""

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal
from sanitarian.core.dates import now
from sanitarian.core.records import ref
from sanitarian.county.counties import County
from sanitarian.county.imports import apply, register
from sanitarian.county.imports.prepare import Prepared
from sanitarian.county.imports.preview import refusal
from sanitarian.county.models import ImportRun


@act(apply.ACT)
def import_parcels(
    actor: Actor, prepared: Prepared, county: County, *, confirmed_retired: int | None = None
) -> ImportRun:
    """Apply a prepared import: all of it in this transaction, or nothing.

    ``confirmed_retired`` is the number of parcels to retire, named by somebody who knows that more than the usual
    share has gone.

    Raises:
        ActRefused: nothing can be taken in, too many parcels would be retired, or the register has changed since the
            preview.
    """
    plan = prepared.plan
    apply.lock_register()
    if register.stamp() != plan.stamp:
        raise ActRefused("The register has changed since the preview. Run the import again and look at it anew.")
    if reason := refusal(plan, confirmed_retired):
        raise ActRefused(reason)
    started, counts = now(), plan.counts()
    run = ImportRun.objects.create(
        kind="parcels",
        file_name=prepared.file_name[:255],
        sha256=prepared.sha256,
        options=prepared.options,
        started_at=started,
        finished_at=started,
        by=actor.ref,
        status=ImportRun.Status.APPLIED,
        counts=counts | {"values_kept_by_field": dict(plan.kept)},
        notices=plan.staged.notices.as_json(),
    )
    apply.write(actor, plan, run, county)
    run.finished_at = now()
    run.save(update_fields=["finished_at"])
    journal(
        actor,
        apply.ACT,
        ref(run),
        sha256=prepared.sha256,
        as_of=plan.as_of,
        key_scheme=plan.staged.scheme,
        counts=counts,
        confirmed_retired=confirmed_retired,
    )
    return run
