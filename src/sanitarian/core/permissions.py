"""The one permission table: who may do which act, and open which page.

Every act and every address stands here by name; a test fails on one that does not. Whether an official may
sign this permit (a written delegation) or this report (no interest in it) is decided by the act on its facts.
"""

from enum import StrEnum

from sanitarian.core.actors import SYSTEM, Actor, Role


class Audience(StrEnum):
    """Whom a page or an act is open to where it takes no role."""

    EVERYONE = "everyone"
    SIGNED_IN = "signed-in"


EVERYONE, SIGNED_IN = Audience.EVERYONE, Audience.SIGNED_IN

_CLERKS = frozenset({Role.CLERK, Role.SANITARIAN, Role.COMMISSIONER, Role.ADMINISTRATOR})
_DESK = _CLERKS | {Role.BOARD_SECRETARY}
_FIELD = frozenset({Role.SANITARIAN, Role.COMMISSIONER})
_SIGNERS = frozenset({Role.SANITARIAN, Role.COMMISSIONER})
_HEAD = frozenset({Role.COMMISSIONER})
_ADMIN = frozenset({Role.ADMINISTRATOR})
_HAULERS = frozenset({Role.HAULER})  # each for their own firm
# Who files inspection reports from outside: each in their own name only, which the act holds.
_FILERS = frozenset({Role.INSPECTOR, Role.MUNICIPALITY, Role.WATERSHED_INSPECTOR})

ACTS: dict[str, frozenset[Role] | Audience] = {
    # county
    "county.parcels.import": _CLERKS,
    "county.layer.import": _CLERKS,
    "county.zones.determine": _CLERKS,
    "county.zone.override": _FIELD,
    "county.zone.end_override": _FIELD,
    "county.parcels.link": _CLERKS,
    "county.correction.ask": EVERYONE,
    "county.correction.answer": _CLERKS,
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
    "trades.agreement.record": _HEAD,
    "trades.agreement.find": _HEAD,
    "trades.agreement.end": _HEAD,
    "trades.firm.register": _CLERKS,
    "trades.license.record": _CLERKS,
    "trades.license.withdraw": _CLERKS,
    # wastewater
    "wastewater.system.register": _CLERKS,
    "wastewater.system.amend": _CLERKS,
    "wastewater.system.abandon": _FIELD,
    "wastewater.system.match": _CLERKS,
    "wastewater.rounds.generate": _CLERKS,
    "wastewater.rounds.void": _FIELD,
    "wastewater.report.draft": _CLERKS | _FILERS,
    "wastewater.report.save": _CLERKS | _FILERS,
    "wastewater.report.attach": _CLERKS | _FILERS,
    "wastewater.report.detach": _CLERKS | _FILERS,
    "wastewater.report.submit": _CLERKS | _FILERS,
    "wastewater.report.withdraw": _CLERKS | _FILERS,
    "wastewater.report.accept": _SIGNERS,
    "wastewater.report.send_back": _SIGNERS,
    "wastewater.report.decide_otherwise": _SIGNERS,
    "wastewater.reports.sign_batch": _SIGNERS,
    "wastewater.report.complete_file": _CLERKS,
    "wastewater.pipe.notify": _CLERKS,
    "wastewater.pipe.find_origin": _SIGNERS,
    "wastewater.permit.issue_waiting": _SIGNERS,
    "wastewater.permit.renew_balance": _SIGNERS,
    "wastewater.disposal_place.register": _CLERKS,
    "wastewater.disposal_place.amend": _CLERKS,
    "wastewater.pumpout.log": _CLERKS | _HAULERS,
    "wastewater.pumpout.correct": _CLERKS | _HAULERS,
    "wastewater.pumpout.withdraw": _CLERKS | _HAULERS,
    "wastewater.pumpout.match": _CLERKS,
    "wastewater.pumpout.look_over": _CLERKS,
    "wastewater.pumpout.settle_suspicion": _CLERKS,
    "wastewater.pumpouts.judge": _CLERKS,
    "wastewater.pumpouts.import": _CLERKS | _HAULERS,
    # parties
    "parties.grant.give": _ADMIN,
    "parties.grant.end": _ADMIN,
    "parties.user.create": _ADMIN,
    "parties.user.deactivate": _ADMIN,
    "parties.user.reactivate": _ADMIN,
    "parties.party.record": _CLERKS,
    # access: clerks invite outsiders, administrators staff too, which the act holds
    "access.invite": _CLERKS,
    "access.invitation.renew": _CLERKS,
    "access.invitation.withdraw": _CLERKS,
    "access.invitation.accept": EVERYONE,
    "access.account.ask": EVERYONE,
    "access.account.decline": _CLERKS,
    "access.account.warn": _ADMIN,
    "access.account.acknowledge": _ADMIN,
    "access.mfa.reset": _ADMIN,
    # letters
    "letters.letter.render": _CLERKS,
    "letters.message.record_outcome": _CLERKS,
    "letters.message.bounce": _CLERKS,
    "letters.message.resend": _CLERKS,
    "letters.message.settle": _CLERKS,
}

# What the system does by itself, on a schedule or after a commit. Nothing adverse to anyone is among it.
SYSTEM_ACTS = frozenset(
    {
        "wastewater.rounds.generate",
        "letters.letter.render",
        "letters.message.record_outcome",
        "access.account.warn",
        "letters.message.bounce",
    }
)

# Every address of the site by the name of its URL. What is not here opens for nobody.
PAGES: dict[str, frozenset[Role] | Audience] = {
    # the public
    "portal:home": EVERYONE,
    "portal:verify": EVERYONE,
    "portal:verified": EVERYONE,
    "portal:reports": _FILERS,
    "portal:report": _FILERS,
    "portal:report-place": _FILERS,
    "portal:report-start": _FILERS,
    "portal:report-step": _FILERS,
    "portal:report-submit": _FILERS,
    "portal:report-discard": _FILERS,
    "portal:report-file": _FILERS,
    "portal:due": frozenset({Role.INSPECTOR}),
    "portal:find-property": EVERYONE,
    "portal:property": EVERYONE,
    "portal:correction": EVERYONE,
    "portal:follow": EVERYONE,
    "portal:start": SIGNED_IN,
    "portal:my": SIGNED_IN,
    "code:contents": EVERYONE,
    "code:provision": EVERYONE,
    "code:readings": EVERYONE,
    "code:reading": EVERYONE,
    "code:glossary": EVERYONE,
    "code:rules": EVERYONE,
    "code:rule": EVERYONE,
    "api:rules": EVERYONE,
    "api:rules-bare": EVERYONE,
    "api:rule": EVERYONE,
    "api:rule-bare": EVERYONE,
    "api:openapi": EVERYONE,
    "api:nothing-here": EVERYONE,
    "styleguide": EVERYONE,
    # accounts: signing in, and what belongs to whoever is signed in
    "account_login": EVERYONE,
    "account_logout": EVERYONE,
    "account_inactive": EVERYONE,
    "account_reauthenticate": SIGNED_IN,
    "account_email_verification_sent": EVERYONE,
    "account_change_password": SIGNED_IN,
    "account_set_password": SIGNED_IN,
    "account_reset_password": EVERYONE,
    "account_confirm_email": EVERYONE,
    "account_reset_password_from_key_done": EVERYONE,
    "account_reset_password_from_key": EVERYONE,
    "account_reset_password_done": EVERYONE,
    "account_invitation": EVERYONE,
    "account_ask": EVERYONE,
    "account_asked": EVERYONE,
    "usersessions_list": SIGNED_IN,
    "mfa_index": SIGNED_IN,
    "mfa_authenticate": EVERYONE,
    "mfa_reauthenticate": SIGNED_IN,
    "mfa_activate_totp": SIGNED_IN,
    "mfa_deactivate_totp": SIGNED_IN,
    "mfa_view_recovery_codes": SIGNED_IN,
    "mfa_generate_recovery_codes": SIGNED_IN,
    "mfa_download_recovery_codes": SIGNED_IN,
    "mfa_list_webauthn": SIGNED_IN,
    "mfa_add_webauthn": SIGNED_IN,
    "mfa_reauthenticate_webauthn": SIGNED_IN,
    "mfa_remove_webauthn": SIGNED_IN,
    "mfa_edit_webauthn": SIGNED_IN,
    "mfa_login_webauthn": EVERYONE,
    # haulers; staff log for any firm
    "portal:pump-outs": _HAULERS,
    "portal:pump-out": _HAULERS,
    "portal:pump-out-new": _CLERKS | _HAULERS,
    "portal:pump-out-correct": _CLERKS | _HAULERS,
    "portal:pump-out-withdraw": _CLERKS | _HAULERS,
    "portal:pump-out-files": _CLERKS | _HAULERS,
    "portal:pump-out-file": _CLERKS | _HAULERS,
    "portal:pump-out-rejects": _CLERKS | _HAULERS,
    "portal:pump-out-template": _CLERKS | _HAULERS,
    # the desk
    "desk:today": _DESK,
    "desk:import": _DESK,
    "desk:find": _DESK,
    "desk:due": _DESK,
    "desk:property": _DESK,
    "desk:override": _DESK,
    "desk:end-override": _DESK,
    "desk:reports": _DESK,
    "desk:report-new": _DESK,
    "desk:report-missing": _DESK,
    "desk:report": _DESK,
    "desk:report-edit": _DESK,
    "desk:report-received": _DESK,
    "desk:report-withdraw": _DESK,
    "desk:report-file": _DESK,
    "desk:permit": _DESK,
    "desk:letter": _DESK,
    "desk:review": _DESK,
    "desk:review-batch": _DESK,
    "desk:review-batch-done": _DESK,
    "desk:review-report": _DESK,
    "desk:review-waiting": _DESK,
    "desk:system-new": _DESK,
    "desk:system": _DESK,
    "desk:system-amend": _DESK,
    "desk:system-match": _DESK,
    "desk:system-void-rounds": _DESK,
    "desk:system-abandon": _DESK,
    "desk:inspectors": _DESK,
    "desk:inspector-new": _DESK,
    "desk:inspector": _DESK,
    "desk:agreements": _DESK,
    "desk:agreement-new": _HEAD,
    "desk:agreement": _DESK,
    "desk:office": _DESK,
    "desk:corrections": _DESK,
    "desk:correction": _DESK,
    "desk:account": _ADMIN,
    "desk:invitations": _CLERKS,
    "desk:invitation-new": _CLERKS,
    "desk:account-request": _CLERKS,
    "desk:firms": _DESK,
    "desk:firm-new": _CLERKS,
    "desk:firm": _DESK,
    "desk:pump-outs": _DESK,
    "desk:pump-out": _DESK,
    "desk:pump-out-match": _CLERKS,
    "desk:suspicions": _DESK,
    "desk:suspicion": _DESK,
    "desk:loads": _DESK,
    "desk:disposal-places": _DESK,
    "desk:disposal-place": _DESK,
}


def may(actor: Actor, act: str) -> bool:
    """Whether the permission table lets ``actor`` do ``act``.

    Raises:
        KeyError: the act is not in the table, which is a fault of the program.
    """
    if actor == SYSTEM:
        return act in SYSTEM_ACTS
    return _is_among(actor, ACTS[act])


def may_see(actor: Actor, page: str) -> bool:
    """Whether ``actor`` may open a page, by the name of its URL; a page that the table does not name, nobody may."""
    return _is_among(actor, PAGES.get(page, frozenset()))


def _is_among(actor: Actor, audience: frozenset[Role] | Audience) -> bool:
    if isinstance(audience, frozenset):
        return bool(actor.roles & audience)
    return audience is EVERYONE or actor.user_id is not None
