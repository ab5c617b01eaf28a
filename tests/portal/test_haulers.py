"""Haulers' pages: logging once, correcting, lists and files, and nothing of other firms."""

import csv
import io
import re
import uuid
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from sanitarian.core.actors import Role
from sanitarian.parties.models import RoleGrant, User
from sanitarian.trades.models import Firm, License
from sanitarian.wastewater.acts.pump_out_files import look_at_file, take_in_piece
from sanitarian.wastewater.acts.pump_outs import withdraw_pump_out
from sanitarian.wastewater.models import DisposalPlace, PumpOut, PumpOutFile
from tests.places import parcel, system, town
from tests.wastewater.cases import user
from tests.wastewater.loads import at, firm, hauler, land, logged, plant
from tests.wastewater.test_pump_out_files import as_csv, as_xlsx, good

pytestmark = pytest.mark.django_db
NEW = "/my/pump-outs/new/"


@pytest.fixture
def of(db: None) -> Firm:
    plant("Auburn plant")
    town("Niles")
    return firm()


def client_of(actor: Any) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=actor.user_id))
    return client


@pytest.fixture
def client(of: Firm) -> Client:
    return client_of(hauler(of))


def typed(**changes: Any) -> dict[str, Any]:
    return {
        "token": str(uuid.uuid4()), "pumped_on": "06/01/2026", "pumped_time": "09:30", "address": "12 Test Rd",
        "town": str(town("Niles").pk), "tax_map": "", "volume": "1000", "unit": "gal", "tank": "", "tank_gallons": "",
        "disposal_place": str(DisposalPlace.objects.get(name="Auburn plant").pk), "disposal_text": "",
        "disposed_time": "", "disposed_on": "", "plowed_time": "", "plowed_on": "", "manifest_number": "M-1",
        "remarks": "", **changes,
    }  # fmt: skip


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


# Logging


def test_a_pump_out_is_logged_with_a_number_to_quote(client: Client, of: Firm) -> None:
    response = client.post(NEW, typed(), follow=True)
    row = PumpOut.objects.get()
    assert response.redirect_chain == [(f"/my/pump-outs/{row.pk}/", 302)]
    assert "Received as PO-2026-00001. Quote this number" in text_of(response)
    assert (row.hauler, row.pumped_at, row.source) == (of, at("2026-06-01T09:30"), "portal")


def test_a_second_click_files_nothing_and_says_the_number(client: Client) -> None:
    form = typed()
    client.post(NEW, form)
    again = client.post(NEW, form, follow=True)
    assert PumpOut.objects.count() == 1
    assert "Already received as PO-2026-00001. Nothing was filed twice." in text_of(again)


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"pumped_on": ""}, "pumped_on", "This field is required"),
        ({"pumped_on": "06/16/2026"}, "pumped_on", "lies in the future"),
        ({"pumped_on": "03/08/2026", "pumped_time": "2:30 AM"}, "pumped_time", "no such time"),
        ({"pumped_time": "noonish"}, "pumped_time", "not a time of day"),
        ({"volume": "0"}, "volume", "above zero"),
        ({"volume": "lots"}, "volume", "not a number"),
        ({"unit": ""}, "unit", "required"),
        ({"address": ""}, "address", "street address or the tax map number"),
        ({"town": ""}, "town", "required"),
        ({"disposal_place": ""}, "disposal_place", "required"),
        ({"disposal_place": "elsewhere"}, "disposal_text", "Name the place"),
        ({"disposal_place": "999"}, "disposal_place", "Select a valid choice"),
        ({"disposed_on": "06/02/2026"}, "disposed_time", "Enter the time"),
        ({"disposed_time": "08:00"}, "disposed_time", "before it was pumped"),
        ({"plowed_time": "11:00"}, "plowed_time", "plows nothing under"),
        ({"tank_gallons": "10"}, "tank_gallons", "greater than or equal to 50"),
    ],
)
def test_a_faulty_form_says_so_by_field_and_keeps_what_was_typed(
    client: Client, changes: dict[str, str], field: str, said: str
) -> None:
    response = client.post(NEW, typed(remarks="by the barn", **changes))
    assert response.status_code == 422
    form = response.context["form"]
    assert said in " ".join(form.errors[field])
    assert "by the barn" in response.content.decode()
    assert PumpOut.objects.count() == 0


def test_a_number_of_two_towns_asks_for_the_town(client: Client) -> None:
    for name in ("Niles", "Genoa"):
        site = parcel(name)
        site.print_key = "1.-2-34"
        site.save()
    response = client.post(NEW, typed(address="", tax_map="1.-2-34", town=""))
    assert "2 parcels have the number 1.-2-34 (Town of Genoa and Town of Niles)" in text_of(response)
    client.post(NEW, typed(address="", tax_map="1.-2-34", town="unknown"))
    assert PumpOut.objects.get().parcel is None
    client.post(NEW, typed(address="", tax_map="1.-2-34", town=str(town("Genoa").pk), manifest_number="M-2"))
    assert PumpOut.objects.latest("pk").parcel == site


def test_what_was_typed_when_the_session_ended_is_there_after_signing_in(client: Client, of: Firm) -> None:
    stranger = Client()
    response = stranger.post(NEW, typed(remarks="by the barn"))
    assert response.headers["Location"].startswith("/accounts/login/?next=")
    stranger.force_login(User.objects.get(email="hal@hauler.example"))
    shown = stranger.get(f"{NEW}?kept=1")
    assert "by the barn" in shown.content.decode()
    assert "You were signed out while you typed" in text_of(shown)
    assert PumpOut.objects.count() == 0


def test_land_disposal_waits_and_the_hauler_sees_why(client: Client) -> None:
    site = land()
    response = client.post(NEW, typed(disposal_place=str(site.pk)), follow=True)
    assert "When the load of pump-out PO-2026-00001 was plowed under is not shown" in text_of(response)
    row = PumpOut.objects.get()
    shown = client.get(f"/my/pump-outs/{row.pk}/correct/")
    assert 'value="09:30"' in shown.content.decode()
    fixed = typed(
        token=str(row.token), disposal_place=str(site.pk), plowed_time="15:00", version="1", reason="forgot it"
    )
    client.post(f"/my/pump-outs/{row.pk}/correct/", fixed)
    row.refresh_from_db()
    assert (row.state, row.disposal_outcome) == ("corrected", "lawful")
    stale = client.post(f"/my/pump-outs/{row.pk}/correct/", fixed | {"volume": "900"})
    assert stale.status_code == 409
    assert "Somebody else has changed this record" in text_of(stale)
    assert 'value="900"' in stale.content.decode()


def test_the_place_of_a_matched_record_stays_when_something_else_is_corrected(client: Client, of: Firm) -> None:
    served = system(parcel("Niles"))
    row = logged(hauler(of, "Hank"), of, parcel=served.parcels.get(), system=served, place_text="yellow house")
    shown = client.get(f"/my/pump-outs/{row.pk}/correct/").context["form"].initial
    fixed = typed(token=str(row.token), version="1", reason="slip", volume="900", address=shown["address"],
                  town=shown["town"], pumped_time="09:00", manifest_number="")  # fmt: skip
    assert client.post(f"/my/pump-outs/{row.pk}/correct/", fixed).status_code == 302
    row.refresh_from_db()
    assert (row.system, row.gallons) == (served, 900)


def test_withdrawing_asks_why(client: Client, of: Firm) -> None:
    row = logged(hauler(of, "Hank"), of)
    address = f"/my/pump-outs/{row.pk}/withdraw/"
    assert client.post(address, {"reason": "", "version": "1"}).status_code == 422
    assert "stays on record" in text_of(client.post(address, {"reason": "twice", "version": "1"}, follow=True))
    row.refresh_from_db()
    assert row.state == "withdrawn"


# Whose they are


def test_what_is_another_firms_is_not_there(client: Client, of: Firm) -> None:
    other = firm("Other Pumping")
    actor = hauler(other, "Ole")
    row = logged(actor, other, manifest_number="SECRET-9")
    file = look_at_file(actor, other, "other.csv", as_csv([good()]))
    for part in ("", "correct/", "withdraw/"):
        assert client.get(f"/my/pump-outs/{row.pk}/{part}").status_code == 404
        assert client.get(f"/my/pump-outs/999999/{part}").status_code == 404
    assert client.post(f"/my/pump-outs/{row.pk}/withdraw/", {"reason": "x", "version": "1"}).status_code == 404
    for part in ("", "rejected.csv"):
        assert client.get(f"/my/pump-outs/files/{file.pk}/{part}").status_code == 404
    assert client.post(f"/my/pump-outs/files/{file.pk}/", {"do": "drop"}).status_code == 404
    for page in ("/my/pump-outs/", "/my/pump-outs/?format=csv", "/my/pump-outs/files/", "/my/"):
        response = client.get(page)
        content = b"".join(response.streaming_content) if response.streaming else response.content
        assert b"SECRET-9" not in content
        assert b"Other Pumping" not in content
        assert b"other.csv" not in content
    row.refresh_from_db()
    assert row.state == "filed"


def test_a_firm_cannot_be_chosen_that_is_not_ones_own(client: Client) -> None:
    other = firm("Other Pumping")
    client.post(NEW, typed(hauler=str(other.pk)))
    assert PumpOut.objects.get().hauler != other


def test_with_several_firms_the_form_asks_for_which(client: Client, of: Firm) -> None:
    second = firm("Second Pumping")
    RoleGrant.objects.create(
        user=User.objects.get(email="hal@hauler.example"), role=Role.HAULER, party=second.party, starts=date(2020, 1, 1)
    )
    assert "hauler" in client.post(NEW, typed()).context["form"].errors
    client.post(NEW, typed(hauler=str(second.pk)))
    assert PumpOut.objects.get().hauler == second


@pytest.mark.parametrize("role", [Role.INSPECTOR, Role.OWNER, Role.BOARD_SECRETARY])
def test_other_roles_are_refused(of: Firm, role: Role) -> None:
    client = client_of(user("Someone", role).actor())
    for page in ("", "new/", "files/"):
        assert client.get(f"/my/pump-outs/{page}").status_code == 403


def test_staff_log_for_any_firm_and_land_at_their_desk(of: Firm) -> None:
    client = client_of(user("Cleo", Role.CLERK).actor())
    firm("Second Pumping")
    response = client.post(NEW, typed(hauler=str(of.pk)))
    row = PumpOut.objects.get()
    assert response.headers["Location"] == f"/desk/pump-outs/{row.pk}/"
    assert row.source == "staff"


def test_my_page_shows_the_firms_standing_today_with_why(client: Client, of: Firm) -> None:
    text = text_of(client.get("/my/"))
    assert "May haul today" in text
    assert "permit runs on June 15, 2026" in text
    License.objects.filter(kind="state-hauler-permit").update(through="2026-06-14")
    assert "May not haul today" in text_of(client.get("/my/"))


# Lists


def test_loads_of_a_month_and_pages_by_key(client: Client, of: Firm) -> None:
    actor = hauler(of, "Hank")
    for day in range(1, 14):
        for hour in range(8, 13):
            logged(actor, of, pumped_at=at(f"2026-06-{day:02d}T{hour:02d}:00"), manifest_number=f"{day}-{hour}")
    logged(actor, of, pumped_at=at("2026-05-31T23:59"), manifest_number="may")
    first = client.get("/my/pump-outs/", {"month": "06/2026"})
    assert (first.context["count"], len(first.context["lines"])) == (65, 50)
    following = client.get(f"/my/pump-outs/{first.context['next_url']}")
    rows = [row.pk for page in (first, following) for row, _ in page.context["lines"]]
    assert (len(rows), len(set(rows)), following.context["next_url"]) == (65, 65, "")
    back = client.get(f"/my/pump-outs/{following.context['previous_url']}")
    assert [row.pk for row, _ in back.context["lines"]] == rows[:50]
    assert client.get("/my/pump-outs/", {"month": "5/2026"}).context["count"] == 1
    faulty = client.get("/my/pump-outs/", {"month": "soon"})
    assert "Write a month as month/year" in text_of(faulty)


def test_a_list_takes_as_many_queries_as_a_short_one(client: Client, of: Firm) -> None:
    actor = hauler(of, "Hank")

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            client.get("/my/pump-outs/")
        return len(caught)

    logged(actor, of, parcel=parcel("Niles"))
    few = queries()
    for number in range(12):
        logged(actor, of, parcel=parcel("Niles"), manifest_number=f"n{number}")
    assert queries() == few


def test_the_file_of_loads_runs_no_formula_and_keeps_numbers(client: Client, of: Firm) -> None:
    logged(hauler(of, "Hank"), of, remarks="=1+1", manifest_number="+7", place_text="-12 Elm St")
    response = client.get("/my/pump-outs/?format=csv")
    content = b"".join(response.streaming_content).decode("utf-8-sig")
    (line,) = csv.DictReader(io.StringIO(content))
    assert (line["Remarks"], line["Manifest number"], line["Street address"]) == ("'=1+1", "'+7", "'-12 Elm St")
    assert line["Gallons"] == "1000.0"


def test_withdrawn_loads_are_listed_and_not_counted(client: Client, of: Firm) -> None:
    actor = hauler(of, "Hank")
    row = logged(actor, of)
    withdraw_pump_out(actor, row.pk, reason="slip")
    response = client.get("/my/pump-outs/")
    assert (response.context["count"], len(response.context["lines"])) == (0, 1)
    assert "Withdrawn" in text_of(response)


# Files


def upload(client: Client, content: bytes, name: str = "june.csv") -> Any:
    return client.post("/my/pump-outs/files/", {"upload": SimpleUploadedFile(name, content)}, follow=True)


def test_a_file_is_looked_at_confirmed_and_taken_in(client: Client) -> None:
    content = as_csv([good(Manifest_number="M-1"), good(Manifest_number="M-2"), good(Unit="barrels")])
    shown = upload(client, content)
    text = text_of(shown)
    assert "3 rows read" in text
    assert "2 would be filed" in text
    assert "'barrels' is not a unit known here" in text.replace("&#x27;", "'")
    file = PumpOutFile.objects.get()
    done = client.post(f"/my/pump-outs/files/{file.pk}/", {"do": "confirm", "version": str(file.version)}, follow=True)
    assert "2 pump-outs are filed" in text_of(done)
    assert "Numbers PO-2026-00001 to PO-2026-00002" in text_of(done)
    again = upload(client, content)
    assert "This very file was taken in before. Nothing is filed twice." in text_of(again)
    client.post(f"/my/pump-outs/files/{file.pk}/", {"do": "confirm", "version": str(file.version)})
    assert PumpOut.objects.count() == 2


def test_rows_that_look_alike_must_be_answered_for(client: Client, of: Firm) -> None:
    logged(hauler(of, "Hank"), of, manifest_number="M-1")
    upload(client, as_csv([good(Manifest_number="M-1"), good(Manifest_number="M-2")]))
    file = PumpOutFile.objects.get()
    address = f"/my/pump-outs/files/{file.pk}/"
    refused = client.post(address, {"do": "confirm", "version": str(file.version)})
    assert refused.status_code == 409
    assert "Say whether the rows that look like records" in text_of(refused)
    client.post(address, {"do": "confirm", "version": str(file.version), "suspected": "leave"})
    assert PumpOut.objects.count() == 2


def test_rejected_rows_come_back_to_mend_and_the_mended_file_is_taken(client: Client) -> None:
    upload(client, as_xlsx([good(Unit="barrels", Manifest_number="'=X"), good()]), "june.xlsx")
    file = PumpOutFile.objects.get()
    client.post(f"/my/pump-outs/files/{file.pk}/", {"do": "confirm", "version": str(file.version)})
    response = client.get(f"/my/pump-outs/files/{file.pk}/rejected.csv")
    content = b"".join(response.streaming_content).decode("utf-8-sig")
    (line,) = csv.DictReader(io.StringIO(content))
    assert line["Unit"] == "barrels"
    assert line["What to mend"] == "row 2, Unit: 'barrels' is not a unit known here: write gal, kgal, L or m3"
    upload(client, content.replace(",barrels,", ",gal,").encode(), "mended.csv")
    mended = PumpOutFile.objects.latest("pk")
    assert (mended.counts["rejected"], mended.counts["new"] + mended.counts["suspected"]) == (0, 1)


def test_a_long_file_goes_on_with_the_next_request(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sanitarian.portal.haulers.files.PIECES_AT_ONCE", 1)
    monkeypatch.setattr(
        "sanitarian.portal.haulers.files.take_in_piece", lambda actor, pk: take_in_piece(actor, pk, size=2)
    )
    upload(client, as_csv([good(Manifest_number=f"M-{number}") for number in range(5)]))
    file = PumpOutFile.objects.get()
    address = f"/my/pump-outs/files/{file.pk}/"
    shown = client.post(address, {"do": "confirm", "version": str(file.version)}, follow=True)
    assert "2 of 5 rows are filed" in text_of(shown)
    client.post(address, {"do": "go-on"})
    done = client.post(address, {"do": "go-on"}, follow=True)
    assert "5 pump-outs are filed" in text_of(done)


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7"])
def test_what_is_no_file_of_pump_outs_says_so(client: Client, content: bytes) -> None:
    response = upload(client, content, "scan.pdf")
    assert response.status_code == 422
    assert response.context["form"].errors["upload"]


def test_templates_are_taken_as_they_are(client: Client) -> None:
    assert client.get("/my/pump-outs/files/template.exe").status_code == 404
    for kind in ("csv", "xlsx"):
        content = client.get(f"/my/pump-outs/files/template.{kind}").content
        upload(client, content, f"log.{kind}")
        file = PumpOutFile.objects.latest("pk")
        assert (file.counts["read"], file.counts["rejected"], file.notices) == (1, 0, []), file.rows.get().faults
    book = load_workbook(io.BytesIO(client.get("/my/pump-outs/files/template.xlsx").content))
    assert {cell.number_format for cell in book.active[2]} == {"@"}  # type: ignore[index]
