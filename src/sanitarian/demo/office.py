"""What the office did in the demo's three weeks besides taking in reports: permits, surveys, findings about places."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal

from sanitarian.core.actors import Actor
from sanitarian.county.acts.zones import override_zone
from sanitarian.demo.chance import SEED, Chance
from sanitarian.permits.acts import reinstate_permit, revoke_permit, surrender_permit, suspend_permit
from sanitarian.permits.facts import standing
from sanitarian.permits.models import Permit
from sanitarian.wastewater.acts.permits import renew_for_balance
from sanitarian.wastewater.acts.rounds import generate_rounds, void_stale_rounds
from sanitarian.wastewater.acts.systems import amend_system
from sanitarian.wastewater.models import DischargePermit, Report, Round, System


class Office:
    """One or a few permits for each way in which a permit's life changes; and two systems whose class changes."""

    def __init__(self, actors: Mapping[str, Actor], on: date) -> None:
        self.actors, self.on = actors, on
        self.chance = Chance(SEED, 81)
        self.in_force = iter(self.chance.some(_latest_in_force(on), 400))
        self.suspended: list[Permit] = []

    def events(self) -> list[tuple[int, Callable[[], object]]]:
        """What happened, each with how many days before today."""
        return [(12, self.suspend), (8, self.give_up), (5, self.end), (4, self.find), (3, self.survey), (2, self.renew)]

    def suspend(self) -> None:
        reason = "Wastewater on the ground was reported, and the owner refused entry."
        head = self.actors["commissioner"]
        self.suspended = [suspend_permit(head, next(self.in_force), reason=reason) for _ in range(4)]

    def give_up(self) -> None:
        for reason in ("The house was taken down.", "Connected to the public sewer."):
            surrender_permit(self.actors["clerk"], next(self.in_force), reason=reason)

    def end(self) -> None:
        """One suspension is lifted, one ends in revocation; another permit is revoked."""
        head, heard = self.actors["commissioner"], self.on - timedelta(days=9)
        reinstate_permit(head, self.suspended[0].pk, reason="Repaired, and found in order on inspection.")
        revoke_permit(head, self.suspended[1].pk, reason="The system was not repaired.", heard_on=heard)
        revoke_permit(head, next(self.in_force), reason="Conditions were not kept.", heard_on=heard)

    def renew(self) -> None:
        """For the balance, on the owner's statement (C-2)."""
        statement = self.on - timedelta(days=8)
        for permit_id in self.chance.some(_with_balance(self.on), 3):
            renew_for_balance(self.actors["sanitarian"], permit_id, statement_on=statement, nothing_changed=True)

    def find(self) -> None:
        """An official finds where two places lie that no map shows, and a third that the map shows otherwise."""
        unknown = System.objects.filter(schedule_class="undetermined", status=System.Status.IN_USE).order_by("pk")
        sanitarian = self.actors["sanitarian"]
        for system in unknown[:2]:
            for parcel in system.parcels.all():
                reason = "Visited: the place lies along the county road, well away from the lake."
                for fact, value in (("fronts", "none"), ("distance_ft", "1400"), ("watershed", "none")):
                    override_zone(sanitarian, parcel.pk, fact, value, reason)
            generate_rounds(sanitarian, system.pk)
        inside = (
            System.objects.filter(schedule_class="lake-watershed", status=System.Status.IN_USE).order_by("pk").first()
        )
        if inside is not None:
            parcel = inside.parcels.all()[0]
            reason = "The ditch along the road carries the whole lot's water away from the lake; seen in heavy rain."
            override_zone(sanitarian, parcel.pk, "watershed", "none", reason)
            generate_rounds(sanitarian, inside.pk)

    def survey(self) -> None:
        """Surveys that take two systems out of the lake-front class: one has its rounds voided, one waits for that."""
        for place, system in enumerate(_fronting(self.on)):
            amend_system(self.actors["clerk"], system.pk, version=system.version, surveyed_distance_ft=Decimal("612.0"))
            if place == 0:
                reason = "Surveyed 612 feet from mean high water: no longer lake front."
                void_stale_rounds(self.actors["sanitarian"], system.pk, reason=reason)


def _fronting(on: date) -> list[System]:
    """Two lake-front systems that have an open round and no report in the demo's weeks."""
    busy = Report.objects.filter(migrated=False, system__isnull=False).values("system")
    open_rounds = Round.objects.filter(schedule_class="lake-front", status=Round.Status.OPEN, due__gt=on)
    systems = System.objects.filter(
        pk__in=open_rounds.values("system"), status=System.Status.IN_USE, surveyed_distance_ft__isnull=True
    )
    return list(systems.exclude(pk__in=busy).order_by("pk")[:2])


def _latest() -> Iterator[DischargePermit]:
    """The latest permit of every system in use that has no report in the demo's weeks."""
    seen: set[int] = set()
    rows = DischargePermit.objects.filter(system__status=System.Status.IN_USE).select_related("permit")
    for row in rows.order_by("-permit__issued_on", "-permit_id").iterator(chunk_size=2_000):
        if row.system_id not in seen:
            seen.add(row.system_id)
            if row.permit.migrated:
                yield row


def _latest_in_force(on: date) -> list[int]:
    """Permits in force that were issued a while ago."""
    return sorted(
        row.permit_id
        for row in _latest()
        if row.permit.starts < on - timedelta(days=30) and standing(row.permit, on).outcome == "in-force"
    )


def _with_balance(on: date) -> list[int]:
    """Permits about to end, or just ended, before the next inspection is due (C-2)."""
    first, last = on - timedelta(days=150), on + timedelta(days=60)
    return sorted(
        row.permit_id
        for row in _latest()
        if row.permit.kind == "discharge"
        and standing(row.permit, on).outcome in {"in-force", "expired"}
        and row.permit.through is not None
        and row.next_due is not None
        and first <= row.permit.through <= last
        and row.next_due > max(row.permit.through, on)
    )
