"""The demo county as it stands in a database: every class, state and edge case occurs, and nothing is in the future."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256

import pytest
from django.core.management.color import no_style
from django.core.management.sql import sql_flush
from django.db import connection, transaction
from django.db.models import Count, F, Model, Q

from sanitarian.core.actors import SYSTEM
from sanitarian.core.acts import ActRefused
from sanitarian.core.dates import use_today
from sanitarian.core.journal import GENESIS, verify
from sanitarian.core.models import JournalHead, Task, TimelineEntry
from sanitarian.core.search import find
from sanitarian.county.models import Ownership, Parcel, ZoneOverride
from sanitarian.demo.load import LEAST_SCALE, load
from sanitarian.demo.models import EDITION, standing
from sanitarian.demo.roll import PARCELS
from sanitarian.demo.staff import PASSPHRASE, demo_users
from sanitarian.demo.systems import SYSTEMS
from sanitarian.law.dates import is_business_day
from sanitarian.letters.models import Letter
from sanitarian.parties.models import User
from sanitarian.permits.facts import standing as permit_standing
from sanitarian.permits.models import Condition, Permit
from sanitarian.wastewater.acts.all_rounds import batches
from sanitarian.wastewater.assessment import assess
from sanitarian.wastewater.models import (
    Attachment,
    Decision,
    DischargePermit,
    DrainPipeResult,
    Report,
    Round,
    System,
    SystemParcel,
)

DAY = date(2026, 6, 15)
SCALE = LEAST_SCALE


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def county(django_db_setup: None, django_db_blocker: object) -> Iterator[None]:
    """A small county, put on record once for all tests here and taken off at their end."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        _empty()
        with use_today(DAY):
            load(DAY, scale=SCALE)
    yield
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        _empty()


def _empty() -> None:
    """Take everything off the record."""
    connection.check_constraints()  # PostgreSQL empties no table whose rows wait to be checked
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in sql_flush(no_style(), connection, reset_sequences=True, allow_cascade=True):
            cursor.execute(statement)
    JournalHead.objects.get_or_create(pk=1, defaults={"seq": 0, "hash": GENESIS})


def latest_permits() -> list[Permit]:
    latest: dict[int, Permit] = {}
    rows = DischargePermit.objects.select_related("permit").order_by("permit__issued_on", "permit_id")
    for row in rows:
        latest[row.system_id] = row.permit
    return list(latest.values())


def test_the_county_has_its_share_of_parcels_and_systems() -> None:
    assert Parcel.objects.count() == round(PARCELS * SCALE)
    assert System.objects.exclude(status="provisional").count() == round(SYSTEMS * SCALE)
    assert SYSTEMS == 16_000


def test_every_class_occurs() -> None:
    assert set(System.objects.values_list("schedule_class", flat=True)) == {
        "lake-front", "near-lake", "lake-watershed", "town", "unscheduled", "undetermined",
    }  # fmt: skip
    unscheduled = System.objects.filter(schedule_class="unscheduled").values_list("town__name", flat=True)
    assert {"Auburn", "Moravia"} >= set(unscheduled) >= {"Auburn"}


def test_every_state_of_a_report_occurs() -> None:
    assert set(Report.objects.values_list("state", flat=True)) == {
        "draft",
        "submitted",
        "sent-back",
        "accepted",
        "withdrawn",
    }
    assert set(Report.objects.values_list("purpose", flat=True)) >= {"routine", "transfer", "complaint"}


def test_every_standing_of_a_permit_occurs() -> None:
    found = {permit_standing(permit, DAY).outcome for permit in Permit.objects.all()}
    assert found >= {"in-force", "expired", "suspended", "revoked", "surrendered"}
    assert {permit.kind for permit in latest_permits()} == {"discharge", "interim"}
    assert Condition.objects.filter(permit__kind="interim").exists()
    assert Permit.objects.filter(reinstated_on__isnull=False).exists()


def test_permits_that_end_before_the_next_inspection_and_their_renewals_occur() -> None:
    balance = DischargePermit.objects.filter(permit__kind="discharge", next_due__gt=F("permit__through"))
    assert balance.filter(permit__through__gte=DAY).exists()
    assert Permit.objects.filter(renews__isnull=False, migrated=True).exists()


def test_every_status_of_a_round_occurs() -> None:
    assert set(Round.objects.values_list("status", flat=True)) == {"open", "satisfied", "late", "void"}
    assert Round.objects.filter(status="open", act_by__lt=DAY).exists(), "overdue rounds"


def test_the_rounds_are_those_of_the_schedule() -> None:
    found = list(batches(True, SYSTEM))
    assert sum(batch.new_rounds for batch in found) == 0
    assert sum((batch.changed for batch in found), Counter()) == Counter()


def test_systems_and_parcels_meet_in_every_way() -> None:
    assert System.objects.annotate(n=Count("links")).filter(n=2).exists()
    assert Parcel.objects.annotate(n=Count("system_links")).filter(n=2).exists()
    assert Parcel.objects.filter(system_links__isnull=True).exists()
    assert SystemParcel.objects.filter(is_site=True).count() == System.objects.exclude(status="provisional").count()


def test_provisional_and_abandoned_systems_and_surveys_occur() -> None:
    assert {"in-use", "provisional"} <= set(System.objects.values_list("status", flat=True))
    assert System.objects.filter(surveyed_distance_ft__gt=500).exists()
    assert Task.objects.filter(kind="wastewater.provisional", closed_at__isnull=True).exists()
    assert Task.objects.filter(kind="wastewater.failed-system", closed_at__isnull=True).exists()
    assert Task.objects.filter(kind="wastewater.class-changed", closed_at__isnull=True).exists()
    assert ZoneOverride.objects.exists()


UNCLEAR = {
    "late": lambda found: found.rulings["report-deadline"].outcome == "late",
    "uncertified inspector": lambda found: found.rulings["inspector-standing"].outcome == "not-certified",
    "incomplete": lambda found: found.classification == "incomplete",
    "findings not shown": lambda found: found.classification == "undetermined",
    "substandard": lambda found: found.classification == "substandard",
    "failed": lambda found: found.classification == "failed",
    "interest": lambda found: "D-10" in _cites(found, holds=True),
    "interest not shown": lambda found: "D-10" in _cites(found, holds=None),
    "no application": lambda found: "C-28" in _cites(found, holds=True),
    "provisional place": lambda found: "V.IV.C.1" in _cites(found, holds=None),
    "scope not shown": lambda found: found.rulings["scope"].outcome == "undetermined",
    "place not shown": lambda found: found.rulings["inspection-schedule"].outcome == "undetermined",
    "not on the schedule": lambda found: found.rulings["inspection-schedule"].outcome == "unscheduled",
    "pipe not cleared": lambda found: "A-13" in _cites(found, holds=True),
    "pipe not determined": lambda found: "A-13" in _cites(found, holds=None),
    "reading for counsel": lambda found: "A-1" in _cites(found, holds=None),
}


def _cites(found: object, *, holds: bool | None) -> set[str]:
    return {reason.cite for reason in found.proposal.needs_an_eye if reason.holds is holds}  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def waiting(county: None, django_db_blocker: object) -> list:
    with use_today(DAY), django_db_blocker.unblock():  # type: ignore[attr-defined]
        return [assess(report) for report in Report.objects.filter(state="submitted")]


@pytest.mark.parametrize("kind", UNCLEAR)
def test_a_report_that_needs_an_eye_waits(waiting: list, kind: str) -> None:
    assert any(UNCLEAR[kind](found) for found in waiting)


def test_clear_reports_wait_to_be_signed_together(waiting: list) -> None:
    clear = sum(found.proposal.clear for found in waiting)
    assert clear >= 8
    assert Task.objects.filter(kind="wastewater.review", needs_an_eye=False, closed_at__isnull=True).count() == clear


def test_results_of_drain_pipes_occur_in_every_form(waiting: list) -> None:
    outcomes = {ruling.outcome for found in waiting for name, ruling in found.rulings.items() if "drain-pipe:" in name}
    assert outcomes >= {"complies", "option-open", "undetermined", "cleared-by-retest", "prohibited"}
    assert set(DrainPipeResult.objects.values_list("result", flat=True)) >= {"TNTC", "<1", "1,200"}


def test_decisions_of_every_kind_were_made_by_acts() -> None:
    assert set(Decision.objects.values_list("outcome", flat=True)) == {"issue", "accept", "send-back", "otherwise"}
    assert Attachment.objects.exists()
    assert Task.objects.filter(kind="wastewater.permit-waits", closed_at__isnull=True).exists()


def test_what_is_older_than_the_demo_is_marked_and_has_no_papers() -> None:
    issued = set(Permit.objects.filter(migrated=False).values_list("number", flat=True))
    with_paper = set(Letter.objects.filter(kind="discharge_permit").values_list("number", flat=True))
    assert issued == with_paper
    assert not Decision.objects.filter(report__migrated=True).exists()
    began = DAY - timedelta(days=22)
    assert not Permit.objects.filter(migrated=False, issued_on__lt=began).exists()
    assert not Permit.objects.filter(migrated=True, issued_on__gt=began).exists()
    assert not TimelineEntry.objects.filter(migrated=False, at__date__lt=began).exists()
    assert not TimelineEntry.objects.filter(migrated=True, on__gt=began).exists()


@pytest.mark.parametrize(
    ("model", "column"),
    [(Report, "performed"), (Report, "submitted_on"), (Permit, "issued_on"), (Permit, "suspended_on"),
     (TimelineEntry, "on"), (DrainPipeResult, "sampled"), (System, "last_inspected"), (Ownership, "starts")],
)  # fmt: skip
def test_nothing_lies_in_the_future(model: type[Model], column: str) -> None:
    assert not model._default_manager.filter(**{f"{column}__gt": DAY}).exists()


def test_history_makes_sense() -> None:
    assert not Report.objects.filter(submitted_on__lt=F("performed")).exists()
    assert not Report.objects.filter(migrated=True, submitted_on__gt=DAY - timedelta(days=22)).exists()
    assert all(
        is_business_day(day)
        for day in Report.objects.exclude(performed=None).filter(migrated=True).values_list("performed", flat=True)
    )
    assert not Permit.objects.filter(starts__lt=F("issued_on")).exists()
    closed = Round.objects.filter(status="satisfied")
    assert not closed.filter(Q(performed__lt=F("credit_from")) | Q(performed__gt=F("act_by"))).exists()
    assert not Round.objects.filter(status="late").filter(performed__lte=F("act_by")).exists()


def test_the_last_report_says_the_system_s_class() -> None:
    last: dict[int, Report] = {}
    for report in Report.objects.filter(state="accepted", migrated=True).order_by("performed"):
        last[report.system_id or 0] = report
    acted = set(Report.objects.filter(migrated=False).values_list("system_id", flat=True))
    for system in System.objects.filter(pk__in=set(last) - acted):
        assert system.last_inspected == last[system.pk].performed


def test_the_journal_holds_and_people_can_sign_in() -> None:
    count, faults = verify()
    assert count > 100
    assert faults == []
    assert len(PASSPHRASE) >= 15
    for user in demo_users():
        assert User.objects.get(email=user.email).check_password(PASSPHRASE)


def test_everything_is_found() -> None:
    permit = Permit.objects.filter(migrated=False).first()
    assert permit is not None
    assert f"permit:{permit.pk}" in {hit.ref for hit in find(permit.number).hits}


def test_a_database_that_holds_something_is_left_alone() -> None:
    with pytest.raises(ActRefused, match="--database"):
        load(DAY, scale=SCALE)


def test_the_mark_is_written_last() -> None:
    found = standing()
    assert found is not None
    assert (found.edition, found.on) == (EDITION, DAY)


_TOLD = (
    (System, "number", "schedule_class", "next_due", "description", "classification"),
    (Round, "system__number", "due", "status", "performed"),
    (Report, "number", "token", "state", "performed", "submitted_on", "inspector__number"),
    (Permit, "number", "kind", "starts", "through", "holder__name", "surrendered_on"),
    (Parcel, "swis", "key", "address", "sewer", "zone__fronts", "zone__watershed"),
    (DrainPipeResult, "report__number", "pipe__label", "sampled", "result"),
)


def _digest() -> str:
    told = [list(model._default_manager.order_by(*names[:3]).values_list(*names)) for model, *names in _TOLD]
    return sha256(repr(told).encode()).hexdigest()


def test_the_same_day_gives_the_same_county() -> None:
    before = _digest()
    _empty()
    with use_today(DAY):
        load(DAY, scale=SCALE)
    assert _digest() == before


@pytest.mark.parametrize("day", [date(2027, 1, 4), date(2028, 2, 29)])
def test_any_day_will_do(day: date) -> None:
    _empty()
    with use_today(day):
        load(day, scale=SCALE)
    assert not Report.objects.filter(submitted_on__gt=day).exists()
    assert Round.objects.filter(status="open", due__gte=day).exists()
