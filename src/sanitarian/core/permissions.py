"""The one permission table: who may do which act, and see which page.

Every act and every page of the desk stands here by name; a test fails on one that does not. Whether an official may
sign this permit (a written delegation) or this report (no interest in it) is decided by the act on its facts.
"""

from sanitarian.core.actors import SYSTEM, Actor, Role

_CLERKS = frozenset({Role.CLERK, Role.SANITARIAN, Role.COMMISSIONER, Role.ADMINISTRATOR})
_FIELD = frozenset({Role.SANITARIAN, Role.COMMISSIONER})
_SIGNERS = frozenset({Role.SANITARIAN, Role.COMMISSIONER})
_HEAD = frozenset({Role.COMMISSIONER})
_ADMIN = frozenset({Role.ADMINISTRATOR})

ACTS: dict[str, frozenset[Role]] = {
    # county
    "county.parcels.import": _CLERKS,
    "county.layer.import": _CLERKS,
    "county.zones.determine": _CLERKS,
    "county.zone.override": _FIELD,
    "county.zone.end_override": _FIELD,
    "county.parcels.link": _CLERKS,
    # permits
    "permits.delegation.record": _HEAD | _ADMIN,
    "permits.delegation.end": _HEAD | _ADMIN,
    "permits.permit.issue": _SIGNERS,
    "permits.permit.suspend": _HEAD,
    "permits.permit.reinstate": _HEAD,
    "permits.permit.revoke": _HEAD,
    "permits.permit.surrender": _CLERKS,
    "permits.condition.meet": _CLERKS,
    # trades
    "trades.inspector.register": _CLERKS,
    "trades.inspector.certify": _SIGNERS,
    "trades.inspector.revoke": _HEAD,
    "trades.course.record": _CLERKS,
    # wastewater
    "wastewater.system.register": _CLERKS,
    "wastewater.system.amend": _CLERKS,
    "wastewater.system.abandon": _FIELD,
    "wastewater.system.match": _CLERKS,
    "wastewater.rounds.generate": _CLERKS,
    "wastewater.rounds.void": _FIELD,
    "wastewater.report.draft": _CLERKS,
    "wastewater.report.save": _CLERKS,
    "wastewater.report.attach": _CLERKS,
    "wastewater.report.submit": _CLERKS,
    "wastewater.report.withdraw": _CLERKS,
    "wastewater.report.accept": _SIGNERS,
    "wastewater.report.send_back": _SIGNERS,
    "wastewater.report.decide_otherwise": _SIGNERS,
    "wastewater.reports.sign_batch": _SIGNERS,
    "wastewater.report.complete_file": _CLERKS,
    "wastewater.pipe.notify": _CLERKS,
    "wastewater.pipe.find_origin": _SIGNERS,
    "wastewater.permit.issue_waiting": _SIGNERS,
    "wastewater.permit.renew_balance": _SIGNERS,
    # parties
    "parties.grant.give": _ADMIN,
    "parties.grant.end": _ADMIN,
    "parties.user.create": _ADMIN,
    # letters
    "letters.letter.render": _CLERKS,
}

# What the system does by itself, on a schedule or after a commit. Nothing adverse to anyone is among it.
SYSTEM_ACTS = frozenset({"wastewater.rounds.generate", "letters.letter.render"})

PAGES: dict[str, frozenset[Role]] = {"desk": _CLERKS}


def may(actor: Actor, act: str) -> bool:
    """Whether the permission table lets ``actor`` do ``act``.

    Raises:
        KeyError: the act is not in the table, which is a fault of the program.
    """
    if actor == SYSTEM:
        return act in SYSTEM_ACTS
    return bool(actor.roles & ACTS[act])


def may_see(actor: Actor, page: str) -> bool:
    """Whether ``actor`` may see a page of the desk."""
    return bool(actor.roles & PAGES.get(page, PAGES["desk"]))
