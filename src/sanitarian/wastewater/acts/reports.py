"""A report comes in: draft, attachments, submission, withdrawal."""

import dataclasses
import hashlib
import uuid
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction

from sanitarian.core import search
from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import now, today
from sanitarian.core.pictures import NotAPicture, clean_picture
from sanitarian.core.records import close_tasks, keep_version, next_number, ref, tell
from sanitarian.county.models import Parcel
from sanitarian.parties.models import Party
from sanitarian.wastewater.acts.pipes import NewPipeResult, put_result
from sanitarian.wastewater.acts.review_queue import REVIEW, queue_for_review
from sanitarian.wastewater.acts.rounds import bring_up_to_date
from sanitarian.wastewater.acts.systems import new_system, open_provisional
from sanitarian.wastewater.assessment import assess
from sanitarian.wastewater.facts import site_of
from sanitarian.wastewater.filers import FOUND_BY_STAFF, check_filing, lock_report
from sanitarian.wastewater.models import Attachment, DrainPipeResult, Report, System

ATTACHMENT_LIMIT = 20 * 1024 * 1024
_SIGNATURES: Mapping[str, tuple[bytes, ...]] = {
    "application/pdf": (b"%PDF-",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/png": (b"\x89PNG\r\n\x1a\n",),
}
_EXTENSIONS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png"}
_KEPT_BY_ACTS = frozenset(
    {
        *("id", "version", "number", "state", "token", "submitted_on", "received_at", "saved_from"),
        *("entered_by", "migrated", "amends"),
    }
)
EDITABLE = frozenset(field.name for field in Report._meta.concrete_fields) - _KEPT_BY_ACTS


@act("wastewater.report.draft")
def start_report(
    actor: Actor,
    *,
    token: uuid.UUID,
    system: System | None = None,
    parcel: Parcel | None = None,
    amends: Report | None = None,
    **fields: Any,
) -> Report:
    """Begin a draft. The same form sent twice is one draft (C34)."""
    _only_editable(actor, fields)
    existing = Report.objects.filter(token=token).first()
    if existing is not None:
        return lock_report(actor, existing.pk)
    report = Report(token=token, system=system, parcel=parcel, amends=amends, entered_by=actor.ref, **fields)
    check_filing(actor, report)
    try:
        with transaction.atomic():
            report.save()
    except IntegrityError:
        return lock_report(actor, Report.objects.get(token=token).pk)
    journal(actor, "wastewater.report.draft", ref(report))
    return report


@act("wastewater.report.save")
def save_report(
    actor: Actor, report_id: int, *, version: int | None = None, page: uuid.UUID | None = None, **fields: Any
) -> Report:
    """Save a draft or a report that was sent back. What is on record already as typed changes nothing.

    ``page`` names the open page that saves by itself while it is typed on, so that it never finds its own saves to
    be somebody else's.

    Raises:
        StaleVersion: somebody else saved something since.
        ActRefused: it is filed already, or a field that reports do not have.
    """
    report = lock_report(actor, report_id)
    return _write(actor, report, fields, version=version, page=page)


@act("wastewater.report.save")
def enter_report(
    actor: Actor,
    *,
    token: uuid.UUID,
    version: int | None,
    fields: Mapping[str, Any],
    pipes: Sequence[NewPipeResult] = (),
    uploads: Sequence[UploadedFile] = (),
    page: uuid.UUID | None = None,
) -> Report:
    """Save what the entry form holds: the report, its drain pipe results and the files that came with it, as one.

    ``token`` names the form, so that one form sent several times is one report (C34); ``version`` is the one that the
    form was opened on, None for a new form.
    """
    is_new = not Report.objects.filter(token=token).exists()
    report = lock_report(actor, start_report(actor, token=token, **fields).pk)
    known = _result_keys(report)
    wanted = {(item.pipe, *item.values()) for item in pipes}
    extra = ["drain_pipe_results"] if known != wanted else []
    if not is_new:
        report = _write(actor, report, fields, version=version or 1, extra=extra, page=page)
    if extra:
        _replace_results(report, pipes)
    for upload in uploads:
        attach(actor, report.pk, upload)
    return report


def _write(
    actor: Actor, report: Report, fields: Mapping[str, Any], *, version: int | None,
    extra: Sequence[str] = (), page: uuid.UUID | None = None,
) -> Report:  # fmt: skip
    _only_editable(actor, fields)
    changed = [name for name, value in fields.items() if _on_record(report, name) != getattr(value, "pk", value)]
    changed += extra
    if not changed:
        return report
    _must_be_open(report)
    if version is not None and report.version != version and (page is None or report.saved_from != page):
        lock(Report, report.pk, version=version)
    if report.state == Report.State.SENT_BACK:
        keep_version(actor, "wastewater.report.save", report)
    else:
        report.version += 1
    for name, value in fields.items():
        setattr(report, name, value)
    report.saved_from = page
    check_filing(actor, report)
    report.save()
    journal(actor, "wastewater.report.save", ref(report), version=report.version, fields=sorted(changed))
    return report


def _on_record(report: Report, name: str) -> Any:
    return getattr(report, Report._meta.get_field(name).attname)  # type: ignore[union-attr]


def _only_editable(actor: Actor, fields: Mapping[str, Any]) -> None:
    if unknown := set(fields) - (EDITABLE if actor.is_staff else EDITABLE - FOUND_BY_STAFF):
        raise ActRefused(f"A report has no field {', '.join(sorted(unknown))} to fill in.")


def _must_be_open(report: Report) -> None:
    if report.state not in {Report.State.DRAFT, Report.State.SENT_BACK}:
        raise ActRefused(f"Report {report} is {report.get_state_display().lower()}; it cannot be changed any more.")


@act("wastewater.report.attach")
def attach(actor: Actor, report_id: int, upload: UploadedFile, *, kind: str = Attachment.Kind.OTHER) -> Attachment:
    """Add a PDF, JPEG or PNG of at most 20 MB, known by its content and not by its name; the same file twice is one.

    Raises:
        ActRefused: too large, empty, or of another kind.
    """
    report = lock_report(actor, report_id)
    name = (upload.name or "file").replace("\\", "/").rpartition("/")[2][:200]
    if not upload.size or upload.size > ATTACHMENT_LIMIT:
        raise ActRefused(f"“{name}” is empty or larger than 20 MB. Choose a smaller file.")
    content, content_type = _checked(upload, name)
    digest = hashlib.sha256(content).hexdigest()
    found = report.attachments.filter(sha256=digest).first()
    if found is not None:
        return found
    _must_be_open(report)
    attachment = Attachment(
        report=report, kind=kind, name=name, content_type=content_type, size=len(content), sha256=digest,
        added_at=now(), by=actor.ref,
    )  # fmt: skip
    attachment.file.save(f"{digest[:32]}.{_EXTENSIONS[content_type]}", ContentFile(content), save=False)
    attachment.save()
    journal(actor, "wastewater.report.attach", ref(report), sha256=digest)
    return attachment


@act("wastewater.report.detach")
def detach(actor: Actor, report_id: int, attachment_id: int) -> None:
    """Take a file off a draft that was never filed. What was filed once keeps its files.

    Raises:
        ActRefused: the report was filed, or has no such file.
    """
    report = lock_report(actor, report_id)
    if report.number is not None or report.state != Report.State.DRAFT:
        raise ActRefused("This report was filed; its files stay with it. Add what is missing instead.")
    found = report.attachments.filter(pk=attachment_id).first()
    if found is None:
        raise ActRefused("There is no such file with this report.")
    stored = found.file
    found.delete()
    transaction.on_commit(lambda: stored.delete(save=False), robust=True)
    journal(actor, "wastewater.report.detach", ref(report), sha256=found.sha256)


def _checked(upload: UploadedFile, name: str) -> tuple[bytes, str]:
    """The content as it is kept, and its type: a picture without where it was taken, a PDF as it is.

    Raises:
        ActRefused: it is of another kind, or damaged.
    """
    content = upload.read()
    kind = next((kind for kind, marks in _SIGNATURES.items() if content.startswith(marks)), None)
    if kind is None:
        raise ActRefused(f"“{name}” is not a PDF, JPEG or PNG file. Scan or save it as one of these.")
    if kind == "application/pdf":
        return content, kind
    try:
        return clean_picture(content).content, kind
    except NotAPicture as fault:
        raise ActRefused(f"“{name}”: {fault}") from None


def _result_keys(report: Report) -> set[tuple[Any, ...]]:
    names = [column.name for column in dataclasses.fields(NewPipeResult)][1:]
    return set(report.pipe_results.values_list("pipe__label", *names))


def _replace_results(report: Report, pipes: Sequence[NewPipeResult]) -> None:
    """Let a report that is still open bring exactly these results."""
    report.pipe_results.all().delete()
    for item in dict.fromkeys(pipes):
        put_result(report, item)


@act("wastewater.report.save")
def record_pipe_result(actor: Actor, report_id: int, *, pipe: str, **result: Any) -> DrainPipeResult:
    """Add a laboratory's result for one of the parcel's drain pipes (V.III.G)."""
    report = lock_report(actor, report_id)
    _must_be_open(report)
    row = put_result(report, NewPipeResult(pipe=pipe, **{"unit": "CFU/100 mL", **result}))
    journal(actor, "wastewater.report.save", ref(report), pipe=ref(row.pipe))
    return row


@act("wastewater.report.submit")
def submit_report(actor: Actor, report_id: int, *, version: int | None = None) -> Report:
    """File a report: it gets its number and waits for review. Submitted again, it answers with the same number.

    Raises:
        ActRefused: the day of inspection or the inspector is missing, or the day lies in the future.
    """
    report = lock_report(actor, report_id)
    if report.state in {Report.State.SUBMITTED, Report.State.ACCEPTED}:
        return report
    if version is not None and report.version != version:
        lock(Report, report_id, version=version)
    check_filing(actor, report)
    _must_be_open(report)
    if report.performed is None or report.inspector is None:
        raise ActRefused("Enter the inspector and the day of the inspection before you submit the report.")
    if report.performed > today():
        raise ActRefused("The day of the inspection lies in the future. Correct the date.")
    if report.system is None:
        _find_or_open_system(actor, report)
    report.number = report.number or f"IR-{today().year}-{next_number(f'IR-{today().year}'):05d}"
    report.parcel = report.parcel or site_of(report)
    # The day it first came in stands (VI.B.2); whether it was complete then is another question, and on record.
    report.submitted_on = report.submitted_on or today()
    report.state, report.received_at = Report.State.SUBMITTED, now()
    report.version += 1
    report.save()
    journal(actor, "wastewater.report.submit", ref(report), number=report.number, version=report.version)
    tell(
        actor, subjects_of(report), "report.submitted", f"Inspection report {report.number} received",
        on=today(), reference=ref(report), cite="V.IV.C",
    )  # fmt: skip
    queue_for_review(report, assess(report))
    search.reindex([ref(report)])
    return report


def _find_or_open_system(actor: Actor, report: Report) -> None:
    """The one system of the parcel, put on record now if need be; a provisional record where the place is not known."""
    if report.parcel is not None:
        systems = list(report.parcel.systems.exclude(status=System.Status.ABANDONED)[:2])
        if len(systems) > 1:
            raise ActRefused("Several systems serve this parcel. Choose the one that was inspected.")
        report.system = systems[0] if systems else new_system(actor, [report.parcel])
        bring_up_to_date(actor, report.system)
        return
    report.system = open_provisional(actor, report.place_text or report.street_address or "place not stated")


def subjects_of(report: Report) -> list[str]:
    """Whose timelines a report belongs on."""
    subjects = [ref(report)]
    if report.system_id:
        subjects.append(f"system:{report.system_id}")
        subjects += [f"parcel:{pk}" for pk in report.system.parcels.values_list("pk", flat=True)]  # type: ignore[union-attr]
    elif report.parcel_id:
        subjects.append(f"parcel:{report.parcel_id}")
    return subjects


@act("wastewater.report.complete_file")
def record_application(
    actor: Actor, report_id: int, *, applicant: Party | None, applicant_name: str, applicant_is_agent: bool,
    agent_authorised: bool, signed_on: date,
) -> Report:  # fmt: skip
    """Put the signed application on file that an accepted report came without (I.7.A, C-28).

    Raises:
        ActRefused: the report is not accepted, has its permit, or the day lies in the future.
    """
    if signed_on > today():
        raise ActRefused("The application carries a day in the future. Correct the date.")
    report = lock(Report, report_id)
    _must_wait_for_permit(report)
    keep_version(actor, "wastewater.report.complete_file", report)
    report.applicant, report.applicant_name, report.applicant_is_agent = applicant, applicant_name, applicant_is_agent
    report.agent_authorised, report.application_signed_on = agent_authorised, signed_on
    report.save()
    journal(actor, "wastewater.report.complete_file", ref(report), version=report.version, signed_on=signed_on)
    tell(
        actor, subjects_of(report), "report.application", "Signed application for the permit came in",
        on=today(), reference=ref(report), cite="C-28",
    )  # fmt: skip
    return report


@act("wastewater.report.complete_file")
def record_later_result(actor: Actor, report_id: int, item: NewPipeResult) -> DrainPipeResult:
    """Put a drain pipe's further result on file, of an accepted report whose permit waits (III.G, A-13)."""
    report = lock(Report, report_id)
    _must_wait_for_permit(report)
    row = put_result(report, item)
    journal(actor, "wastewater.report.complete_file", ref(report), pipe=ref(row.pipe), sampled=item.sampled)
    tell(
        actor, subjects_of(report), "pipe.result", f"Drain pipe “{item.pipe}”: {item.result} {item.unit}",
        on=item.sampled, reference=ref(report), cite="V.III.G",
    )  # fmt: skip
    return row


def _must_wait_for_permit(report: Report) -> None:
    if report.state != Report.State.ACCEPTED or report.discharge_permits.exists():
        raise ActRefused(f"Report {report} does not wait for a permit.")


@act("wastewater.report.withdraw")
def withdraw_report(actor: Actor, report_id: int, *, reason: str) -> Report:
    """Withdraw a report that is not decided; it stays on record."""
    if not reason.strip():
        raise ActRefused("Write why the report is withdrawn.")
    report = lock_report(actor, report_id)
    if not actor.is_staff and report.state != Report.State.DRAFT:
        raise ActRefused("A report that is filed stays on record. Ask the department to withdraw it.")
    if report.state not in {Report.State.DRAFT, Report.State.SUBMITTED, Report.State.SENT_BACK}:
        raise ActRefused(f"Report {report} is {report.get_state_display().lower()}; it cannot be withdrawn.")
    keep_version(actor, "wastewater.report.withdraw", report)
    report.state = Report.State.WITHDRAWN
    report.save()
    journal(actor, "wastewater.report.withdraw", ref(report))
    tell(actor, subjects_of(report), "report.withdrawn", "Report withdrawn", on=today(), detail=reason.strip())
    close_tasks(actor, ref(report), [REVIEW])
    return report
