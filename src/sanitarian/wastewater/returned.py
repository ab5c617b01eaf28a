"""What became of a report that was sent back: why it came back, and what its filer changed since."""

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from sanitarian.core.models import JournalEntry, RowVersion
from sanitarian.core.records import ref
from sanitarian.wastewater.forms.report import MAY_BE_UNKNOWN, EntryForm
from sanitarian.wastewater.models import Report, ReturnReason

_SENT_BACK = "wastewater.report.send_back"
_EXTENTS = {extent: text for text, _, extent in MAY_BE_UNKNOWN}
_ANSWERS = {True: "Yes", False: "No", None: "not shown", "": "not shown"}


@dataclass(frozen=True)
class Changed:
    """An answer as it stood when the report was sent back, and as it stands now."""

    label: str
    before: str
    now: str


def latest_reasons(report: Report) -> list[ReturnReason]:
    """Why it was sent back the last time."""
    reasons = list(report.return_reasons.order_by("-given_on", "-pk")) if report.number else []
    return [reason for reason in reversed(reasons) if reason.given_on == reasons[0].given_on]


def changes_since_return(report: Report) -> list[Changed]:
    """What was changed, answer by answer, since the report was sent back the last time; none where it never was."""
    kept = RowVersion.objects.filter(row=ref(report), act=_SENT_BACK).order_by("-version").first()
    if kept is None:
        return []
    found = []
    for name, label in _labels().items():
        column = Report._meta.get_field(name)
        before, now = kept.values.get(column.attname), getattr(report, column.attname)  # type: ignore[union-attr]
        if _plain(before) != _plain(now):
            found.append(Changed(label, _said(column, before), _said(column, now)))
    return found + _new_results(report, kept) + _new_files(report, kept)


def _labels() -> dict[str, str]:
    """The answers of a report in the order of its form, with the form's words."""
    columns = {column.name for column in Report._meta.concrete_fields}
    named = {name: str(field.label or name) for name, field in EntryForm.base_fields.items() if name in columns}
    return named | {extent: f"{named[text]}: known or not" for extent, text in _EXTENTS.items()}


def _plain(value: Any) -> str:
    """A value as row history keeps it, for comparing."""
    return "" if value is None else str(value).removesuffix(".0")


def _said(column: Any, value: Any) -> str:
    if isinstance(value, bool) or value is None or value == "":
        return _ANSWERS[value]
    if column.is_relation:
        row: Model | None = column.related_model._default_manager.filter(pk=value).first()
        return str(row)
    return str(dict(column.flatchoices).get(value, value))


def _new_results(report: Report, kept: RowVersion) -> list[Changed]:
    """The drain pipe results as they stand, where they were changed; what they were before is not kept."""
    if "drain_pipe_results" not in changed_fields(report, kept.version):
        return []
    results = report.pipe_results.select_related("pipe")
    now = "; ".join(f"{item.pipe.label} {item.result} {item.unit}" for item in results)
    return [Changed("Drain pipe results", "", now or "none")]


def _new_files(report: Report, kept: RowVersion) -> list[Changed]:
    return [Changed("File added", "", item.name) for item in report.attachments.filter(added_at__gt=kept.at)]


def changed_fields(report: Report, version: int) -> list[str]:
    """The columns that were saved after a version of an open report."""
    bodies = JournalEntry.objects.filter(subject=ref(report), act="wastewater.report.save").order_by("seq")
    told = [json.loads(body)["details"] for body in bodies.values_list("body", flat=True)]
    later = [details for details in told if details.get("version", 0) > version]
    return list(dict.fromkeys(name for details in later for name in details.get("fields", ())))
