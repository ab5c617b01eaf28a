"""Files of pump-outs: upload, look, answer, result; what was rejected to mend, and a template."""

import csv
import io
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from openpyxl import Workbook
from openpyxl.styles import Font

from sanitarian.core.acts import ActRefused, StaleVersion
from sanitarian.core.export import csv_response, neutralised
from sanitarian.portal.haulers.forms import UploadForm
from sanitarian.trades.queries import firms_of
from sanitarian.wastewater.acts.pump_out_files import confirm_file, drop_file, look_at_file, take_in_piece
from sanitarian.wastewater.models import DisposalPlace, PumpOutFile, PumpOutFileRow
from sanitarian.wastewater.pump_out_queries import files_of
from sanitarian.wastewater.pump_out_sheet import COLUMNS, MEND

PIECES_AT_ONCE = 4  # of 500 rows: a few seconds; a longer file goes on with the next request
SHOWN = 50
_STANDINGS = PumpOutFileRow.Standing


def pump_out_files(request: HttpRequest) -> HttpResponse:
    """Upload a file, and the files there are."""
    actor: Any = request.actor  # type: ignore[attr-defined]
    firms = firms_of(actor).filter(hauls=True)
    form = UploadForm(request.POST, request.FILES, firms=firms) if request.method == "POST" else UploadForm(firms=firms)
    if form.is_bound and form.is_valid():
        upload = form.cleaned_data["upload"]
        try:
            file = look_at_file(actor, form.firm(), upload.name or "file", upload.read())
        except ActRefused as refusal:
            form.add_error("upload", str(refusal))
        else:
            if file.state == PumpOutFile.State.DONE:
                messages.info(request, "This very file was taken in before. Nothing is filed twice.")
            return redirect("portal:pump-out-file", file.pk)
    context = {
        "form": form,
        "files": list(files_of(actor).select_related("firm__party").order_by("-pk")[:SHOWN]),
        "columns": COLUMNS,
        "places": list(DisposalPlace.objects.filter(closed_on__isnull=True).order_by("name")),
    }
    return render(request, "haulers/files.html", context, status=422 if form.errors else 200)


def _own_file(request: HttpRequest, file_id: int) -> PumpOutFile:
    file = files_of(request.actor).select_related("firm__party").filter(pk=file_id).first()  # type: ignore[attr-defined]
    if file is None:
        raise Http404
    return file


def pump_out_file(request: HttpRequest, file_id: int) -> HttpResponse:
    """A file before and after: what it would do, how far it is, what came of it."""
    file = _own_file(request, file_id)
    refused = ""
    if request.method == "POST":
        try:
            _do(request, file)
        except StaleVersion:
            messages.warning(request, "The file was uploaded again since you looked at it. Look at it as it is now.")
        except ActRefused as refusal:
            refused = str(refusal)
        if not refused:
            return redirect("portal:pump-out-file", file.pk)
    context = {"file": file, "refused": refused, **_shown(file)}
    return render(request, "haulers/file.html", context, status=409 if refused else 200)


def _do(request: HttpRequest, file: PumpOutFile) -> None:
    actor: Any = request.actor  # type: ignore[attr-defined]
    do = request.POST.get("do", "")
    if do == "drop":
        drop_file(actor, file.pk)
        messages.success(request, "The file is put aside. Nothing of it is on record.")
    elif do == "confirm":
        answer = {"leave": True, "file": False}.get(request.POST.get("suspected", ""))
        version = request.POST.get("version", "")
        confirm_file(
            actor, file.pk, leave_out_suspected=answer,
            version=int(version) if version.isascii() and version.isdigit() else None,
        )  # fmt: skip
        _go_on(actor, file)
    elif do == "go-on":
        _go_on(actor, file)


def _go_on(actor: Any, file: PumpOutFile) -> None:
    """Take in the next pieces; what is left goes on with the next request, whenever that comes."""
    for _ in range(PIECES_AT_ONCE):
        if take_in_piece(actor, file.pk).state != PumpOutFile.State.RUNNING:
            return


def _shown(file: PumpOutFile) -> dict[str, Any]:
    rows = file.rows.order_by("row")
    counts = file.counts
    left = counts.get("new", 0) + counts.get("suspected", 0)
    taken = counts.get("filed", 0)
    return {
        "crumbs": [{"label": "Files", "url": reverse("portal:pump-out-files")}],
        "counts": counts,
        "left_out": counts.get("left-out", 0),
        "rejected": list(rows.filter(standing=_STANDINGS.REJECTED)[:SHOWN]),
        "suspected": list(rows.filter(standing__in=[_STANDINGS.SUSPECTED, _STANDINGS.LEFT_OUT])[:SHOWN]),
        "noted": [row for row in rows.exclude(standing=_STANDINGS.REJECTED).exclude(notes=[])[:SHOWN] if _own(row)],
        "first": file.pump_outs.order_by("pk").first(),
        "last": file.pump_outs.order_by("-pk").first(),
        "left": left,
        "taken": taken,
        "total": taken + left,
    }


def _own(row: PumpOutFileRow) -> bool:
    """Whether a row has a remark of its own; those of many rows stand on top once."""
    row.notes = [note for note in row.notes if note.startswith(("Place:", "Disposal", "Volume:"))]
    return bool(row.notes)


@require_safe
def rejected(request: HttpRequest, file_id: int) -> HttpResponseBase:
    """The rejected rows with their cells as written and what to mend; mended, this file can be uploaded again."""
    file = _own_file(request, file_id)
    kept = [place for place, header in enumerate(file.headers) if header != MEND]

    def line(row: PumpOutFileRow) -> list[str]:
        mend = "; ".join(f"row {row.row}, {fault['field']}: {fault['reason']}" for fault in row.faults)
        return [*(row.cells[place] if place < len(row.cells) else "" for place in kept), mend]

    rows = file.rows.filter(standing=_STANDINGS.REJECTED).order_by("row").iterator()
    head = [neutralised(file.headers[place]) for place in kept]
    return csv_response(f"rejected-rows-{file.pk}.csv", [*head, MEND], map(line, rows))


@require_safe
def template(request: HttpRequest, kind: str) -> HttpResponse:
    """An empty file with the columns and one example; identifiers are text there."""
    heads = [column.headers[0] for column in COLUMNS]
    example = [column.example for column in COLUMNS]
    if kind == "csv":
        response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
        csv.writer(response).writerows([heads, example])
    elif kind == "xlsx":
        response = HttpResponse(
            _workbook(heads, example),
            content_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        )
    else:
        raise Http404
    response.headers["Content-Disposition"] = f'attachment; filename="pump-outs-template.{kind}"'
    return response


def _workbook(heads: list[str], example: list[str]) -> bytes:
    book = Workbook()
    sheet: Any = book.active
    sheet.title = "Pump-outs"
    sheet.append(heads)
    sheet.append(example)
    for place, head in enumerate(heads, start=1):
        letter = sheet.cell(1, place).column_letter
        sheet.column_dimensions[letter].width = max(14, len(head) + 2)
        sheet.cell(1, place).font = Font(bold=True)
        for row in range(2, 502):
            sheet.cell(row, place).number_format = "@"  # text: a spreadsheet makes no date or number of what is typed
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
