"""Firms and their permits: register, record a permit, withdraw it (V.III.H, IV.B.1)."""

from datetime import date

from django.db import IntegrityError, transaction

from sanitarian.core import search
from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused, act, journal, lock
from sanitarian.core.dates import today
from sanitarian.core.journal import digest
from sanitarian.core.records import keep_version, next_number, ref, tell
from sanitarian.parties.models import Party
from sanitarian.trades.models import Firm, License

_CITES = {License.Kind.STATE_HAULER.value: "V.IV.B.1", License.Kind.BUSINESS.value: "V.III.H"}


@act("trades.firm.register")
def register_firm(actor: Actor, *, party: Party, hauls: bool, installs: bool) -> Firm:
    """Put a firm on record; the same party again is the same firm, with its further trade.

    Raises:
        ActRefused: no trade is named.
    """
    if not (hauls or installs):
        raise ActRefused("Say what the firm does: pump tanks, install systems, or both.")
    found = Firm.objects.select_for_update().filter(party=party).first()
    if found is not None:
        return _with_trades(actor, found, hauls=hauls, installs=installs)
    firm = Firm.objects.create(party=party, number=f"FM-{next_number('FM'):04d}", hauls=hauls, installs=installs)
    search.reindex([ref(firm)])
    tell(actor, [ref(firm)], "firm.registered", "Put on the register of firms", on=today(), cite="V.III.H")
    journal(actor, "trades.firm.register", ref(firm), party=ref(party), hauls=hauls, installs=installs)
    return firm


def _with_trades(actor: Actor, firm: Firm, *, hauls: bool, installs: bool) -> Firm:
    if (firm.hauls or not hauls) and (firm.installs or not installs):
        return firm
    keep_version(actor, "trades.firm.register", firm)
    firm.hauls, firm.installs = firm.hauls or hauls, firm.installs or installs
    firm.save()
    search.reindex([ref(firm)])
    journal(actor, "trades.firm.register", ref(firm), version=firm.version, hauls=firm.hauls, installs=firm.installs)
    return firm


@act("trades.license.record")
def record_license(
    actor: Actor, firm_id: int, *, kind: str, number: str, starts: date, through: date
) -> License:  # fmt: skip
    """Record a permit that a firm shows, good from one day through another.

    Raises:
        ActRefused: no number, it ends before it starts, or the same term is on record with other days.
    """
    number = number.strip()
    if not number:
        raise ActRefused("Enter the number of the permit, as printed on it.")
    if through < starts:
        raise ActRefused("A permit cannot end before it starts. Correct the last day.")
    firm = lock(Firm, firm_id)
    facts = {"through": through, "recorded_by": actor.ref}
    try:
        with transaction.atomic():
            license_, made = License.objects.get_or_create(
                firm=firm, kind=kind, number=number, starts=starts, defaults=facts
            )
    except IntegrityError:
        raise ActRefused("This permit is being recorded by somebody else. Look again.") from None
    if not made:
        if license_.through != through:
            raise ActRefused(
                f"{license_} from {starts:%m/%d/%Y} is on record already, through {license_.through:%m/%d/%Y}. "
                "Withdraw that one if it was recorded wrongly."
            )
        return license_
    title = f"{license_} recorded, through {through:%m/%d/%Y}"
    tell(actor, [ref(firm)], "license.recorded", title, on=starts, cite=_CITES[kind])
    journal(
        actor, "trades.license.record", ref(license_), firm=ref(firm), kind=kind, starts=starts, through=through
    )  # fmt: skip
    return license_


@act("trades.license.withdraw")
def withdraw_license(actor: Actor, license_id: int, *, on: date, reason: str, version: int | None = None) -> License:
    """Record that a permit no longer stands from a day on: revoked, suspended, given up, or recorded wrongly.

    The Board's or the State's decision is an act of theirs; this records it (D-7).

    Raises:
        ActRefused: no reason, the day lies before the permit or in the future, or it is withdrawn already.
    """
    if not reason.strip():
        raise ActRefused("Write who ended the permit and why, such as the Board's resolution and its day.")
    license_ = lock(License, license_id, version=version)
    if on > today():
        raise ActRefused("The day lies in the future. Record it on the day.")
    if on < license_.starts:
        raise ActRefused(f"The permit began on {license_.starts:%m/%d/%Y}; it cannot end before. Correct the day.")
    if license_.withdrawn_on is not None:
        raise ActRefused(f"{license_} is on record as withdrawn from {license_.withdrawn_on:%m/%d/%Y} already.")
    keep_version(actor, "trades.license.withdraw", license_)
    license_.withdrawn_on, license_.withdrawn_reason = on, reason.strip()[:300]
    license_.save()
    subject = f"firm:{license_.firm_id}"
    journal(actor, "trades.license.withdraw", ref(license_), on=on, reason=digest(reason.strip()))
    tell(
        actor, [subject], "license.withdrawn", f"{license_} no longer stands", on=on, detail=reason.strip(),
        cite=_CITES[license_.kind],
    )  # fmt: skip
    return license_
